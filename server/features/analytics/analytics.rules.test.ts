import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentStatuses, commentStyles } from '#shared/contracts/primitives.ts';
import {
  analyticsRanges,
  type CountedComments,
  type CountedOutcome,
  postedResults,
  recentActivity,
  recentCalendarDays,
  statusBreakdown,
  stylePerformance,
  topChannels,
  totals,
} from './analytics.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');

function comment(overrides: Partial<CountedComments> = {}): CountedComments {
  return {
    status: 'pending',
    style: 'insightful',
    channelId: 'UC1',
    channelTitle: 'Channel One',
    count: 1,
    quality: 80,
    ...overrides,
  };
}

const anyComments = fc.array(
  fc.record({
    status: fc.constantFrom(...commentStatuses),
    style: fc.constantFrom(...commentStyles),
    channelId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    channelTitle: fc.string({ maxLength: 60, unit: 'grapheme' }),
    count: fc.constant(3),
    quality: fc.integer({ min: 0, max: 300 }),
  }),
);

describe('totals', () => {
  it('are zeros while there is nothing', () => {
    expect(totals([])).toEqual({ totalComments: 0, successRate: 0, approvalRate: 0, averageQuality: 0 });
  });

  it('divide posted, and posted and approved, by all (rule 9.6)', () => {
    const comments = [
      comment({ status: 'posted', quality: 91 }),
      comment({ status: 'approved', quality: 80 }),
      comment({ status: 'rejected', quality: 40 }),
    ];
    expect(totals(comments)).toEqual({
      totalComments: 3,
      successRate: 33.3,
      approvalRate: 66.7,
      averageQuality: 7,
    });
  });

  it('stay within their scales', () => {
    fc.assert(
      fc.property(anyComments, (comments) => {
        const { successRate, approvalRate, averageQuality } = totals(comments);
        expect(successRate).toBeGreaterThanOrEqual(0);
        expect(approvalRate).toBeGreaterThanOrEqual(successRate);
        expect(approvalRate).toBeLessThanOrEqual(100);
        expect(averageQuality).toBeLessThanOrEqual(10);
      }),
    );
  });
});

describe('breakdowns', () => {
  it('list every status and style, and count every comment', () => {
    fc.assert(
      fc.property(anyComments, (comments) => {
        const statuses = statusBreakdown(comments);
        const styles = stylePerformance(comments);
        expect(statuses.map(({ status }) => status)).toEqual([...commentStatuses]);
        expect(styles.map(({ style }) => style)).toEqual([...commentStyles]);
        expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe(3 * comments.length);
        expect(styles.reduce((sum, { count }) => sum + count, 0)).toBe(3 * comments.length);
      }),
    );
  });
});

describe('topChannels', () => {
  it('leaves out a channel with one comment', () => {
    expect(
      topChannels([comment(), comment({ channelId: 'UC2' }), comment({ channelId: 'UC2' })]),
    ).toHaveLength(1);
  });

  it('cuts a long name to 30 characters', () => {
    const [channel] = topChannels(Array(2).fill(comment({ channelTitle: 'n'.repeat(31) })));
    expect([...(channel?.channelTitle ?? '')]).toHaveLength(30);
    const [whole] = topChannels(Array(2).fill(comment({ channelTitle: 'n'.repeat(30) })));
    expect(whole?.channelTitle).toBe('n'.repeat(30));
  });

  it('break ties by posted, then quality, then name', () => {
    const channel = (channelId: string, over: Partial<CountedComments> = {}) =>
      comment({ channelId, channelTitle: channelId, count: 2, quality: 160, ...over });
    const names = topChannels([
      channel('f'),
      channel('e'),
      channel('d'),
      channel('rated', { quality: 180 }),
      channel('posted', { status: 'posted' }),
      channel('many', { count: 3, quality: 240 }),
      channel('posted twin', { channelTitle: 'many' }),
    ]).map(({ channelTitle, count }) => `${channelTitle} ${count}`);
    expect(names).toEqual(['many 3', 'posted 2', 'rated 2', 'd 2', 'e 2']);
  });

  it('are at most five, the most commented first, with two comments at least (rule 9.6)', () => {
    fc.assert(
      fc.property(anyComments, (comments) => {
        const channels = topChannels(comments);
        const counts = channels.map(({ count }) => count);
        expect(channels.length).toBeLessThanOrEqual(5);
        expect(counts).toEqual([...counts].sort((a, b) => b - a));
        expect(counts.every((count) => count >= 2)).toBe(true);
        expect(channels.every(({ channelTitle }) => [...channelTitle].length <= 30)).toBe(true);
      }),
    );
  });
});

describe('recentActivity', () => {
  it('has seven days of the viewer’s time zone, oldest first, zeros included (rule 2.17)', () => {
    const activity = recentActivity(recentCalendarDays('UTC', now), [], []);
    expect(activity.map(({ day }) => day)).toEqual([
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
    ]);
    expect(activity.every(({ generated, posted }) => generated === 0 && posted === 0)).toBe(true);
  });

  it('puts drafting and posting each on its own day', () => {
    const days = recentCalendarDays('UTC', now);
    const activity = recentActivity(days, [{ dayIndex: 1, count: 2 }], [{ dayIndex: 6, count: 5 }]);
    expect(activity.filter(({ generated, posted }) => generated + posted > 0)).toEqual([
      { day: '2026-11-16', generated: 2, posted: 0 },
      { day: '2026-11-21', generated: 0, posted: 5 },
    ]);
  });
});

describe('analyticsRanges', () => {
  it('are two of equal length that touch, today included', () => {
    expect(analyticsRanges(7, 'UTC', now)).toEqual({
      current: { start: new Date('2026-11-15T00:00:00Z'), end: new Date('2026-11-22T00:00:00Z') },
      previous: { start: new Date('2026-11-08T00:00:00Z'), end: new Date('2026-11-15T00:00:00Z') },
    });
  });
});

const group = (over: Partial<CountedOutcome>): CountedOutcome => ({
  fate: 'public',
  isAnswer: false,
  style: 'insightful',
  opening: 'statement',
  profile: null,
  count: 1,
  known: 1,
  likes: 2,
  replies: 1,
  oldest: null,
  newest: null,
  ...over,
});

it('list the ten voice versions used most, the newer first among equals (rule 13.19)', () => {
  const versions = Array.from({ length: 12 }, (_, index) =>
    group({ profile: { id: 1, name: 'Ada', version: index + 1 }, count: index === 2 ? 9 : 1 }),
  );
  const { byVoice } = postedResults(versions);
  expect(byVoice.map(({ profile }) => profile?.version)).toEqual([3, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
});

it('count answers by their fate alone, and withdrawn ones not among the figures (rule 13.19)', () => {
  const { afterSevenDays, figures } = postedResults([
    group({}),
    group({ isAnswer: true, fate: 'only_you' }),
    group({ fate: 'withdrawn', likes: 900 }),
  ]);
  expect(afterSevenDays).toMatchObject({ public: 1, onlyYou: 1, withdrawn: 1 });
  expect(figures).toMatchObject({ count: 1, likes: 2 });
});
