import { describe, expect, it } from 'vitest';
import { isNearlyDue, knownFigures, nextFiguresAt, somethingHappened } from './figures.rules.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = new Date('2026-03-03T12:00:00.000Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const plan = (ageMs: number, waitedMs: number | null, leftMs = 0) => ({
  postedAt: ago(ageMs),
  checkedAt: waitedMs === null ? null : ago(waitedMs),
  nextFiguresAt: new Date(now.getTime() + leftMs),
});
const wait = (...[of, happened]: [ReturnType<typeof plan>, boolean]) =>
  nextFiguresAt(of, happened, now).getTime() - now.getTime();

describe('when figures are read next (rule 13.4)', () => {
  it.each([
    ['in the first six hours', 5 * hour, 30 * minute],
    ['in the first week', 2 * day, 6 * hour],
    ['in the first thirty days', 20 * day, day],
    ['later', 200 * day, 7 * day],
  ])('%s: as often as the age says while something happens, and at first', (_, age, every) => {
    expect(wait(plan(age, 3 * every), true)).toBe(every);
    expect(wait(plan(age, null), false)).toBe(every);
  });

  it.each([
    ['twice as long after an answer like the one before', 2 * day, 6 * hour, 12 * hour],
    ['four times as long at most', 2 * day, 24 * hour, 24 * hour],
    ['four weeks at most', 200 * day, 28 * day, 28 * day],
    ['no less than the age says', 2 * day, 30 * minute, 6 * hour],
  ])('%s', (_, age, waited, next) => {
    expect(wait(plan(age, waited), false)).toBe(next);
  });

  it('a reading on request early in the interval does not slow down the next ones', () => {
    expect(wait(plan(2 * day, hour, 11 * hour), false)).toBe(12 * hour);
    expect(wait(plan(2 * day, 11 * hour, hour), false)).toBe(24 * hour);
  });

  it('a free place in a call is for a comment that waited half its time', () => {
    expect(isNearlyDue(plan(2 * day, 3 * hour, 3 * hour), now)).toBe(true);
    expect(isNearlyDue(plan(2 * day, 2 * hour, 4 * hour), now)).toBe(false);
    expect(isNearlyDue({ ...plan(2 * day, 3 * hour), nextFiguresAt: null }, now)).toBe(false);
  });
});

describe('what is known (rule 13.4)', () => {
  it('stays where YouTube does not tell, and is not 0', () => {
    const unknown = { likeCount: null, replyCount: null };
    expect(knownFigures(unknown, unknown)).toEqual(unknown);
    expect(knownFigures({ likeCount: 3, replyCount: 1 }, { likeCount: null, replyCount: 2 })).toEqual({
      likeCount: 3,
      replyCount: 2,
    });
  });

  it('first figures of 0 are no event', () => {
    const unknown = { likeCount: null, replyCount: null };
    expect(somethingHappened(unknown, { likeCount: 0, replyCount: 0 })).toBe(false);
    expect(somethingHappened(unknown, { likeCount: 0, replyCount: 1 })).toBe(true);
  });
});
