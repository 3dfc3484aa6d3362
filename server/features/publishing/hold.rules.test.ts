import { describe, expect, it } from 'vitest';
import { backoffMs, type Hold, holdAfter, holdSentence, setAsideMs, whileProbing } from './hold.rules.ts';

const now = new Date('2026-11-21T20:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const minute = 60_000;
const aHold = (over: Partial<Hold> = {}): Hold => ({
  code: 'rate_limited_by_youtube',
  attempts: 2,
  nextTryAt: now,
  commentId: 7,
  suspect: false,
  ...over,
});
const met = (isProbe: boolean) => ({ commentId: 8, isProbe, now, random: () => 1 });
const burst = { kind: 'wait', code: 'rate_limited_by_youtube', until: 'backoff' } as const;

describe('how long is waited', () => {
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

  it('for one comment alone up to four hours', () => {
    expect([1, 2, 3, 9, 10, 30].map((times) => setAsideMs(times) / minute)).toEqual([
      0.5, 1, 2, 128, 240, 240,
    ]);
  });
});

describe('a hold after an answer', () => {
  it('begins with the first trouble', () => {
    expect(holdAfter(null, burst, met(false))).toEqual(
      aHold({ attempts: 1, commentId: 8, nextTryAt: later(30_000) }),
    );
  });

  it('is lifted by the one that was tried at its end, and by no other', () => {
    expect(holdAfter(aHold(), { kind: 'lift' }, met(true))).toBeNull();
    expect(holdAfter(aHold(), { kind: 'lift' }, met(false))).toEqual(aHold());
    expect(holdAfter(null, { kind: 'lift' }, met(false))).toBeNull();
  });

  it('counts a try when it begins, so that a process that dies in it counts too', () => {
    const probing = whileProbing(aHold(), now);
    expect(probing).toMatchObject({ attempts: 3, nextTryAt: later(minute) });
    expect(holdAfter(probing, burst, met(true))).toMatchObject({ attempts: 3, nextTryAt: later(2 * minute) });
    expect(whileProbing(aHold({ nextTryAt: null }), now).nextTryAt).toBeNull();
  });

  it('is made no shorter by what was on its way before it', () => {
    const long = aHold({ attempts: 6, nextTryAt: later(15 * minute) });
    expect(holdAfter(long, burst, met(false))).toEqual(long);
    const asked = { ...burst, retryAfter: 20 * minute };
    expect(holdAfter(long, asked, met(false))).toEqual({ ...long, nextTryAt: later(20 * minute) });
  });

  it('waits for the person where only they can end it, whatever it waited for before', () => {
    const change = { kind: 'wait', code: 'project_suspended', until: 'person' } as const;
    expect(holdAfter(aHold(), change, met(false))).toMatchObject({
      code: 'project_suspended',
      nextTryAt: null,
    });
    const forPerson = aHold({ code: 'project_suspended', nextTryAt: null });
    expect(holdAfter(forPerson, burst, met(false))).toEqual(forPerson);
  });

  it('lets the next one be tried after an answer about one comment alone', () => {
    const probing = whileProbing(aHold({ suspect: true }), now);
    expect(holdAfter(probing, { kind: 'next' }, met(true))).toEqual({ ...probing, nextTryAt: now });
    const forPerson = aHold({ nextTryAt: null });
    expect(holdAfter(forPerson, { kind: 'next' }, met(true))).toEqual(forPerson);
  });
});

describe('what a person reads', () => {
  it.each([
    [later(20_000), 'The next try is in less than a minute.'],
    [later(12 * minute), 'The next try is in about 12 minutes.'],
    [later(180 * minute), 'The next try is in about 3 hours.'],
  ])('says why, and when it is tried again (%s)', (nextTryAt, end) => {
    const sentence = holdSentence(aHold({ nextTryAt }), now);
    expect(sentence).toMatch(/^Posting is on hold\. YouTube asked to slow down\./);
    expect(sentence.endsWith(end)).toBe(true);
  });

  it('says nothing of a time where there is none', () => {
    expect(holdSentence(aHold({ nextTryAt: null }), now)).not.toContain('next try');
  });
});
