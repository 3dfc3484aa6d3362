import { describe, expect, it } from 'vitest';
import { YouTubeError, type YouTubeFailure } from '../../providers/youtube/youtube.ts';
import { backoffMs, notProcessed, settlementOfError } from './settlement.rules.ts';

const now = new Date('2026-11-21T20:00:00.000Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

type Circumstances = Parameters<typeof settlementOfError>[1];

function settled(kind: YouTubeFailure, reason: string, over: Partial<Circumstances> = {}) {
  const startedAt = new Date(now.getTime() - 1000);
  const usual = {
    origin: 'loop',
    startedAt,
    now,
    earlierOutcomes: [],
    renewal: null,
    random: () => 0,
  } as const;
  return settlementOfError(new YouTubeError(kind, reason, 'shared'), { ...usual, ...over });
}

describe('how long a burst limit is waited for', () => {
  it.each([
    [1, 15, 30],
    [2, 30, 60],
    [3, 60, 120],
    [4, 120, 240],
    [5, 240, 480],
    [6, 450, 900],
    [20, 450, 900],
  ])('at the %i. time %i to %i seconds', (attempts, least, most) => {
    expect(backoffMs(attempts, () => 0)).toBe(least * 1000);
    expect(backoffMs(attempts, () => 1)).toBe(most * 1000);
  });
});

describe('what counts as an earlier time', () => {
  const waits = { attempt: { state: 'released' } };

  it('is the same outcome only', () => {
    const others = ['rate_limited_by_youtube', 'youtube_unavailable', null];
    expect(notProcessed(others, now)).toMatchObject(waits);
    expect(settled('auth', 'authError', { renewal: 'renewed', earlierOutcomes: others })).toMatchObject({
      ...waits,
      queueItem: { dueAt: now },
    });
    const fourOthers = Array<string>(4).fill('youtube_unavailable');
    expect(settled('burst', 'rateLimitExceeded', { earlierOutcomes: fourOthers })).toMatchObject(waits);
  });

  it('ends the trying', () => {
    const again = ['processing_failure'];
    expect(notProcessed(again, now)).toMatchObject({
      attempt: { state: 'failed', outcomeCode: 'processing_failed' },
    });
    expect(settled('auth', 'authError', { renewal: 'renewed', earlierOutcomes: ['needs_reauth'] })).toEqual({
      attempt: { state: 'released', outcomeCode: 'needs_reauth', closedAt: now, lookAt: null },
    });
    const four = Array<string>(4).fill('rate_limited_by_youtube');
    expect(settled('burst', 'rateLimitExceeded', { earlierOutcomes: four })).toMatchObject({
      attempt: { state: 'failed', outcomeCode: 'rate_limited_by_youtube' },
    });
  });
});

describe('a request that never left', () => {
  it('is made again by the loop in a minute', () => {
    expect(settled('unknown', 'unreachable')).toMatchObject({
      attempt: { state: 'released', outcomeCode: 'youtube_unavailable' },
      queueItem: { nextTryAt: inMinutes(1), heldReason: 'youtube_unavailable' },
    });
  });

  it('of a person is not made behind their back', () => {
    for (const order of [
      settled('unknown', 'unreachable', { origin: 'manual' }),
      settled('auth', 'authError', { origin: 'manual', renewal: 'unavailable' }),
    ])
      expect(order).toEqual({
        attempt: { state: 'released', outcomeCode: 'youtube_unavailable', closedAt: now, lookAt: null },
      });
  });
});
