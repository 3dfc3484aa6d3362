import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPostingStatus } from '../../testing/factories.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { brokenOff, held, problem } from '../../testing/fake-server.ts';
import {
  click,
  expectLink,
  expectNoDialog,
  expectNotice,
  findDialog,
  press,
} from '../../testing/page.ts';
import {
  editor,
  openQueue,
  openScheduleDialog,
  queryRow,
  renderQueue,
} from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

/** Waits until a time is chosen, and schedules the comment. */
async function pressSchedule(dialog: Awaited<ReturnType<typeof openScheduleDialog>>) {
  await dialog.findByText(/^Will be posted on/);
  await press('Schedule', dialog);
}

describe('scheduling one', () => {
  beforeEach(() => {
    queue.items = [aNumberedItem(1, { status: 'approved' }), aNumberedItem(2)];
  });

  describe('at eight in the evening', () => {
    beforeEach(() => {
      const now = new Date('2026-11-21T20:00:00.000Z');
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now });
    });

    it('names the video of the comment', async () => {
      const dialog = await openScheduleDialog();
      expect(dialog.getByText('Video number 1')).toBeInTheDocument();
    });

    it('is closed by Cancel', async () => {
      await openScheduleDialog();
      await press('Cancel');
      expectNoDialog();
    });

    it('offers quick times and others, with the next free slot chosen (rule 2.14)', async () => {
      const dialog = await openScheduleDialog();
      const namesIn = (group: string) =>
        within(dialog.getByRole('radiogroup', { name: group }))
          .getAllByRole('radio')
          .map(({ textContent }) => textContent);
      expect(namesIn('Quick')).toEqual([
        'In 5 minutes 8:05 PM',
        'In 10 minutes 8:10 PM',
        'In 15 minutes 8:15 PM',
        'In 20 minutes 8:20 PM',
        'In 30 minutes 8:30 PM',
      ]);
      expect(namesIn('At a time')).toEqual([
        'Next free slot tomorrow 5:30 PM',
        'Tonight 9:00 PM',
        'Tomorrow 9:00 AM',
        'Custom ',
      ]);
      expect(dialog.getByRole('radio', { name: /^Next free slot/ })).toBeChecked();
      expect(dialog.queryByLabelText('Date and time')).not.toBeInTheDocument();
    });

    it.each([
      [/^Tonight/, 'Nov 21, 2026, 9:00 PM'],
      [/^Tomorrow/, 'Nov 22, 2026, 9:00 AM'],
      [/^Next free slot/, 'Nov 22, 2026, 5:30 PM'],
    ])('shows in the preview when the comment goes out: %s', async (name, preview) => {
      const dialog = await openScheduleDialog();
      await click('radio', name, dialog);
      expect(dialog.getByText('Preview')).toBeInTheDocument();
      expect(dialog.getByTestId('schedule-preview')).toHaveTextContent(
        `Will be posted on ${preview}`,
      );
    });

    it('counts a quick time from now on, and sends the time in the preview (rule 5.4)', async () => {
      const dialog = await openScheduleDialog();
      await click('radio', /^In 20 minutes/, dialog);
      act(() => vi.advanceTimersByTime(180_000));
      expect(dialog.getByTestId('schedule-preview')).toHaveTextContent(
        'Will be posted on Nov 21, 2026, 8:23 PM',
      );
      await press('Schedule', dialog);
      await expectNotice(
        'Comment Scheduled',
        /^Comment has been scheduled for posting\. It goes out .+ [AP]M\.$/,
      );
      expect(queue.server.sent('PATCH /api/queue/:id')).toEqual([
        { queueId: 101, scheduledFor: '2026-11-21T20:23:00.000Z', autoPost: true },
      ]);
    });

    it('removes the comment from the list without another request', async () => {
      const dialog = await openScheduleDialog();
      queue.server.on('GET /api/queue', brokenOff);
      await press('Schedule', dialog);
      await expectNotice('Comment Scheduled');
      expect(queryRow('Video number 1')).not.toBeInTheDocument();
    });

    it('saves an unsaved edit too', async () => {
      const { user } = await openQueue({ query: '?comment=1' });
      await user.type(editor(), '!');
      await press('Schedule');
      const dialog = await findDialog('Schedule Comment');
      await pressSchedule(dialog);
      await expectNotice('Comment Scheduled');
      expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
        { content: 'Draft number 1!', revision: 1 },
      ]);
    });
  });

  describe('a pending comment, with s and Enter', () => {
    async function scheduleByKeyboard() {
      queue.items.push(aNumberedItem(3));
      const { user } = await openQueue();
      await user.keyboard('s');
      const dialog = await findDialog('Schedule Comment');
      expect(
        dialog.getByRole('button', { name: 'Approve & Schedule' }),
      ).toBeInTheDocument();
      await dialog.findByText(/^Will be posted on/);
      await user.keyboard('{Enter}');
      await expectNotice('Comment Scheduled');
      return user;
    }

    it('approves it too, and opens the next one', async () => {
      await scheduleByKeyboard();
      await waitFor(() =>
        expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus(),
      );
      expect(queue.items[1]).toMatchObject({
        autoPost: true,
        comment: { status: 'approved' },
      });
    });

    it('is undone in one step', async () => {
      const user = await scheduleByKeyboard();
      await user.keyboard('u');
      await expectNotice('Undid: scheduled "Video number 2"');
      expect(queue.items[1]).toMatchObject({
        scheduledFor: null,
        comment: { status: 'pending' },
      });
    });
  });

  it('says when a scheduled comment is posted, and links to it (rule 12.7)', async () => {
    queue.items[0] = aNumberedItem(
      1,
      { status: 'approved' },
      { scheduledFor: '2126-11-22T21:00:00.000Z' },
    );
    renderQueue({ query: '?comment=1' });
    const words = await screen.findByRole('heading', { name: /^Scheduled for/ });
    expect(words).toHaveTextContent('Scheduled for Nov 22, 2126, 9:00 PM');
    expectLink('See It', '/scheduled?comment=1');
    expect(screen.getByRole('link', { name: 'Find More Videos' })).toBeInTheDocument();
  });

  it('says when no slot is free (rule 7.18)', async () => {
    queue.server.on('GET /api/queue/free-slots', { times: [] });
    const dialog = await openScheduleDialog();
    await waitFor(() =>
      expect(dialog.getByRole('radio', { name: /^Tomorrow/ })).toBeChecked(),
    );
    await click('radio', 'Next free slot', dialog);
    expect(
      await dialog.findByText(/^No slot is free within a year\./),
    ).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Schedule' })).toBeDisabled();
  });

  describe('when the server refuses', () => {
    beforeEach(() => {
      queue.server.on(
        'PATCH /api/queue/:id',
        problem(409, 'not_approved', 'Approve it first.'),
      );
    });

    it('keeps the dialog open and shows the reason (rule 11.1)', async () => {
      const dialog = await openScheduleDialog();
      await pressSchedule(dialog);
      expect(await dialog.findByText('Approve it first.')).toBeInTheDocument();
      await expectNotice('Scheduling Failed', 'Approve it first.');
    });

    it('removes the reason on the next try', async () => {
      const dialog = await openScheduleDialog();
      await pressSchedule(dialog);
      await dialog.findByText('Approve it first.');
      const answer = held(null, 500);
      queue.server.on('PATCH /api/queue/:id', answer.answer);
      await press('Schedule', dialog);
      expect(dialog.queryByText('Approve it first.')).not.toBeInTheDocument();
      answer.release();
    });
  });

  it('disables its button while it schedules', async () => {
    const answer = held(queue.answerSchedule);
    queue.server.on('PATCH /api/queue/:id', answer.answer);
    const dialog = await openScheduleDialog();
    await pressSchedule(dialog);
    expect(dialog.getByRole('button', { name: 'Scheduling…' })).toBeDisabled();
    answer.release();
    await expectNotice('Comment Scheduled');
  });

  it('says that posting is paused', async () => {
    queue.server.on(
      'GET /api/posting-status',
      aPostingStatus({ state: 'paused', reason: 'Posting is paused.' }),
    );
    const dialog = await openScheduleDialog();
    expect(await dialog.findByText('Posting is paused.')).toBeInTheDocument();
  });

  it('warns above the daily limit, which counts the rescheduled comment once', async () => {
    // The time is far from midnight, so that five minutes later is still the same day.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T20:00:00.000Z') });
    queue.server.on(
      'GET /api/posting-status',
      aPostingStatus({ dailyCap: 1, postedToday: 1 }),
    );
    // Two comments are due today, and the third is due on another day.
    queue.items = [1, 2, 3].map((id) =>
      aNumberedItem(
        id,
        { status: 'approved' },
        { dueAt: `2026-11-2${id < 3 ? 1 : 3}T22:00:00.000Z` },
      ),
    );
    const dialog = await openScheduleDialog();
    await click('radio', /^In 5 minutes/, dialog);
    expect(
      await dialog.findByText(
        'Nov 21 would have 3 posts; your daily limit is 1. The rest waits for the next day.',
      ),
    ).toBeInTheDocument();
  });

  describe('a custom time', () => {
    const refusal = 'That time has passed. Choose one later than now.';

    async function chooseCustom() {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T20:00:00.000Z') });
      const dialog = await openScheduleDialog();
      await click('radio', /^In 5 minutes/, dialog);
      await click('radio', 'Custom', dialog);
      return { dialog, field: dialog.getByLabelText('Date and time') };
    }

    it('starts with the time that was chosen', async () => {
      const { field } = await chooseCustom();
      expect(field).toHaveValue('2026-11-21T20:05');
      expect(field).toHaveAttribute('min', '2026-11-21T20:00');
      expect(field).toHaveAccessibleDescription('In your time zone.');
    });

    it('is needed to schedule', async () => {
      const { dialog, field } = await chooseCustom();
      fireEvent.change(field, { target: { value: '' } });
      expect(dialog.getByText('Choose a date and time.')).toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Schedule' })).toBeDisabled();
    });

    it('is refused in the past, but only when it is sent (rule 5.4)', async () => {
      const { dialog, field } = await chooseCustom();
      fireEvent.change(field, { target: { value: '2026-11-21T20:00' } });
      expect(field).toBeValid();
      await press('Schedule', dialog);
      expect(field).toHaveAccessibleDescription(`In your time zone. ${refusal}`);
      expect(field).toHaveAttribute('aria-invalid', 'true');
      expect(field).toHaveFocus();
      expect(dialog.getByTestId('schedule-preview')).toHaveTextContent(
        'Choose a date and time later than now.',
      );
      expect(dialog.getByRole('alert')).toHaveTextContent(refusal);
      expect(queue.server.sent('PATCH /api/queue/:id')).toEqual([]);
    });

    it('is accepted again once it is later than now', async () => {
      const { dialog, field } = await chooseCustom();
      fireEvent.change(field, { target: { value: '2026-11-21T20:00' } });
      await press('Schedule', dialog);
      fireEvent.change(field, { target: { value: '2026-11-21T20:30' } });
      expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
    });
  });
});
