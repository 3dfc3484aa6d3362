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

describe('the wait (rule 7.7)', () => {
  it.each([
    [1, 15, 30],
    [2, 30, 60],
    [3, 60, 120],
    [4, 120, 240],
    [5, 240, 480],
    [6, 450, 900],
    [20, 450, 900],
  ])('is, for try %i, %i to %i seconds', (attempts, least, most) => {
    expect(backoffMs(attempts, () => 0)).toBe(least * 1000);
    expect(backoffMs(attempts, () => 1)).toBe(most * 1000);
  });

  it('of one comment set aside is at most four hours (rule 7.11)', () => {
    expect([1, 2, 3, 9, 10, 30].map((times) => setAsideMs(times) / minute)).toEqual([
      0.5, 1, 2, 128, 240, 240,
    ]);
  });
});

describe('a hold after an answer (rule 7.7)', () => {
  it('begins with the first refusal', () => {
    expect(holdAfter(null, burst, met(false))).toEqual(
      aHold({ attempts: 1, commentId: 8, nextTryAt: later(30_000) }),
    );
  });

  it('is lifted only by the comment tried at its end', () => {
    expect(holdAfter(aHold(), { kind: 'lift' }, met(true))).toBeNull();
    expect(holdAfter(aHold(), { kind: 'lift' }, met(false))).toEqual(aHold());
    expect(holdAfter(null, { kind: 'lift' }, met(false))).toBeNull();
  });

  it('counts a try when it begins, so that a crash in it counts too', () => {
    const probing = whileProbing(aHold(), now);
    expect(probing).toMatchObject({ attempts: 3, nextTryAt: later(minute) });
    expect(holdAfter(probing, burst, met(true))).toMatchObject({ attempts: 3, nextTryAt: later(2 * minute) });
    expect(whileProbing(aHold({ nextTryAt: null }), now).nextTryAt).toBeNull();
  });

  it('is not shortened by an attempt that began before it', () => {
    const long = aHold({ attempts: 6, nextTryAt: later(15 * minute) });
    expect(holdAfter(long, burst, met(false))).toEqual(long);
    const asked = { ...burst, retryAfter: 20 * minute };
    expect(holdAfter(long, asked, met(false))).toEqual({ ...long, nextTryAt: later(20 * minute) });
  });

  it('waits for the person where only they can end it', () => {
    const change = { kind: 'wait', code: 'project_suspended', until: 'person' } as const;
    expect(holdAfter(aHold(), change, met(false))).toMatchObject({
      code: 'project_suspended',
      nextTryAt: null,
    });
    const forPerson = aHold({ code: 'project_suspended', nextTryAt: null });
    expect(holdAfter(forPerson, burst, met(false))).toEqual(forPerson);
  });

  it('lets another comment be tried after an answer about one alone', () => {
    const probing = whileProbing(aHold({ suspect: true }), now);
    expect(holdAfter(probing, { kind: 'next' }, met(true))).toEqual({ ...probing, nextTryAt: now });
    const forPerson = aHold({ nextTryAt: null });
    expect(holdAfter(forPerson, { kind: 'next' }, met(true))).toEqual(forPerson);
  });
});

describe('the sentence about a hold', () => {
  it.each([
    [later(20_000), 'The next try is in less than a minute.'],
    [later(12 * minute), 'The next try is in about 12 minutes.'],
    [later(180 * minute), 'The next try is in about 3 hours.'],
  ])('says why, and when the next try is (%s)', (nextTryAt, end) => {
    const sentence = holdSentence(aHold({ nextTryAt }), now);
    expect(sentence).toMatch(/^Posting is on hold\. YouTube asked to slow down\./);
    expect(sentence.endsWith(end)).toBe(true);
  });

  it('has no time where there is none', () => {
    expect(holdSentence(aHold({ nextTryAt: null }), now)).not.toContain('next try');
  });
});
