import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPostingStatus } from '../../testing/factories.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { brokenOff } from '../../testing/fake-server.ts';
import {
  click,
  expectNoDialog,
  expectNotice,
  findDialog,
  press,
} from '../../testing/page.ts';
import { listed, openQueue } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

describe('scheduling all that are approved', () => {
  const opened = new Date('2026-11-21T20:00:00.000Z');
  const minute = 60_000;

  describe('with a preset of random times', () => {
    async function openDialog() {
      vi.useFakeTimers({ toFake: ['Date'], now: opened });
      queue.items = [1, 2, 3].map((id) =>
        aNumberedItem(id, { status: 'approved' }, { dueAt: '2026-11-21T22:00:00.000Z' }),
      );
      const { user } = await openQueue({ query: '?comment=1' });
      await press('Schedule Approved (3)');
      const dialog = await findDialog('Schedule Approved Comments');
      const choose = async (name: string) => click('radio', name, dialog);
      const times = () =>
        dialog
          .getAllByRole('listitem')
          .flatMap((line) => within(line).getAllByRole<HTMLTimeElement>('time'))
          .map(({ dateTime }) => Date.parse(dateTime));
      return { user, dialog, choose, times };
    }

    it('first offers the free slots, in the order of the queue', async () => {
      const { dialog } = await openDialog();
      expect(dialog.getByText('Preview')).toBeInTheDocument();
      expect(
        dialog.getByText('3 comments, in the order of the queue'),
      ).toBeInTheDocument();
      expect(await dialog.findByRole('radio', { name: 'Fill free slots' })).toBeChecked();
    });

    it('warns above the daily limit', async () => {
      queue.server.on('GET /api/posting-status', aPostingStatus({ dailyCap: 2 }));
      const { dialog, choose } = await openDialog();
      await choose('Quick (5-15min)');
      expect(
        await dialog.findByText(/would have 3 posts; your daily limit is 2/),
      ).toBeInTheDocument();
    });

    it.each([
      ['Quick (5-15min)', 'First in 5 to 15 minutes, then about every 5', 5],
      ['Hourly (1-1.5h)', 'First in 1 to 1.5 hours, then about every hour', 60],
      ['Daily (12-24h)', 'First in 12 to 24 hours, then about every 12', 720],
    ])('says what the preset means, and keeps to it: %s', async (name, help, minutes) => {
      const { dialog, choose, times } = await openDialog();
      await choose(name);
      expect(dialog.getByText(help)).toBeInTheDocument();
      expect(times()[0]).toBeGreaterThanOrEqual(opened.getTime() + minutes * minute);
    });

    it('draws the times once per preset (rule 9.5)', async () => {
      const { choose, times } = await openDialog();
      await choose('Quick (5-15min)');
      const first = times();
      await choose('Hourly (1-1.5h)');
      expect(times()).not.toEqual(first);
      await choose('Quick (5-15min)');
      expect(times()).toEqual(first);
    });

    it('draws them again after one has passed, and sends nothing', async () => {
      const { dialog, choose, times } = await openDialog();
      await choose('Quick (5-15min)');
      const [first = 0] = times();
      vi.setSystemTime(first);
      await press('Schedule', dialog);
      expect(
        dialog.getByText(/^Some of these times passed while this was open\./),
      ).toBeInTheDocument();
      expect(Math.min(...times())).toBeGreaterThan(first);
      expect(queue.server.sent('PATCH /api/queue/:id')).toEqual([]);
    });
  });

  it('names the preset in its toast as in the dialog (rules 9.5, 11.1)', async () => {
    queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'approved' }));
    await openQueue({ query: '?comment=1' });
    await press('Schedule Approved (2)');
    const dialog = await findDialog('Schedule Approved Comments');
    await click('radio', 'Hourly (1-1.5h)', dialog);
    await press('Schedule', dialog);
    await expectNotice(
      'Comments Scheduled',
      /^2 comments scheduled with Hourly \(1-1\.5h\)\. The first goes out .+ [AP]M, the last .+ [AP]M\.$/,
    );
  });

  describe('when one of two is refused', () => {
    async function scheduleBoth() {
      queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'approved' }));
      queue.server.on('PATCH /api/queue/:id', (call) =>
        call.path.endsWith('/102') ? brokenOff() : queue.answerSchedule(call),
      );
      const { user } = await openQueue({ query: '?comment=1' });
      await press('Schedule Approved (2)');
      const dialog = await findDialog('Schedule Approved Comments');
      await press('Schedule', dialog);
      return user;
    }

    it('says how many were scheduled, and why the other was not', async () => {
      await scheduleBoth();
      await expectNotice(
        'Scheduling Failed',
        '1 of 2 comments were scheduled. “Video number 2”: Failed to schedule comment',
      );
      expectNoDialog();
      expect(listed()).toEqual(['Video number 2']);
    });

    it('undoes the one that was scheduled', async () => {
      const user = await scheduleBoth();
      await expectNotice('Scheduling Failed');
      await user.keyboard('u');
      expect(
        await screen.findByRole('article', { name: 'Video number 1' }),
      ).toBeInTheDocument();
    });
  });
});
