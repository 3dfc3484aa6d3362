import { describe, expect, it } from 'vitest';
import { YouTubeError, type YouTubeFailure } from '../../providers/youtube/youtube.ts';
import type { Hold } from './brakes.rules.ts';
import { consequenceOf, notProcessed } from './settlement.rules.ts';

const now = new Date('2026-11-21T20:00:00.000Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

type Circumstances = Parameters<typeof consequenceOf>[1];

function consequence(kind: YouTubeFailure, reason: string, over: Partial<Circumstances> = {}) {
  const startedAt = new Date(now.getTime() - 1000);
  const usual = {
    origin: 'loop',
    startedAt,
    now,
    renewal: null,
    hold: null,
    othersAreDue: false,
  } as const;
  return consequenceOf(new YouTubeError(kind, reason, 'shared'), { ...usual, ...over });
}

const aHold = (over: Partial<Hold> = {}): Hold => ({
  code: 'rate_limited_by_youtube',
  attempts: 1,
  nextTryAt: now,
  commentId: 7,
  suspect: false,
  ...over,
});
const released = { attempt: { state: 'released' } };

describe('processingFailure (rule 7.6)', () => {
  it('leaves the attempt open until the comment was looked for', () => {
    const { settlement, hold } = consequence('processing', 'processingFailure (rule 7.6)');
    expect(settlement).toEqual({
      attempt: { state: 'confirming', outcomeCode: 'processing_failure', nextCheckAt: inMinutes(10) },
    });
    expect(hold).toEqual({ kind: 'next' });
  });

  it('gets another try when it is not found, counted by itself', () => {
    const others = ['rate_limited_by_youtube', 'youtube_unavailable', null];
    expect(notProcessed(others, now)).toMatchObject({ ...released, queueItem: { dueAt: now } });
  });

  it('fails the comment the second time', () => {
    expect(notProcessed(['processing_failure'], now)).toMatchObject({
      attempt: { state: 'failed', outcomeCode: 'processing_failed' },
    });
  });
});

describe('a rejected token (rule 7.7)', () => {
  it('is tried once more when it is new', () => {
    const renewed = { renewal: 'renewed' } as const;
    expect(consequence('auth', 'authError', renewed)).toMatchObject({
      settlement: released,
      hold: { kind: 'wait', code: 'needs_reauth', until: 'next' },
    });
  });

  it('asks for a sign-in when the new one was rejected too', () => {
    const hold = aHold({ code: 'needs_reauth' });
    expect(consequence('auth', 'authError', { renewal: 'renewed', hold })).toMatchObject({
      settlement: { attempt: { state: 'released', outcomeCode: 'needs_reauth' } },
      hold: { kind: 'lift' },
      needsSignIn: true,
    });
  });
});

describe('a request that never left (rules 7.7, 7.14)', () => {
  it('counts for no gap, and holds posting', () => {
    expect(consequence('unknown', 'unreachable')).toMatchObject({
      settlement: {
        attempt: { state: 'released', outcomeCode: 'youtube_unavailable', reachedYouTube: false },
      },
      hold: { kind: 'wait', code: 'youtube_unavailable', until: 'backoff' },
    });
  });

  it('by hand is not repeated by itself', () => {
    for (const { settlement } of [
      consequence('unknown', 'unreachable', { origin: 'manual' }),
      consequence('auth', 'authError', { origin: 'manual', renewal: 'unavailable' }),
    ])
      expect(settlement.queueItem).toBeUndefined();
  });
});

describe('forbidden without a detail (rule 7.8)', () => {
  it('suspects the comment where another can be tried', () => {
    expect(consequence('forbidden', 'forbidden', { othersAreDue: true })).toMatchObject({
      settlement: released,
      hold: { until: 'next', suspect: true },
    });
  });

  it.each([
    ['no other is due', {}],
    ['a person asked', { othersAreDue: true, origin: 'manual' }],
    ['the one before was refused alike', { othersAreDue: true, hold: aHold() }],
  ] as const)('holds posting where %s', (_, over) => {
    const { settlement, hold } = consequence('forbidden', 'forbidden', over);
    expect(settlement).toMatchObject(released);
    expect(hold).toMatchObject({ kind: 'wait', until: 'backoff' });
    expect(hold).not.toHaveProperty('suspect');
  });
});

it('no comment fails for a reason beyond its video or text (rule 7.4)', () => {
  const kinds: YouTubeFailure[] = [
    'forbidden',
    'unexplained',
    'burst',
    'quota',
    'auth',
    'scope',
    'account',
    'config',
    'unknown',
  ];
  const often = Array<string>(20).fill('rate_limited_by_youtube');
  for (const kind of kinds)
    for (const origin of ['loop', 'manual'] as const)
      for (const hold of [null, aHold({ attempts: 20 })])
        for (const renewal of ['renewed', 'refused', 'unavailable'] as const) {
          const over = { origin, hold, renewal, earlierOutcomes: often, othersAreDue: true };
          const { settlement } = consequence(kind, 'http_403', over);
          expect(settlement.attempt.state).not.toBe('failed');
          expect(settlement.comment).toBeUndefined();
        }
});
