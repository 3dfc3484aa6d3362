import { expect, it } from 'vitest';
import { YouTubeError, type YouTubeFailure } from '../../providers/youtube/youtube.ts';
import { consequenceOf, notProcessed } from './settlement.rules.ts';

const now = new Date('2026-11-21T20:00:00.000Z');
const hold = {
  code: 'rate_limited_by_youtube',
  attempts: 20,
  nextTryAt: now,
  commentId: 7,
  suspect: false,
} as const;

it('a processingFailure leads to another try, counted by itself (rule 7.6)', () => {
  const others = ['rate_limited_by_youtube', 'youtube_unavailable', null];
  expect(notProcessed(others, now)).toMatchObject({
    attempt: { state: 'released' },
    queueItem: { dueAt: now },
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
  for (const kind of kinds)
    for (const origin of ['loop', 'manual'] as const)
      for (const held of [null, hold])
        for (const renewal of ['renewed', 'refused', 'unavailable'] as const) {
          const met = { origin, startedAt: now, now, hold: held, renewal, othersAreDue: true };
          const { settlement } = consequenceOf(new YouTubeError(kind, 'http_403', 'shared'), met);
          expect(settlement.attempt.state).not.toBe('failed');
          expect(settlement.comment).toBeUndefined();
        }
});
