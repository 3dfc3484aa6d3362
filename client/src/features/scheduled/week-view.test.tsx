import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScheduleEntry, ScheduleOverview } from '#shared/contracts/queue.ts';
import { aPostingStatus, userSettings } from '../../testing/factories.ts';
import {
  aNumberedItem,
  commentIdIn,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { json, problem } from '../../testing/fake-server.ts';
import { click, expectNotice, press } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { ScheduledPage } from './scheduled-page.tsx';

const entry = (
  id: number,
  at: string,
  over: Partial<ScheduleEntry> = {},
): ScheduleEntry => ({
  commentId: id,
  queueId: 100 + id,
  at,
  state: 'scheduled',
  title: `Video number ${id}`,
  channelTitle: 'Latency Club',
  ...over,
});

const planned = (id: number, at: string) =>
  aNumberedItem(
    id,
    { status: 'approved' },
    { scheduledFor: at, dueAt: at, autoPost: true },
  );

describe('week view', () => {
  const now = new Date('2026-11-24T14:12:00.000Z');

  let queue: FakeQueue;
  let overview: ScheduleOverview;

  const showAt = (commentId: number, at: string) => {
    const entries = overview.entries.map((each) =>
      each.commentId === commentId ? { ...each, at } : each,
    );
    overview = { ...overview, entries };
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    queue = createFakeQueue();
    queue.items = [
      planned(1, '2026-11-24T17:30:00.000Z'),
      planned(2, '2026-11-26T09:00:00.000Z'),
    ];
    overview = {
      entries: [
        entry(9, '2026-11-24T09:02:00.000Z', { state: 'posted', queueId: null }),
        entry(1, '2026-11-24T17:30:00.000Z'),
        entry(2, '2026-11-26T09:00:00.000Z'),
      ],
      days: [
        { day: '2026-11-24', posted: 1, due: 1 },
        { day: '2026-11-26', posted: 0, due: 1 },
      ],
      dailyCap: 6,
      free: ['2026-11-24T19:30:00.000Z'],
    };
    queue.server
      .on('GET /api/queue/schedule', () => json(overview))
      .on('GET /api/user-settings', userSettings({ timeZone: 'UTC' }))
      .on('GET /api/posting-status', aPostingStatus({ dailyCap: 6 }))
      .on('PATCH /api/queue/:id', (call) => {
        const { scheduledFor } = call.body as { scheduledFor: string };
        const id = commentIdIn(call) - 100;
        showAt(id, scheduledFor);
        return queue.answerSchedule(call);
      });
  });

  const open = async (path = '/scheduled?view=week') => {
    const page = renderPage(<ScheduledPage />, path);
    await screen.findByRole('region', { name: 'Week' });
    return page;
  };
  const week = () => within(screen.getByRole('region', { name: 'Week' }));
  const day = () => within(screen.getByRole('region', { name: 'Day' }));
  const block = (name: RegExp) => week().getByRole('button', { name });
  const sent = () => queue.server.sent('PATCH /api/queue/:id');

  describe('the week', () => {
    it('requests only its seven days, and shows posted and scheduled comments and free slots (rule 2.15)', async () => {
      // The page has been open since before the first of these slots.
      overview.free = ['2026-11-24T13:00:00.000Z', ...overview.free];
      await open();
      expect(
        queue.server.calls.find(({ path }) => path === '/api/queue/schedule')?.query,
      ).toEqual({
        from: '2026-11-24T00:00:00.000Z',
        to: '2026-12-01T00:00:00.000Z',
      });
      expect(
        queue.server.calls.filter(({ query }) => query['scheduled'] === 'true'),
      ).toEqual([]);
      expect(week().getByRole('img', { name: '2 of 6' })).toBeInTheDocument();
      expect(week().getAllByRole('img', { name: '0 of 6' })).toHaveLength(5);
      expect(block(/^Tue Nov 24, 5:30 PM Latency Club: Video number 1$/)).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      expect(week().getByText('Posted at')).toBeInTheDocument();
      expect(
        week().getByText('Free slot on Tue Nov 24,').parentElement,
      ).toHaveTextContent(/7:30 PM$/);
      expect(
        day().getByRole('heading', { name: 'Today, Tuesday, November 24' }),
      ).toBeInTheDocument();
      const card = within(await screen.findByRole('article', { name: 'Video number 1' }));
      expect(card.getByText('Draft number 1')).toBeInTheDocument();
      expect(card.getByText('Auto-Post Enabled')).toBeInTheDocument();
    });

    it('keeps the days and the open comment in the address', async () => {
      const { user } = await open();
      await user.click(block(/^Thu Nov 26, 9 AM/));
      expect(
        await screen.findByRole('article', { name: 'Video number 2' }),
      ).toBeInTheDocument();
      expect(window.location.search).toBe('?view=week&day=2026-11-26&comment=2');
      await press('Week after');
      expect(window.location.search).toBe('?view=week&day=2026-12-01');
      await waitFor(() =>
        expect(queue.server.calls.at(-1)?.query).toMatchObject({
          from: '2026-12-01T00:00:00.000Z',
        }),
      );
    });

    it('scrolls to the card when its block is pressed, but not when the page opens', async () => {
      const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
      const { user } = await open();
      await screen.findByRole('article', { name: 'Video number 1' });
      expect(scrolled).not.toHaveBeenCalled();
      await user.click(block(/^Thu Nov 26, 9 AM/));
      const card = await screen.findByRole('article', { name: 'Video number 2' });
      expect(scrolled.mock.contexts).toEqual([card]);
    });

    it('is remembered once chosen; before that the page opens as the list (rule 2.15)', async () => {
      const first = renderPage(<ScheduledPage />, '/scheduled');
      expect(
        await screen.findByRole('list', { name: 'Scheduled comments' }),
      ).toBeInTheDocument();
      expect(screen.getByRole('radio', { name: 'List' })).toBeChecked();
      await click('radio', 'Week');
      expect(await screen.findByRole('region', { name: 'Week' })).toBeInTheDocument();
      first.unmount();
      const second = renderPage(<ScheduledPage />, '/scheduled');
      expect(await screen.findByRole('region', { name: 'Week' })).toBeInTheDocument();
      await click('radio', 'List');
      second.unmount();
      renderPage(<ScheduledPage />, '/scheduled');
      expect(await screen.findByRole('radio', { name: 'List' })).toBeChecked();
    });

    it('shows the seven days from today, and a button leads back to them (rule 2.15)', async () => {
      const { user } = await open();
      const shown = () =>
        week()
          .getAllByRole('button', { name: /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+/ })
          .map(({ textContent }) => textContent?.slice(0, 6));
      const fromToday = [
        'Tue 24',
        'Wed 25',
        'Thu 26',
        'Fri 27',
        'Sat 28',
        'Sun 29',
        'Mon 30',
      ];
      expect(shown()).toEqual(fromToday);
      await press('Week before');
      await waitFor(() => expect(shown()[0]).toBe('Tue 17'));
      await user.click(screen.getByTitle('Show the next seven days'));
      await waitFor(() => expect(shown()).toEqual(fromToday));
      expect(
        day().getByRole('heading', { name: 'Today, Tuesday, November 24' }),
      ).toBeInTheDocument();
    });

    it('opens at the day of the next comment if it is within the seven days', async () => {
      const at = '2026-11-30T09:00:00.000Z';
      // A comment with auto-post is due sooner, but has no time of its own and is not on
      // this page.
      const byItself = { dueAt: '2026-11-24T20:00:00.000Z', autoPost: true };
      queue.items = [planned(1, at), aNumberedItem(2, { status: 'approved' }, byItself)];
      overview = { ...overview, entries: [entry(1, at)] };
      await open();
      expect(
        day().getByRole('heading', { name: 'Monday, November 30' }),
      ).toBeInTheDocument();
    });

    it('opens at today if the next comment is after the seven days', async () => {
      const at = '2026-12-01T09:00:00.000Z';
      queue.items = [planned(1, at)];
      overview = { ...overview, entries: [] };
      await open();
      expect(
        day().getByRole('heading', { name: 'Today, Tuesday, November 24' }),
      ).toBeInTheDocument();
    });

    it('opens at an overdue comment, and marks each overdue one (rule 2.15)', async () => {
      const [at, next] = ['2026-11-24T10:30:00.000Z', '2026-11-24T11:30:00.000Z'];
      queue.items = [planned(1, at), planned(2, next)];
      overview.entries = [entry(1, at), entry(2, next)];
      await open();
      expect(block(/^Tue Nov 24, 10:30 AM Overdue Latency Club/)).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      expect(screen.queryByRole('region', { name: 'Overdue' })).not.toBeInTheDocument();
      expect(
        await day().findByRole('article', { name: 'Video number 1' }),
      ).toBeInTheDocument();
      await press(/^Video number 2 ?Overdue$/, day());
      expect(await day().findByRole('article', { name: 'Video number 2' })).toHaveFocus();
      expect(
        day().getByRole('button', { name: /^Video number 1 ?Overdue$/ }),
      ).toBeInTheDocument();
    });

    it('lists comments overdue since before today at its top, and opens them there (rule 2.15)', async () => {
      const times = [21, 22].map((of) => `2026-11-${of}T06:00:00.000Z`);
      overview.entries = times.map((at, index) => entry(index + 1, at));
      queue.items = times.map((at, index) => planned(index + 1, at));
      await open();
      expect(
        day().getByRole('heading', { name: 'Today, Tuesday, November 24' }),
      ).toBeInTheDocument();
      const overdue = within(screen.getByRole('region', { name: 'Overdue' }));
      expect(overdue.getByText(/Nov 21/)).toBeInTheDocument();
      expect(week().queryByText('6 AM')).not.toBeInTheDocument();
      await press(/^Video number 2/, overdue);
      expect(
        await overdue.findByRole('article', { name: 'Video number 2' }),
      ).toHaveFocus();
      expect(window.location.search).toBe('?view=week&day=2026-11-24&comment=2');
    });
  });

  describe('moving a comment (rule 2.15)', () => {
    it('says why it is not undone', async () => {
      const { user } = await open();
      block(/^Tue Nov 24, 5:30 PM/).focus();
      await user.keyboard('{ArrowRight}{Enter}');
      await expectNotice('Comment Scheduled');
      const detail = 'The earlier time has passed, so nothing was undone.';
      const refused = [{ id: 'step-1', commentId: 1, code: 'schedule_in_past', detail }];
      queue.server.on(
        'POST /api/steps/undo',
        problem(409, 'schedule_in_past', detail, { refused }),
      );
      await press('Undo');
      await expectNotice('Undo Failed', detail);
      expect(sent()).toHaveLength(1);
      expect(block(/^Wed Nov 25, 5:30 PM/)).toBeInTheDocument();
    });

    it('is refused by keyboard when the time has passed, and cancelled with Escape', async () => {
      const { user } = await open();
      block(/^Thu Nov 26, 9 AM/).focus();
      await user.keyboard('{ArrowLeft}{ArrowLeft}{Enter}');
      expect(
        screen.getByText('That time has passed. Choose one later than now.'),
      ).toBeInTheDocument();
      await user.keyboard('{Escape}');
      expect(screen.queryByText(/^To |has passed/)).not.toBeInTheDocument();
      expect(sent()).toEqual([]);
    });

    /**
     * Lays out the week in columns of 100 px that start at
     * 8:00. Returns the block and the pointer's position.
     */
    function aDrag(name: RegExp) {
      const dragged = block(name);
      const columns = dragged.parentElement?.parentElement as HTMLElement;
      columns.getBoundingClientRect = () =>
        DOMRect.fromRect({ x: 0, y: 0, width: 700, height: 588 });
      const at = (clientX: number, clientY: number) => ({ clientX, clientY, ...mouse });
      return { dragged, at };
    }
    const mouse = { button: 0, pointerId: 1, pointerType: 'mouse' };

    it('snaps to five minutes with the pointer, and is cancelled with Escape', async () => {
      await open();
      const { dragged, at } = aDrag(/^Tue Nov 24, 5:30 PM/);
      // The block is at 17:30.
      dragged.getBoundingClientRect = () =>
        DOMRect.fromRect({ x: 0, y: 399, width: 100, height: 54 });
      fireEvent.pointerDown(dragged, at(50, 409));
      fireEvent.pointerMove(dragged, at(250, 412));
      expect(screen.getByText('To Thu, Nov 26, 5:35 PM.')).toBeInTheDocument();
      fireEvent.keyDown(dragged, { key: 'Escape' });
      fireEvent.pointerUp(dragged, at(250, 412));
      expect(sent()).toEqual([]);
      fireEvent.pointerDown(dragged, at(50, 409));
      fireEvent.pointerMove(dragged, at(250, 412));
      fireEvent.pointerUp(dragged, at(250, 412));
      await waitFor(() =>
        expect(sent()).toEqual([
          { queueId: 101, scheduledFor: '2026-11-26T17:35:00.000Z', autoPost: true },
        ]),
      );
    });
  });

  it('keeps a comment open that is posted meanwhile, and the day with it (rule 2.15)', async () => {
    const { client } = await open('/scheduled?view=week&day=2026-11-24&comment=1');
    const card = within(await screen.findByRole('article', { name: 'Video number 1' }));
    queue.items = queue.items.filter(({ commentId }) => commentId !== 1);
    const entries = overview.entries.map((each) =>
      each.commentId === 1 ? { ...each, state: 'posted' as const, queueId: null } : each,
    );
    overview = { ...overview, entries };
    await client.invalidateQueries();
    expect(await card.findByText('Posted')).toBeInTheDocument();
    expect(card.getByText('Draft number 1')).toBeInTheDocument();
    expect(
      day().getByRole('heading', { name: 'Today, Tuesday, November 24' }),
    ).toBeInTheDocument();
    expect(card.getAllByRole('link', { name: /History/ })).toHaveLength(1);
  });

  it('gives the focus to the next comment when the open one leaves (rule 12.5)', async () => {
    overview = {
      ...overview,
      entries: [...overview.entries, entry(3, '2026-11-24T18:30:00.000Z')],
    };
    queue.items = [...queue.items, planned(3, '2026-11-24T18:30:00.000Z')];
    queue.server.on('PATCH /api/queue/:id', () => {
      overview = {
        ...overview,
        entries: overview.entries.filter(({ commentId }) => commentId !== 1),
      };
      return json(aNumberedItem(1, { status: 'approved' }));
    });
    await open();
    await screen.findByRole('article', { name: 'Video number 1' });
    expect(document.body).toHaveFocus();
    await press(/^Video number 3/, day());
    const second = await screen.findByRole('article', { name: 'Video number 3' });
    expect(second).toHaveFocus();
    await press(/^Video number 1/, day());
    const card = within(await screen.findByRole('article', { name: 'Video number 1' }));
    await press('Unschedule', card);
    await expectNotice('Removed from Schedule');
    await waitFor(() =>
      expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus(),
    );
  });

  describe('an approved comment without a time', () => {
    beforeEach(() => {
      queue.items = [...queue.items, aNumberedItem(3, { status: 'approved' })];
      queue.server.on('GET /api/queue/free-slots', {
        times: ['2026-11-24T19:30:00.000Z'],
      });
    });

    it('shows the day of a free slot that is not today', async () => {
      queue.server.on('GET /api/queue/free-slots', {
        times: ['2026-11-26T09:00:00.000Z'],
      });
      await open();
      expect(
        await screen.findByRole('button', { name: 'Next free slot Thu 9 AM' }),
      ).toBeInTheDocument();
    });

    it('can be scheduled for tonight, tomorrow at 9:00 or the next free slot (rule 7.18)', async () => {
      await open();
      const tray = within(
        await screen.findByRole('region', { name: 'Approved comments without a time' }),
      );
      expect(tray.getByText('Video number 3')).toBeInTheDocument();
      expect(tray.getByRole('button', { name: 'Tonight 9 PM' })).toBeEnabled();
      expect(tray.getByRole('button', { name: 'Tomorrow 9 AM' })).toBeEnabled();
      await press('Next free slot 7:30 PM', tray);
      await expectNotice('Comment Scheduled', 'Video number 3');
      await expectNotice('Comment Scheduled', /It goes out tonight 7:30 PM\.$/);
      expect(sent()).toEqual([
        { queueId: 103, scheduledFor: '2026-11-24T19:30:00.000Z', autoPost: true },
      ]);
    });
  });
});
