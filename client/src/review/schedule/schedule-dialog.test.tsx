import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatDateTime } from '../../lib/formats.ts';
import { userSettings } from '../../testing/factories.ts';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { databaseAway } from '../../testing/fake-server.ts';
import { click, press } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { BulkScheduleDialog, type PlannedPost } from './bulk-schedule-dialog.tsx';
import { overfullDays } from './schedule-dialog.tsx';

const timeZone = 'America/Los_Angeles';
const now = new Date('2026-11-21T20:00:00Z');
const at = (iso: string) => new Date(iso);

describe('days over the daily cap', () => {
  it('counts posted, scheduled and planned comments per day in the cap’s time zone (rule 7.10)', () => {
    const plan = {
      times: [at('2026-11-22T07:59:00Z'), at('2026-11-22T08:01:00Z')],
      instead: [],
    };
    const planned = [
      { day: '2026-11-22', posts: 1 },
      // The plan adds nothing to this day, so it is not reported although it exceeds the
      // cap.
      { day: '2026-11-25', posts: 9 },
    ];
    expect(
      overfullDays(plan, planned, { timeZone, dailyCap: 2, postedToday: 2 }, now),
    ).toEqual([{ day: '2026-11-21', posts: 3 }]);
    expect(
      overfullDays(plan, planned, { timeZone, dailyCap: 1, postedToday: 0 }, now),
    ).toEqual([{ day: '2026-11-22', posts: 2 }]);
  });

  it('counts overdue comments for today, whether rescheduled or not (rule 7.10)', () => {
    const plan = {
      times: [at('2026-11-21T21:00:00Z')],
      instead: [at('2026-11-19T20:00:00Z')],
    };
    const planned = [{ day: '2026-11-21', posts: 2 }];
    expect(
      overfullDays(plan, planned, { timeZone, dailyCap: 1, postedToday: 0 }, now),
    ).toEqual(planned);
  });
});

describe('bulk schedule dialog', () => {
  let queue: FakeQueue;
  const planned: PlannedPost[][] = [];

  beforeEach(() => {
    planned.length = 0;
    queue = createFakeQueue();
  });

  function openFor(count: number) {
    queue.items = Array.from({ length: count }, (_, index) =>
      aNumberedItem(index + 1, { status: 'approved' }),
    );
    return renderPage(
      <BulkScheduleDialog
        comments={queue.items}
        onClose={vi.fn()}
        onSchedule={(plan) => planned.push([...plan])}
      />,
    );
  }

  const previewed = () =>
    within(screen.getByRole('list', { name: 'Preview' })).queryAllByRole('listitem');
  const shownTimes = () => previewed().map((row) => row.querySelector('time')?.dateTime);
  const asked = () =>
    queue.server.calls
      .filter(({ path }) => path === '/api/queue')
      .map(({ query }) => query);

  it('shows the first fifty comments and the time of the last, and schedules all of them (rules 2.14, 9.5)', async () => {
    openFor(60);
    expect(await screen.findByText('Video number 50')).toBeInTheDocument();
    expect(screen.queryByText('Video number 51')).not.toBeInTheDocument();
    expect(asked()).toEqual([
      {
        ids: queue.items
          .slice(0, 50)
          .map(({ commentId }) => commentId)
          .join(','),
        fields: 'row',
      },
    ]);
    expect(
      screen.getByText('60 comments, in the order of the queue'),
    ).toBeInTheDocument();
    const times = shownTimes();
    await press('Schedule');
    await waitFor(() => expect(planned).toHaveLength(1));
    const sent = planned[0] ?? [];
    expect(sent.map(({ commentId }) => commentId)).toEqual(
      queue.items.map(({ commentId }) => commentId),
    );
    expect(sent.slice(0, 50).map(({ at }) => at.toISOString())).toEqual(times);
    const last = formatDateTime(sent[59]?.at.getTime() ?? 0);
    expect(screen.getByText(/^and 10 more/)).toHaveTextContent(
      `and 10 more, the last on ${last}`,
    );
  });

  it('names a comment that has left the queue, and says when titles could not be loaded', async () => {
    queue.server.once('GET /api/queue', databaseAway());
    openFor(2);
    expect(await screen.findByText('The database is away.')).toBeInTheDocument();
    await waitFor(() => expect(shownTimes()).toHaveLength(2));
    queue.items = queue.items.slice(0, 1);
    await press('Try Again');
    const [first, second] = previewed();
    await waitFor(() => expect(first).toHaveTextContent('Video number 1'));
    expect(second).toHaveTextContent('No longer in the queue');
  });

  it('fills free slots in order, and says how many fit and until when (rule 7.18)', async () => {
    const times = ['2126-11-23T09:00:00.000Z', '2126-11-23T13:00:00.000Z'];
    queue.server.on('GET /api/queue/free-slots', { times });
    const { user } = openFor(3);
    const way = await screen.findByRole('radio', { name: 'Fill free slots' });
    await waitFor(() =>
      expect(way).toHaveAccessibleDescription(
        '2 of 3 fit, the last on Nov 23, 2126, 1:00 PM; the rest stay approved',
      ),
    );
    await user.click(way);
    expect(shownTimes()).toEqual(times);
    await press('Schedule');
    await waitFor(() => expect(planned).toHaveLength(1));
    expect(planned[0]).toEqual(
      times.map((at, index) => ({ commentId: index + 1, at: new Date(at) })),
    );
  });

  it('keeps the gap between posts, including to comments already scheduled (rule 9.5)', async () => {
    const now = new Date('2026-11-21T20:00:00.000Z');
    vi.useFakeTimers({ toFake: ['Date'], now });
    const at = (minutes: number) =>
      new Date(now.getTime() + minutes * 60_000).toISOString();
    const due = {
      commentId: 9,
      queueId: 109,
      state: 'scheduled',
      title: 'Due',
      channelTitle: 'C',
    };
    queue.server
      .on('GET /api/user-settings', userSettings({ minGapSeconds: 600 }))
      .on('GET /api/queue/schedule', {
        days: [],
        dailyCap: 20,
        free: [],
        entries: [{ ...due, at: at(20) }],
      });
    vi.spyOn(Math, 'random').mockReturnValue(0);
    openFor(3);
    await click('radio', 'Quick (5-15min)');
    await waitFor(() => expect(shownTimes()).toEqual([at(5), at(30), at(40)]));
  });

  it('falls back to Quick when no slot is free, and cannot schedule into slots then (rule 7.18)', async () => {
    queue.server.on('GET /api/queue/free-slots', { times: [] });
    const { user } = openFor(2);
    await waitFor(() =>
      expect(screen.getByRole('radio', { name: 'Quick (5-15min)' })).toBeChecked(),
    );
    const way = await screen.findByRole('radio', { name: 'Fill free slots' });
    await waitFor(() =>
      expect(way).toHaveAccessibleDescription('No slot is free within a year'),
    );
    await user.click(way);
    expect(screen.getByRole('button', { name: 'Schedule' })).toBeDisabled();
  });
});
