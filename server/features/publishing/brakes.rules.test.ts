import { describe, expect, it } from 'vitest';
import {
  backoffMs,
  type Hold,
  holdAfter,
  holdSentence,
  setAsideMs,
  whileProbing,
} from './brakes.rules.ts';

const minute = 60_000;
const now = new Date('2026-11-21T20:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const aHold = (over: Partial<Hold> = {}): Hold => ({
  code: 'rate_limited_by_youtube',
  attempts: 2,
  nextTryAt: now,
  commentId: 7,
  suspect: false,
  ...over,
});
const met = (isProbe: boolean) => ({ commentId: 8, isProbe, now, random: () => 1 });
const burst = {
  kind: 'wait',
  code: 'rate_limited_by_youtube',
  until: 'backoff',
} as const;

describe('the wait (rule 7.7)', () => {
  it.each([
    [1, 15, 30],
    [2, 30, 60],
    [3, 60, 120],
    [4, 120, 240],
    [5, 240, 480],
    [6, 450, 900],
    [20, 450, 900],
  ])('after attempt %i is from %i to %i seconds', (attempts, least, most) => {
    expect(backoffMs(attempts, () => 0)).toBe(least * 1000);
    expect(backoffMs(attempts, () => 1)).toBe(most * 1000);
  });

  it('for a comment that is set aside is at most four hours (rule 7.11)', () => {
    expect([1, 2, 3, 9, 10, 30].map((times) => setAsideMs(times) / minute)).toEqual([
      0.5, 1, 2, 128, 240, 240,
    ]);
  });
});

describe('a hold after an answer (rule 7.7)', () => {
  it('counts a try when the try begins, so that a crash during it counts too', () => {
    const probing = whileProbing(aHold(), now);
    expect(probing).toMatchObject({ attempts: 3, nextTryAt: later(minute) });
    expect(holdAfter(probing, burst, met(true))).toMatchObject({
      attempts: 3,
      nextTryAt: later(2 * minute),
    });
  });

  it('has no next try during a try either when only the owner can end it', () => {
    expect(whileProbing(aHold({ nextTryAt: null }), now).nextTryAt).toBeNull();
  });

  it('is not shortened by an attempt that began before it', () => {
    const long = aHold({ attempts: 6, nextTryAt: later(15 * minute) });
    expect(holdAfter(long, burst, met(false))).toEqual(long);
  });

  it('is prolonged when such an attempt was told to wait longer', () => {
    const long = aHold({ attempts: 6, nextTryAt: later(15 * minute) });
    const asked = { ...burst, retryAfter: 20 * minute };
    expect(holdAfter(long, asked, met(false))).toEqual({
      ...long,
      nextTryAt: later(20 * minute),
    });
  });

  it('has no next try when only the owner can end it', () => {
    const change = { kind: 'wait', code: 'project_suspended', until: 'person' } as const;
    expect(holdAfter(aHold(), change, met(false))).toMatchObject({
      code: 'project_suspended',
      nextTryAt: null,
    });
  });

  it('that only the owner can end does not get a next try from a later rate limit', () => {
    const forPerson = aHold({ code: 'project_suspended', nextTryAt: null });
    expect(holdAfter(forPerson, burst, met(false))).toEqual(forPerson);
  });

  it('lets another comment be tried when the answer was about one comment only', () => {
    const probing = whileProbing(aHold({ suspect: true }), now);
    expect(holdAfter(probing, { kind: 'next' }, met(true))).toEqual({
      ...probing,
      nextTryAt: now,
    });
  });

  it('that only the owner can end does not let another comment be tried', () => {
    const forPerson = aHold({ nextTryAt: null });
    expect(holdAfter(forPerson, { kind: 'next' }, met(true))).toEqual(forPerson);
  });
});

it.each([
  [later(20_000), 'The next try is in less than a minute.'],
  [later(12 * minute), 'The next try is in about 12 minutes.'],
  [later(180 * minute), 'The next try is in about 3 hours.'],
  [null, 'Try again in a few minutes.'],
])(
  'the sentence about a hold gives the reason and the time of the next try (%s)',
  (nextTryAt, end) => {
    const sentence = holdSentence(aHold({ nextTryAt }), now);
    expect(sentence).toMatch(/^Posting is on hold\. YouTube asked to slow down\./);
    expect(sentence.endsWith(end)).toBe(true);
  },
);
