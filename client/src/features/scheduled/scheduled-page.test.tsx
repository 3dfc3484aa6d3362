import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import { formatExact, formatTime } from '../../lib/formats.ts';
import { noteServerReach } from '../../lib/server-reach.ts';
import { aPostingStatus, aQueueItem } from '../../testing/factories.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { brokenOff, type FakeServer, json, problem } from '../../testing/fake-server.ts';
import {
  cardOf,
  click,
  expectAsksAgain,
  expectLink,
  expectNotice,
  findDialog,
  postNow,
  press,
} from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { ScheduledPage } from './scheduled-page.tsx';

let fake: FakeQueue;
let server: FakeServer;

const openScheduled = () => renderPage(<ScheduledPage />, '/scheduled');

const minutes = (count: number) =>
  new Date(Date.now() + count * 60_000 + 5_000).toISOString();

const planned = (
  id: number,
  scheduledFor: string,
  comment: Partial<Comment> = {},
): QueueItem =>
  aNumberedItem(
    id,
    { status: 'approved', ...comment },
    { scheduledFor, dueAt: scheduledFor, autoPost: true },
  );

const answers = {
  replyId: 1,
  authorName: '@viewer',
  text: 'Which key store\ndid you end up with?',
  pictureUrl: null,
};

beforeEach(() => {
  fake = createFakeQueue();
  fake.items = [planned(1, minutes(90)), planned(2, minutes(10))];
  ({ server } = fake);
});

describe('the timeline', () => {
  it('says when nothing is scheduled (rules 2.15, 4.4)', async () => {
    fake.items = [aQueueItem(), planned(1, minutes(10), { status: 'pending' })];
    const { client } = openScheduled();
    expect(screen.getByText('Loading the schedule')).toBeInTheDocument();
    expect(
      await screen.findByRole('heading', { name: 'No Scheduled Comments' }),
    ).toBeInTheDocument();
    expect(
      screen.getByRole('heading', { name: 'Scheduled Comments', level: 1 }),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to Review Queue' })).toHaveAttribute(
      'href',
      '/queue',
    );
    expect(
      screen.getByText(/^Approved comments that you schedule wait here/),
    ).toBeInTheDocument();
    expect(
      screen.queryByRole('list', { name: 'Scheduled comments' }),
    ).not.toBeInTheDocument();
    expect(
      screen.queryByText(/^Loading the schedule$|could not be loaded$/),
    ).not.toBeInTheDocument();
    fake.items = [];
    await client.invalidateQueries();
    // Nothing waits for review either.
    const onwards = await screen.findByRole('link', { name: 'Discover Videos' });
    expect(onwards).toHaveAttribute('href', '/discover');
  });

  it('shows the whole reply that an answer belongs to (rule 13.22)', async () => {
    fake.items = [planned(1, minutes(10), { answers })];
    openScheduled();
    const card = await cardOf('Video number 1');
    const answered = within(card.getByRole('region', { name: 'Answer to @viewer' }));
    expect(answered.getByRole('blockquote')).toHaveTextContent(
      'Which key store did you end up with?',
    );
  });

  it('links an answer to its thread, also after the answer was posted', async () => {
    fake.items = [planned(1, minutes(10), { answers })];
    const { client } = renderPage(<ScheduledPage />, '/scheduled');
    const card = await cardOf('Video number 1');
    const thread = '/history?tab=replies&filter=';
    expectLink('Show Thread', `${thread}scheduled&reply=1`, card);
    fake.change(1, { status: 'posted' });
    await client.invalidateQueries();
    expect(await card.findByText('Posted')).toBeInTheDocument();
    expectLink('Show Thread', `${thread}answered&reply=1`, card);
  });

  it('shows count, cadence and countdowns, soonest first (rules 2.15, 4.7)', async () => {
    const soonest = minutes(10);
    fake.items = [{ ...planned(1, minutes(90)), autoPost: false }, planned(2, soonest)];
    openScheduled();
    const second = await cardOf('Video number 2');
    const first = await cardOf('Video number 1');
    expect(
      screen.getAllByRole('article').map((each) => each.getAttribute('aria-label')),
    ).toEqual(['Video number 2', 'Video number 1']);
    expect(second.getByText('in 10m')).toHaveAttribute('title', formatExact(soonest));
    expect(screen.getByText(formatTime(soonest))).toHaveAttribute('datetime', soonest);
    expect(second.getByText('Cluster Notes')).toBeInTheDocument();
    expect(second.getByText('12.3K views')).toBeInTheDocument();
    expect(first.queryByText('Auto-Post Enabled')).not.toBeInTheDocument();
    expect(second.getByText('Auto-Post Enabled')).toBeInTheDocument();
    expect(second.getByText('Draft number 2')).toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Scheduled comments' })).toBeInTheDocument();
    expect(screen.queryByText('No Scheduled Comments')).not.toBeInTheDocument();
    expect(await screen.findByText('2 scheduled')).toBeInTheDocument();
    expect(screen.getByText('Hourly (1-1.5h)')).toBeInTheDocument();
  });

  it('says Posting for ten seconds, and "in <1m" in the last minute (rule 4.6)', async () => {
    const now = new Date('2026-11-21T20:00:00.000Z');
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now });
    const inSeconds = (seconds: number) =>
      new Date(now.getTime() + seconds * 1000).toISOString();
    fake.items = [planned(1, inSeconds(2))];
    openScheduled();
    expect(await screen.findByText('in <1m')).toHaveClass('text-scheduled');
    expect(await screen.findByText('Single')).toBeInTheDocument();
    act(() => vi.advanceTimersByTime(3_000));
    expect(screen.getByText('Posting…')).toHaveClass('text-scheduled');
    act(() => vi.advanceTimersByTime(9_000));
    expect(screen.getByText('Overdue')).toHaveClass('text-failed');
  });

  const hold = {
    code: 'rate_limited',
    reason: 'Slow down.',
    attempts: 1,
    nextTryAt: null,
  } as const;
  const heldBack = {
    blockedReason: 'daily_cap',
    heldDetail: 'Your daily limit is reached.',
  } as const;
  it.each([
    ['posting is paused', { state: 'paused', reason: 'Posting is paused.' }, {}],
    ['posting is on hold', { hold }, {}],
    ['the comment is held back', {}, heldBack],
  ] as const)('shows a comment as overdue at once when %s', async (_, status, held) => {
    server.on('GET /api/posting-status', aPostingStatus(status));
    fake.items = [{ ...planned(1, new Date(Date.now() - 1_000).toISOString()), ...held }];
    openScheduled();
    expect(await screen.findByText('Overdue')).toBeInTheDocument();
    if ('heldDetail' in held)
      expect(screen.getByText(held.heldDetail)).toBeInTheDocument();
  });

  it.each([
    [
      'with an end',
      new Date(Date.now() + 24 * 3_600_000).toISOString(),
      /^Waits until .+ [AP]M$/,
    ],
    ['without one', null, 'Waits'],
  ])(
    'does not count down to a time during a pause %s (rule 4.6)',
    async (_, until, words) => {
      server.on('GET /api/posting-status', aPostingStatus({ state: 'paused', until }));
      fake.items = [planned(1, minutes(8))];
      openScheduled();
      expect(await screen.findByText(words)).toBeInTheDocument();
    },
  );

  it('counts down to a time after the pause (rule 4.6)', async () => {
    server.on(
      'GET /api/posting-status',
      aPostingStatus({ state: 'paused', until: minutes(5) }),
    );
    fake.items = [planned(1, minutes(10))];
    openScheduled();
    expect(await screen.findByText('in 10m')).toBeInTheDocument();
  });

  it('does not guess what happened to a due comment while the server does not answer (rule 2.23)', async () => {
    fake.items = [
      planned(1, new Date(Date.now() - 60_000).toISOString()),
      planned(2, minutes(10)),
    ];
    openScheduled();
    expect(await screen.findByText('Overdue')).toBeInTheDocument();
    act(() => noteServerReach(false));
    expect(screen.getByText('Not known')).toBeInTheDocument();
    expect(screen.queryByText('Overdue')).not.toBeInTheDocument();
    expect(screen.getByText('in 10m')).toBeInTheDocument();
  });

  it('does not promise any post when the schedule could not be loaded (rule 2.23)', async () => {
    server.on('GET /api/queue/index', () => {
      throw new TypeError('Failed to fetch');
    });
    openScheduled();
    const title = await screen.findByText('The schedule could not be loaded');
    expect(title.closest('section')).not.toHaveTextContent(/posted/);
  });

  it('is disabled while it is being posted', async () => {
    const posting = { state: 'sending', reason: null, nextTryAt: null } as const;
    fake.items = [
      { ...planned(1, minutes(5), { posting }), heldDetail: 'It was held back.' },
      planned(2, minutes(10)),
    ];
    openScheduled();
    const sending = await cardOf('Video number 1');
    const waiting = await cardOf('Video number 2');
    expect(sending.getByText('Posting to YouTube…')).toBeInTheDocument();
    expect(sending.queryByText('It was held back.')).not.toBeInTheDocument();
    for (const button of sending.getAllByRole('button')) expect(button).toBeDisabled();
    for (const button of waiting.getAllByRole('button')) expect(button).toBeEnabled();
    expect(await screen.findByText('Quick (5-15min)')).toBeInTheDocument();
  });

  it('groups comments by days in the viewer’s time zone', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 23, 0) });
    const at = (day: number, hour: number) =>
      new Date(2026, 10, day, hour, 30).toISOString();
    fake.items = [
      planned(1, at(22, 9)),
      planned(2, at(21, 23)),
      planned(3, at(22, 0)),
      planned(4, at(24, 8)),
    ];
    openScheduled();
    await cardOf('Video number 4');
    expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      'Scheduled Comments',
      'Today, Saturday, November 21',
      'Video number 2',
      'Tomorrow, Sunday, November 22',
      'Video number 3',
      'Video number 1',
      'Tuesday, November 24',
      'Video number 4',
    ]);
  });
});

it('mounts only rows of a long schedule near the window, and the focused row', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(168);
  fake.items = Array.from({ length: 50 }, (_, index) =>
    planned(index + 1, minutes(30 * (index + 1))),
  );
  openScheduled();
  const button = (await cardOf('Video number 1')).getByRole('button', {
    name: 'Change Time',
  });
  button.focus();
  vi.stubGlobal('scrollY', 7_200);
  fireEvent.scroll(window);
  await screen.findByRole('article', { name: 'Video number 41' });
  expect(screen.getAllByRole('article').length).toBeLessThan(30);
  expect(button).toHaveFocus();
});

const openCard = () =>
  screen.queryAllByRole('article', { current: true })[0]?.getAttribute('aria-label') ??
  null;

describe('a scheduled comment', () => {
  it('is unscheduled, and scheduled again on undo (rules 4.4, 11.1)', async () => {
    openScheduled();
    await press('Unschedule', await cardOf('Video number 1'));
    await expectNotice(
      'Removed from Schedule',
      'Comment has been removed from the schedule.',
    );
    expect(
      screen.queryByRole('article', { name: 'Video number 1' }),
    ).not.toBeInTheDocument();
    await press('Undo');
    await expectNotice('Undid: unscheduled "Video number 1"');
    expect(
      await screen.findByRole('article', { name: 'Video number 1' }),
    ).toBeInTheDocument();
    expect(server.sent('PATCH /api/queue/:id')).toEqual([
      { queueId: 101, scheduledFor: null, autoPost: false },
    ]);
    expect(server.sent('POST /api/steps/undo')).toEqual([{ ids: ['step-1'] }]);
  });

  it('returns with the reason when the server refuses (rule 11.1)', async () => {
    const refusal = problem(409, 'being_posted', 'It is being posted.');
    server.on('PATCH /api/queue/:id', refusal).on('DELETE /api/queue/:id', refusal);
    openScheduled();
    await cardOf('Video number 1');
    for (const [button, failed] of [
      ['Unschedule', 'Update Failed'],
      ['Remove from schedule', 'Remove Failed'],
    ] as const) {
      await expectAsksAgain(server, '/api/queue/index', async () => {
        await press(button, await cardOf('Video number 1'));
        await expectNotice(failed, 'It is being posted.');
      });
      expect(screen.getByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
    }
    expect(
      screen.queryByText('The schedule could not be loaded'),
    ).not.toBeInTheDocument();
  });

  it.each(['Unschedule', 'Remove from schedule'])(
    'offers no undo of %s if that would schedule an unseen text (rule 12.4)',
    async (name) => {
      openScheduled();
      const card = await cardOf('Video number 1');
      fake.change(1, { content: 'Changed elsewhere.', revision: 2 });
      await press(name, card);
      await expectNotice('Removed from Schedule');
      expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    },
  );

  it('can be removed; a failed undo says so, and the list is loaded again (rule 11.1)', async () => {
    openScheduled();
    server.on('POST /api/steps/undo', brokenOff);
    await press('Remove from schedule', await cardOf('Video number 2'));
    await expectNotice(
      'Removed from Schedule',
      'Comment has been removed from the schedule.',
    );
    expect(
      screen.queryByRole('article', { name: 'Video number 2' }),
    ).not.toBeInTheDocument();
    await expectAsksAgain(server, '/api/queue', async () => {
      await press('Undo');
      await expectNotice('Undo Failed', 'Failed to update comment');
    });
  });

  it('gives way to the one after it when it leaves together with one before it', async () => {
    fake.items = [1, 2, 3, 4].map((id) => planned(id, minutes(10 * id)));
    const { client } = renderPage(<ScheduledPage />, '/scheduled?comment=2');
    await waitFor(() => expect(openCard()).toBe('Video number 2'));
    fake.items = fake.items.filter(({ commentId }) => commentId > 2);
    await client.invalidateQueries();
    await waitFor(() => expect(openCard()).toBe('Video number 3'));
  });

  it('can be posted now (rule 2.15)', async () => {
    server.on('POST /api/comments/:id/post', () => {
      const posted = planned(2, minutes(10), { status: 'posted' });
      fake.items = [planned(1, minutes(90))];
      return json(posted.comment);
    });
    openScheduled();
    await postNow('Video number 2');
    await expectNotice('Comment Posted to YouTube!');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  });

  it('can be moved to another time, starting from its present one (rule 2.14)', async () => {
    server.once('PATCH /api/queue/:id', brokenOff);
    openScheduled();
    await press('Change Time', await cardOf('Video number 1'));
    const dialog = await findDialog('Schedule Comment');
    const present = fake.items[0]?.scheduledFor ?? '';
    expect(dialog.getByRole('radio', { name: 'Custom' })).toBeChecked();
    expect(dialog.getByLabelText('Date and time')).toHaveValue(present.slice(0, 16));
    const preview = dialog.getByTestId('schedule-preview').querySelector('time');
    expect(preview).toHaveAttribute('datetime', present);
    await click('radio', /^In 30 minutes/, dialog);
    await press('Schedule', dialog);
    await expectNotice('Scheduling Failed', 'Failed to schedule comment');
    expect(dialog.getByText('Failed to schedule comment')).toBeInTheDocument();
    await press('Schedule', dialog);
    await expectNotice(
      'Comment Scheduled',
      /^Comment has been scheduled for posting\. It goes out .+ [AP]M\.$/,
    );
    expect(
      await (await cardOf('Video number 1')).findByText(/in (29|30)m/),
    ).toBeInTheDocument();
  });
});
