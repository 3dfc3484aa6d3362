import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPostingStatus, aVideo } from '../../testing/factories.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { brokenOff, held, problem } from '../../testing/fake-server.ts';
import { click, expectNotice, findDialog, press } from '../../testing/page.ts';
import { editor, openQueue, queryRow, renderQueue } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

describe('a comment on the channel in the last seven days', () => {
  const warning = 'You commented on this channel 3 days ago';

  beforeEach(() => {
    const answers = { replyId: 1, authorName: '@mira', text: 'How?', pictureUrl: null };
    queue.items = [1, 2, 3].map((id) => {
      const video = aVideo({
        id,
        title: `Video number ${id}`,
        channelId: id === 3 ? 'UC-3' : 'UC-1',
      });
      return aNumberedItem(id, {
        status: 'approved',
        video,
        ...(id === 2 && { answers }),
      });
    });
    const postedAt = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
    queue.server.on('GET /api/channels/commented', [
      { channelId: 'UC-1', postedAt, scheduledFor: [] },
    ]);
  });

  it('is named when another one is scheduled (rule 7.10)', async () => {
    const { user } = await openQueue({ query: '?comment=1' });
    await user.keyboard('s');
    const dialog = await findDialog('Schedule Comment');
    expect(await dialog.findByText(/^You commented/)).toHaveTextContent(warning);
  });

  it('is not named when an answer is scheduled (rule 13.12)', async () => {
    const { user } = await openQueue({ query: '?comment=2' });
    await user.keyboard('s');
    expect(await screen.findByRole('dialog')).toHaveTextContent('Video number 2');
    expect(screen.queryByText(/^You commented/)).not.toBeInTheDocument();
  });

  it('is named only beside its channel when several are scheduled', async () => {
    await openQueue({ query: '?comment=1' });
    await press('Schedule Approved (3)');
    const dialog = await findDialog('Schedule Approved Comments');
    const [first, answer, other] = dialog.getAllByRole('listitem');
    await waitFor(() => expect(first).toHaveTextContent(warning));
    expect(answer).not.toHaveTextContent(warning);
    expect(other).not.toHaveTextContent(warning);
  });
});

describe('other comments on the channel that are scheduled (rule 2.14)', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  async function openDialog(scheduledFor: string[], postedAt: string | null = null) {
    const video = aVideo({ title: 'Video number 1', channelId: 'UC-1' });
    queue.items = [aNumberedItem(1, { status: 'approved', video })];
    queue.server.on('GET /api/channels/commented', [
      { channelId: 'UC-1', postedAt, scheduledFor },
    ]);
    const { user } = await openQueue({ query: '?comment=1' });
    await press('Schedule');
    const dialog = await findDialog('Schedule Comment');
    await click('radio', /^In 30 minutes/, dialog);
    return { user, dialog };
  }

  it('are named with their time', async () => {
    const { dialog } = await openDialog([inDays(1)]);
    expect(
      dialog.getByText(/^Another comment on this channel goes out/),
    ).toHaveTextContent(/tomorrow/);
  });

  it('are counted', async () => {
    const { dialog } = await openDialog([inDays(1), inDays(2), inDays(20)]);
    const words = /^2 other comments on this channel go out around then, the first/;
    expect(dialog.getByText(words)).toHaveTextContent(/tomorrow/);
  });

  it('are not mentioned for a time more than a week away', async () => {
    const { dialog } = await openDialog([inDays(9)]);
    expect(dialog.queryByText(/on this channel/)).not.toBeInTheDocument();
  });

  it('says nothing about a comment posted today if the new one goes out in more than a week (rule 2.9)', async () => {
    const { dialog } = await openDialog([], new Date().toISOString());
    expect(dialog.getByText(/^You commented on this channel/)).toBeInTheDocument();
    await click('radio', 'Custom', dialog);
    fireEvent.change(dialog.getByLabelText('Date and time'), {
      target: { value: inDays(9).slice(0, 16) },
    });
    expect(dialog.queryByText(/^You commented on this channel/)).not.toBeInTheDocument();
  });
});

describe('scheduling one', () => {
  beforeEach(() => {
    queue.items = [aNumberedItem(1, { status: 'approved' }), aNumberedItem(2)];
  });

  describe('at eight in the evening', () => {
    beforeEach(() => {
      const now = new Date('2026-11-21T20:00:00.000Z');
      vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now });
    });

    async function openDialog() {
      const { user } = await openQueue({ query: '?comment=1' });
      await press('Schedule');
      const dialog = await findDialog('Schedule Comment');
      return { user, dialog };
    }

    it('names the video of the comment', async () => {
      const { dialog } = await openDialog();
      expect(dialog.getByText('Video number 1')).toBeInTheDocument();
    });

    it('is closed by Cancel', async () => {
      await openDialog();
      await press('Cancel');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });

    it('offers quick times and others, with the next free slot chosen (rule 2.14)', async () => {
      const { dialog } = await openDialog();
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
      const { dialog } = await openDialog();
      await click('radio', name, dialog);
      expect(dialog.getByText('Preview')).toBeInTheDocument();
      expect(dialog.getByTestId('schedule-preview')).toHaveTextContent(
        `Will be posted on ${preview}`,
      );
    });

    it('counts a quick time from now on, and sends the time in the preview (rule 5.4)', async () => {
      const { dialog } = await openDialog();
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
      const { dialog } = await openDialog();
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
      await dialog.findByText(/^Will be posted on/);
      await press('Schedule', dialog);
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
    expect(screen.getByRole('link', { name: 'See It' })).toHaveAttribute(
      'href',
      '/scheduled?comment=1',
    );
    expect(screen.getByRole('link', { name: 'Find More Videos' })).toBeInTheDocument();
  });

  it('says when no slot is free (rule 7.18)', async () => {
    queue.server.on('GET /api/queue/free-slots', { times: [] });
    await openQueue({ query: '?comment=1' });
    await press('Schedule');
    const dialog = await findDialog('Schedule Comment');
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
    async function openDialog() {
      const { user } = await openQueue({ query: '?comment=1' });
      await press('Schedule');
      const dialog = await findDialog('Schedule Comment');
      await dialog.findByText(/^Will be posted on/);
      return { user, dialog };
    }

    it('keeps the dialog open and shows the reason (rule 11.1)', async () => {
      queue.server.on(
        'PATCH /api/queue/:id',
        problem(409, 'not_approved', 'Approve it first.'),
      );
      const { dialog } = await openDialog();
      await press('Schedule', dialog);
      expect(await dialog.findByText('Approve it first.')).toBeInTheDocument();
      await expectNotice('Scheduling Failed', 'Approve it first.');
    });

    it('shows a general reason when the server gives none', async () => {
      queue.server.on('PATCH /api/queue/:id', brokenOff);
      const { dialog } = await openDialog();
      await press('Schedule', dialog);
      expect(await dialog.findByText('Failed to schedule comment')).toBeInTheDocument();
    });

    it('removes the reason on the next try', async () => {
      queue.server.on(
        'PATCH /api/queue/:id',
        problem(409, 'not_approved', 'Approve it first.'),
      );
      const { dialog } = await openDialog();
      await press('Schedule', dialog);
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
    await openQueue({ query: '?comment=1' });
    await press('Schedule');
    const dialog = await findDialog('Schedule Comment');
    await dialog.findByText(/^Will be posted on/);
    await press('Schedule', dialog);
    expect(dialog.getByRole('button', { name: 'Scheduling…' })).toBeDisabled();
    answer.release();
    await expectNotice('Comment Scheduled');
  });

  it('says that posting is paused', async () => {
    queue.server.on(
      'GET /api/posting-status',
      aPostingStatus({ state: 'paused', reason: 'Posting is paused.' }),
    );
    await openQueue({ query: '?comment=1' });
    await press('Schedule');
    const dialog = await findDialog('Schedule Comment');
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
    await openQueue({ query: '?comment=1' });
    const card = within(screen.getByRole('article', { name: 'Video number 1' }));
    await press('Schedule', card);
    const dialog = await findDialog('Schedule Comment');
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
      const { user } = await openQueue({ query: '?comment=1' });
      await press('Schedule');
      const dialog = await findDialog('Schedule Comment');
      await click('radio', /^In 5 minutes/, dialog);
      await click('radio', 'Custom', dialog);
      return { user, dialog, field: dialog.getByLabelText('Date and time') };
    }

    it('starts with the time that was chosen', async () => {
      const { field } = await chooseCustom();
      expect(field).toHaveValue('2026-11-21T20:05');
      expect(field).toHaveAttribute('min', '2026-11-21T20:00');
      expect(field).toHaveAccessibleDescription('In your time zone.');
    });

    it('is needed to schedule', async () => {
      const { user, dialog, field } = await chooseCustom();
      await user.clear(field);
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
