import { describe, expect, it } from 'vitest';
import type { WorkEntry } from '#shared/contracts/work.ts';
import { counts, nextDueAt } from './counts.ts';
import {
  plannedDays,
  queueSummary,
  scheduleCadence,
  scheduled,
  toReview,
} from './select.ts';

type Place = NonNullable<WorkEntry['place']>;

const queuedAt = '2026-03-03T12:00:00.000Z';
const inTheQueue: Place = {
  priority: 0,
  autoPost: false,
  scheduledFor: null,
  dueAt: null,
  queuedAt,
};

const entry = (id: number, over: Partial<WorkEntry> = {}): WorkEntry => ({
  id,
  status: 'pending',
  revision: 1,
  stamp: 1,
  qualityScore: 80,
  reviewSeconds: 30,
  posting: null,
  place: inTheQueue,
  ...over,
});

const placed = (id: number, place: Partial<Place>, over: Partial<WorkEntry> = {}) =>
  entry(id, { place: { ...inTheQueue, ...place }, ...over });

const onSchedule = (id: number, at: string, over: Partial<WorkEntry> = {}) =>
  placed(
    id,
    { scheduledFor: at, dueAt: at, autoPost: true },
    { status: 'approved', ...over },
  );

const outside = (id: number) => entry(id, { place: null });

const idsOf = (entries: readonly WorkEntry[]) => entries.map(({ id }) => id);

describe('counts', () => {
  it.each<[keyof ReturnType<typeof counts>, WorkEntry[], number]>([
    ['inQueue', [entry(1), onSchedule(2, '2026-03-04T12:00:00.000Z'), outside(3)], 2],
    ['inReview', [entry(1), entry(2, { status: 'rejected' }), outside(3)], 2],
    ['inReview', [onSchedule(1, '2026-03-04T12:00:00.000Z')], 0],
    [
      'scheduled',
      [onSchedule(1, '2026-03-04T12:00:00.000Z'), entry(2, { status: 'approved' })],
      1,
    ],
    ['failed', [entry(1, { status: 'failed' }), entry(2)], 1],
  ])('%s of %j', (name, work, expected) => {
    expect(counts(work)[name]).toBe(expected);
  });
});

describe('the next due time', () => {
  it('is the earliest of the approved comments', () => {
    const soon = '2026-03-04T12:00:00.000Z';
    const work = [
      onSchedule(1, '2026-03-05T12:00:00.000Z'),
      onSchedule(2, soon),
      entry(3),
    ];
    expect(nextDueAt(work)).toBe(soon);
  });

  it('includes auto-post without a time', () => {
    const dueAt = '2026-03-04T12:00:00.000Z';
    expect(
      nextDueAt([placed(1, { autoPost: true, dueAt }, { status: 'approved' })]),
    ).toBe(dueAt);
  });

  it.each<[string, Partial<WorkEntry>]>([
    ['being posted', { posting: 'sending' }],
    ['not confirmed yet', { posting: 'confirming' }],
    ['not approved', { status: 'pending' }],
  ])('leaves out a comment that is %s', (_, over) => {
    expect(nextDueAt([onSchedule(1, '2026-03-04T12:00:00.000Z', over)])).toBe(null);
  });
});

describe('the comments to review', () => {
  it('are sorted by priority, then by the time they were queued', () => {
    const work = [
      placed(1, { queuedAt: '2026-03-03T12:00:02.000Z' }),
      placed(2, { queuedAt: '2026-03-03T12:00:01.000Z' }),
      placed(3, { priority: 5, queuedAt: '2026-03-03T12:00:09.000Z' }),
    ];
    expect(idsOf(toReview(work, {}, 'position'))).toEqual([3, 2, 1]);
    expect(idsOf(toReview(work, {}, 'latest'))).toEqual([3, 1, 2]);
  });

  it('leave out scheduled comments, and those outside the queue', () => {
    const work = [onSchedule(1, '2026-03-04T12:00:00.000Z'), outside(2), entry(3)];
    expect(idsOf(toReview(work, {}, 'position'))).toEqual([3]);
  });

  it('can be filtered by status and by what a search found', () => {
    const work = [entry(1), entry(2), entry(3, { status: 'rejected' })];
    expect(idsOf(toReview(work, { status: 'pending' }, 'position'))).toEqual([1, 2]);
    expect(idsOf(toReview(work, { found: new Set([2, 3]) }, 'position'))).toEqual([2, 3]);
  });
});

describe('the scheduled comments', () => {
  const work = [
    onSchedule(1, '2026-03-06T12:00:00.000Z'),
    onSchedule(2, '2026-03-04T12:00:00.000Z'),
    onSchedule(3, '2026-03-05T12:00:00.000Z'),
    entry(4),
  ];

  it('come soonest first', () => {
    expect(idsOf(scheduled(work))).toEqual([2, 3, 1]);
  });
});

it.each<[number[], string | null]>([
  [[], null],
  [[0], 'Single'],
  [[0, 10, 20], 'Quick (5-15min)'],
  [[0, 60, 120], 'Hourly (1-1.5h)'],
  [[0, 24 * 60], 'Daily (12-24h)'],
])('posts after %j minutes have the cadence %s (rule 4.7)', (minutes, expected) => {
  const start = Date.parse('2026-03-04T12:00:00.000Z');
  const work = minutes.map((each, index) =>
    onSchedule(index + 1, new Date(start + each * 60_000).toISOString()),
  );
  expect(scheduleCadence(work)).toBe(expected);
});

describe('planned days', () => {
  const now = new Date('2026-03-03T12:00:00.000Z');
  const work = [
    onSchedule(1, '2026-03-05T02:00:00.000Z'),
    onSchedule(2, '2026-03-03T18:00:00.000Z'),
    onSchedule(3, '2026-03-04T18:00:00.000Z'),
  ];

  it('count by the calendar of the given time zone', () => {
    expect(plannedDays(work, 'America/Los_Angeles', now)).toEqual([
      { day: '2026-03-03', posts: 1 },
      { day: '2026-03-04', posts: 2 },
    ]);
    expect(plannedDays(work, 'UTC', now).map(({ day }) => day)).toEqual([
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
    ]);
  });

  it('count an overdue comment for today', () => {
    const overdue = onSchedule(1, '2026-02-20T12:00:00.000Z');
    expect(plannedDays([overdue], 'UTC', now)).toEqual([{ day: '2026-03-03', posts: 1 }]);
  });
});

describe('the summary of the queue', () => {
  it('counts what is in review by status', () => {
    const work = [
      entry(1),
      entry(2, { status: 'approved' }),
      entry(3, { status: 'approved', posting: 'sending' }),
      entry(4, { status: 'rejected' }),
      entry(5, { status: 'failed' }),
      onSchedule(6, '2026-03-04T12:00:00.000Z'),
      outside(7),
    ];
    expect(queueSummary(work)).toMatchObject({
      inQueue: 6,
      inReview: 5,
      pending: 1,
      approved: 1,
      rejected: 1,
      failed: 1,
      scheduled: 1,
      firstAt: '2026-03-04T12:00:00.000Z',
    });
  });

  it.each([
    [[], 0],
    [[10], 1],
    [[100, 100], 3],
  ])('turns reviews of %j seconds into %s minutes', (seconds, minutes) => {
    const work = seconds.map((reviewSeconds, index) =>
      entry(index + 1, { reviewSeconds }),
    );
    expect(queueSummary(work).reviewMinutes).toBe(minutes);
  });
});
