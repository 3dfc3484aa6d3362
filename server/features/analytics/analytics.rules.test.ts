import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentStatuses, commentStyles } from '#shared/contracts/primitives.ts';
import {
  type CountedComments,
  type CountedOutcome,
  postedResults,
  statusBreakdown,
  stylePerformance,
  topChannels,
  totals,
} from './analytics.rules.ts';

function comment(overrides: Partial<CountedComments> = {}): CountedComments {
  return {
    status: 'pending',
    style: 'insightful',
    channelId: 'UC1',
    channelTitle: 'Channel One',
    count: 1,
    scored: overrides.count ?? 1,
    quality: 80,
    known: 0,
    likes: 0,
    replies: 0,
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
    scored: fc.constant(3),
    quality: fc.integer({ min: 0, max: 300 }),
    known: fc.constant(0),
    likes: fc.constant(0),
    replies: fc.constant(0),
  }),
);

it('totals stay within their scales', () => {
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

it('breakdowns list every status and style, and count every comment', () => {
  fc.assert(
    fc.property(anyComments, (comments) => {
      const statuses = statusBreakdown(comments);
      const styles = stylePerformance(comments);
      expect(statuses.map(({ status }) => status)).toEqual([...commentStatuses]);
      expect(styles.map(({ style }) => style)).toEqual([...commentStyles]);
      expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe(
        3 * comments.length,
      );
      expect(styles.reduce((sum, { count }) => sum + count, 0)).toBe(3 * comments.length);
    }),
  );
});

describe('topChannels', () => {
  it('cuts a long name after 30 characters', () => {
    const [channel] = topChannels(
      Array(2).fill(comment({ channelTitle: 'n'.repeat(31) })),
    );
    expect([...(channel?.channelTitle ?? '')]).toHaveLength(30);
    const [whole] = topChannels(Array(2).fill(comment({ channelTitle: 'n'.repeat(30) })));
    expect(whole?.channelTitle).toBe('n'.repeat(30));
  });

  it('breaks ties by posted comments, then quality, then name', () => {
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
    expect(names).toEqual(['posted 2', 'many 3', 'rated 2', 'd 2', 'e 2']);
  });

  it('lists at most five channels with two or more comments, those with a posted one first (rule 9.6)', () => {
    fc.assert(
      fc.property(anyComments, (comments) => {
        const channels = topChannels(comments);
        const ranks = channels.map(
          ({ count, posted }) => (posted > 0 ? 1_000_000 : 0) + count,
        );
        expect(channels.length).toBeLessThanOrEqual(5);
        expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
        expect(channels.every(({ count }) => count >= 2)).toBe(true);
        expect(channels.every(({ channelTitle }) => [...channelTitle].length <= 30)).toBe(
          true,
        );
      }),
    );
  });
});

const group = (over: Partial<CountedOutcome>): CountedOutcome => ({
  fate: 'public',
  isAnswer: false,
  style: 'insightful',
  opening: 'statement',
  profile: null,
  place: null,
  visible: 0,
  repliedByCreator: 0,
  repliedByOthers: 0,
  count: 1,
  known: 1,
  likes: 2,
  replies: 1,
  oldest: null,
  newest: null,
  ...over,
});

it('postedResults lists the ten voice versions used most, newer ones first among equals (rule 13.19)', () => {
  const versions = Array.from({ length: 12 }, (_, index) =>
    group({
      profile: { id: 1, name: 'Ada', version: index + 1 },
      count: index === 2 ? 9 : 1,
    }),
  );
  const { byVoice } = postedResults(versions);
  expect(byVoice.map(({ profile }) => profile?.version)).toEqual([
    3, 12, 11, 10, 9, 8, 7, 6, 5, 4,
  ]);
});
