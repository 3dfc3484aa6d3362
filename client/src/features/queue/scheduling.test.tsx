import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPostingStatus, aVideo } from '../../testing/factories.ts';
import { aNumberedItem, createFakeQueue, type FakeQueue } from '../../testing/fake-queue.ts';
import { brokenOff, held } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/page.ts';
import { editor, listed, openQueue, queryRow, renderQueue } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

it('warns of another comment on the channel in the last seven days, but not for an answer (rules 7.10, 13.12)', async () => {
  const answers = { replyId: 1, authorName: '@mira', text: 'How?', pictureUrl: null };
  queue.items = [1, 2, 3].map((id) => {
    const video = aVideo({ id, title: `Video number ${id}`, channelId: id === 3 ? 'UC-3' : 'UC-1' });
    return aNumberedItem(id, { status: 'approved', video, ...(id === 2 && { answers }) });
  });
  const postedAt = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
  queue.server.on('GET /api/channels/commented', [{ channelId: 'UC-1', postedAt, scheduledFor: [] }]);
  const warning = 'You commented on this channel 3 days ago';
  const { user } = await openQueue({ query: '?comment=1' });
  const [first] = screen.getAllByRole('button', { name: 'Schedule' });
  await user.click(first as HTMLElement);
  const one = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
  expect(await one.findByText(/^You commented/)).toHaveTextContent(warning);
  await user.click(one.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('js');
  expect(await screen.findByRole('dialog')).toHaveTextContent('Video number 2');
  expect(screen.queryByText(/^You commented/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Schedule Approved (3)' }));
  const all = within(await screen.findByRole('dialog', { name: 'Schedule Approved Comments' }));
  const lines = all.getAllByRole('listitem').map(({ textContent }) => textContent?.includes(warning));
  expect(lines).toEqual([true, false, false]);
});

describe('other comments on the channel that are scheduled (rule 2.14)', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  async function openDialog(scheduledFor: string[], postedAt: string | null = null) {
    const video = aVideo({ title: 'Video number 1', channelId: 'UC-1' });
    queue.items = [aNumberedItem(1, { status: 'approved', video })];
    queue.server.on('GET /api/channels/commented', [{ channelId: 'UC-1', postedAt, scheduledFor }]);
    const { user } = await openQueue({ query: '?comment=1' });
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
    await user.click(dialog.getByRole('radio', { name: /^In 30 minutes/ }));
    return { user, dialog };
  }

  it('are named with their time', async () => {
    const { dialog } = await openDialog([inDays(1)]);
    expect(dialog.getByText(/^Another comment on this channel goes out/)).toHaveTextContent(/tomorrow/);
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
    const { user, dialog } = await openDialog([], new Date().toISOString());
    expect(dialog.getByText(/^You commented on this channel/)).toBeInTheDocument();
    await user.click(dialog.getByRole('radio', { name: 'Custom' }));
    fireEvent.change(dialog.getByLabelText('Date and time'), { target: { value: inDays(9).slice(0, 16) } });
    expect(dialog.queryByText(/^You commented on this channel/)).not.toBeInTheDocument();
  });
});

describe('scheduling one', () => {
  beforeEach(() => {
    queue.items = [aNumberedItem(1, { status: 'approved' }), aNumberedItem(2)];
  });

  it('offers quick times counted from the press, and sends the time in the preview (rules 2.14, 5.4)', async () => {
    const now = new Date('2026-11-21T20:00:00.000Z');
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now });
    const { user } = await openQueue({ query: '?comment=1' });
    await user.type(editor(), '!');
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
    expect(dialog.getByText('Video number 1')).toBeInTheDocument();
    const choices = within(dialog.getByRole('radiogroup', { name: 'Quick' }));
    expect(choices.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual(
      [5, 10, 15, 20, 30].map((minutes) => `In ${minutes} minutes 8:${String(minutes).padStart(2, '0')} PM`),
    );
    const others = within(dialog.getByRole('radiogroup', { name: 'At a time' }));
    expect(others.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
      'Next free slot tomorrow 5:30 PM',
      'Tonight 9:00 PM',
      'Tomorrow 9:00 AM',
      'Custom ',
    ]);
    expect(dialog.getByRole('radio', { name: /^Next free slot/ })).toBeChecked();
    expect(dialog.queryByLabelText('Date and time')).not.toBeInTheDocument();
    expect(dialog.getByText('Preview')).toBeInTheDocument();
    expect(dialog.getByText(/^Will be posted on/)).toBeInTheDocument();
    for (const [name, preview] of [
      [/^Tonight/, 'Nov 21, 2026, 9:00 PM'],
      [/^Tomorrow/, 'Nov 22, 2026, 9:00 AM'],
      [/^Next free slot/, 'Nov 22, 2026, 5:30 PM'],
    ] as const) {
      await user.click(dialog.getByRole('radio', { name }));
      expect(dialog.getByTestId('schedule-preview')).toHaveTextContent(`Will be posted on ${preview}`);
    }
    await user.click(dialog.getByRole('radio', { name: /^In 20 minutes/ }));
    // The response removes the comment from the list without another request.
    queue.server.on('GET /api/queue', brokenOff);
    act(() => vi.advanceTimersByTime(180_000));
    expect(dialog.getByTestId('schedule-preview')).toHaveTextContent(
      'Will be posted on Nov 21, 2026, 8:23 PM',
    );
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    await expectNotice(
      'Comment Scheduled',
      /^Comment has been scheduled for posting\. It goes out .+ [AP]M\.$/,
    );
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
      { content: 'Draft number 1!', revision: 1 },
    ]);
    expect(queue.server.sent('PATCH /api/queue/:id')).toEqual([
      { queueId: 101, scheduledFor: '2026-11-21T20:23:00.000Z', autoPost: true },
    ]);
    expect(queryRow('Video number 1')).not.toBeInTheDocument();
  });

  it('approves and schedules a pending comment with s and Enter, undone in one step', async () => {
    queue.items.push(aNumberedItem(3));
    const { user } = await openQueue();
    await user.keyboard('s');
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
    expect(dialog.getByRole('button', { name: 'Approve & Schedule' })).toBeInTheDocument();
    await dialog.findByText(/^Will be posted on/);
    await user.keyboard('{Enter}');
    await expectNotice('Comment Scheduled');
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus());
    expect(queue.items[1]).toMatchObject({ autoPost: true, comment: { status: 'approved' } });
    await user.keyboard('u');
    await expectNotice('Undid: scheduled "Video number 2"');
    expect(queue.items[1]).toMatchObject({ scheduledFor: null, comment: { status: 'pending' } });
  });

  it('says when a scheduled comment is posted, and links to it (rule 12.7)', async () => {
    queue.items[0] = aNumberedItem(1, { status: 'approved' }, { scheduledFor: '2126-11-22T21:00:00.000Z' });
    renderQueue({ query: '?comment=1' });
    const words = await screen.findByRole('heading', { name: /^Scheduled for/ });
    expect(words).toHaveTextContent('Scheduled for Nov 22, 2126, 9:00 PM');
    expect(screen.getByRole('link', { name: 'See It' })).toHaveAttribute('href', '/scheduled?comment=1');
    expect(screen.getByRole('link', { name: 'Find More Videos' })).toBeInTheDocument();
  });

  it('says when no slot is free (rule 7.18)', async () => {
    queue.server.on('GET /api/queue/free-slots', { times: [] });
    const { user } = await openQueue({ query: '?comment=1' });
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
    await waitFor(() => expect(dialog.getByRole('radio', { name: /^Tomorrow/ })).toBeChecked());
    await user.click(dialog.getByRole('radio', { name: 'Next free slot' }));
    expect(await dialog.findByText(/^No slot is free within a year\./)).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Schedule' })).toBeDisabled();
  });

  it('keeps the dialog open and shows the reason when the server refuses (rule 11.1)', async () => {
    const answer = held(
      { status: 409, title: 'Error', detail: 'Approve it first.', code: 'not_approved' },
      409,
    );
    queue.server
      .on('PATCH /api/queue/:id', answer.answer)
      .on('GET /api/posting-status', aPostingStatus({ state: 'paused', reason: 'Posting is paused.' }));
    const { user } = await openQueue({ query: '?comment=1' });
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
    expect(await dialog.findByText('Posting is paused.')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(dialog.getByRole('button', { name: 'Scheduling…' })).toBeDisabled();
    answer.release();
    expect(await dialog.findByText('Approve it first.')).toBeInTheDocument();
    await expectNotice('Scheduling Failed', 'Approve it first.');
    const second = Promise.withResolvers<Response>();
    queue.server.on('PATCH /api/queue/:id', () => second.promise);
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(dialog.queryByText('Approve it first.')).not.toBeInTheDocument();
    second.resolve(brokenOff());
    expect(await dialog.findByText('Failed to schedule comment')).toBeInTheDocument();
  });

  it('refuses a custom time in the past, and warns above the daily limit (rule 5.4)', async () => {
    // The time is far from midnight, so that five minutes later is still the same day.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T20:00:00.000Z') });
    queue.server.on('GET /api/posting-status', aPostingStatus({ dailyCap: 1, postedToday: 1 }));
    // Two comments are due today. The rescheduled one must not count twice; the third is due on another day.
    queue.items = [1, 2, 3].map((id) =>
      aNumberedItem(id, { status: 'approved' }, { dueAt: `2026-11-2${id < 3 ? 1 : 3}T22:00:00.000Z` }),
    );
    const { user } = await openQueue({ query: '?comment=1' });
    const card = within(screen.getByRole('article', { name: 'Video number 1' }));
    await user.click(card.getByRole('button', { name: 'Schedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
    await user.click(dialog.getByRole('radio', { name: /^In 5 minutes/ }));
    expect(
      await dialog.findByText(
        'Nov 21 would have 3 posts; your daily limit is 1. The rest waits for the next day.',
      ),
    ).toBeInTheDocument();
    await user.click(dialog.getByRole('radio', { name: 'Custom' }));
    const field = dialog.getByLabelText('Date and time');
    expect(field).toHaveValue('2026-11-21T20:05');
    expect(field).toHaveAttribute('min', '2026-11-21T20:00');
    expect(field).toHaveAccessibleDescription('In your time zone.');
    await user.clear(field);
    expect(dialog.getByText('Choose a date and time.')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Schedule' })).toBeDisabled();
    fireEvent.change(field, { target: { value: '2026-11-21T20:00' } });
    expect(field).toBeValid();
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    const refusal = 'That time has passed. Choose one later than now.';
    expect(field).toHaveAccessibleDescription(`In your time zone. ${refusal}`);
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(field).toHaveFocus();
    expect(dialog.getByTestId('schedule-preview')).toHaveTextContent(
      'Choose a date and time later than now.',
    );
    expect(dialog.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([refusal]);
    fireEvent.change(field, { target: { value: '2026-11-21T20:30' } });
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/queue/:id')).toEqual([]);
  });
});

describe('scheduling all that are approved', () => {
  const opened = new Date('2026-11-21T20:00:00.000Z');
  const minute = 60_000;

  it('draws random times once per preset, and again after a time has passed (rule 9.5)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: opened });
    queue.items = [1, 2, 3].map((id) =>
      aNumberedItem(id, { status: 'approved' }, { dueAt: '2026-11-21T22:00:00.000Z' }),
    );
    queue.server.on('GET /api/posting-status', aPostingStatus({ dailyCap: 2 }));
    const { user } = await openQueue({ query: '?comment=1' });
    await user.click(screen.getByRole('button', { name: 'Schedule Approved (3)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Approved Comments' }));
    expect(dialog.getByText('Preview')).toBeInTheDocument();
    expect(dialog.getByText('3 comments, in the order of the queue')).toBeInTheDocument();
    expect(await dialog.findByRole('radio', { name: 'Fill free slots' })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: 'Quick (5-15min)' }));
    expect(await dialog.findByText(/would have 3 posts; your daily limit is 2/)).toBeInTheDocument();
    const times = () =>
      dialog
        .getAllByRole('listitem')
        .flatMap((line) => [...line.querySelectorAll('time')])
        .map(({ dateTime }) => Date.parse(dateTime));
    const quick = times();
    for (const [name, help] of [
      ['Quick (5-15min)', 'First in 5 to 15 minutes, then about every 5'],
      ['Hourly (1-1.5h)', 'First in 1 to 1.5 hours, then about every hour'],
      ['Daily (12-24h)', 'First in 12 to 24 hours, then about every 12'],
    ] as const) {
      await user.click(dialog.getByRole('radio', { name }));
      expect(dialog.getByText(help)).toBeInTheDocument();
    }
    expect(times()[0]).toBeGreaterThanOrEqual(opened.getTime() + 720 * minute);
    await user.click(dialog.getByRole('radio', { name: 'Quick (5-15min)' }));
    expect(times()).toEqual(quick);
    vi.setSystemTime(quick[0] ?? 0);
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(dialog.getByText(/^Some of these times passed while this was open\./)).toBeInTheDocument();
    expect(Math.min(...times())).toBeGreaterThan(quick[0] ?? 0);
    expect(queue.server.sent('PATCH /api/queue/:id')).toEqual([]);
  });

  it('names the preset in its toast as in the dialog (rules 9.5, 11.1)', async () => {
    queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'approved' }));
    const { user } = await openQueue({ query: '?comment=1' });
    await user.click(screen.getByRole('button', { name: 'Schedule Approved (2)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Approved Comments' }));
    await user.click(dialog.getByRole('radio', { name: 'Hourly (1-1.5h)' }));
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    await expectNotice(
      'Comments Scheduled',
      /^2 comments scheduled with Hourly \(1-1\.5h\)\. The first goes out .+ [AP]M, the last .+ [AP]M\.$/,
    );
  });

  it('says how many were scheduled, and undoes those in one step', async () => {
    queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'approved' }));
    queue.server.on('PATCH /api/queue/:id', (call) =>
      call.path.endsWith('/102') ? brokenOff() : queue.answerSchedule(call),
    );
    const { user } = await openQueue({ query: '?comment=1' });
    await user.click(screen.getByRole('button', { name: 'Schedule Approved (2)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Approved Comments' }));
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    await expectNotice(
      'Scheduling Failed',
      '1 of 2 comments were scheduled. “Video number 2”: Failed to schedule comment',
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(listed()).toHaveLength(1);
    await user.keyboard('u');
    expect(await screen.findByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
  });
});
