import { describe, expect, it } from 'vitest';
import type { Look, Visibility, VisibilityReason } from '#shared/contracts/comments.ts';
import {
  afterLook,
  confirmsMiss,
  isNearlyDue,
  knownFigures,
  nextFiguresAt,
  type Sight,
  somethingHappened,
} from './outcomes.rules.ts';

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

describe('looks', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const day = 24 * hour;
  const postedAt = new Date('2026-03-03T12:00:00.000Z');
  const after = (ms: number) => new Date(postedAt.getTime() + ms);
  const never = { postedAt, visibility: null, looks: [], nextLookAt: null, lookFailingSince: null };
  const saw = (by: 'everyone' | 'owner' | 'nobody'): Sight => ({ kind: 'seen', by });
  const unknown = (reason: VisibilityReason): Sight => ({ kind: 'unknown', reason });
  const missed: Sight = { kind: 'missed' };
  const noAnswer: Sight = { kind: 'no_answer' };
  const firstMiss = (at: Date): Look => ({ at: at.toISOString(), seenBy: null, reason: null });

  describe('a look (rule 13.1)', () => {
    it.each<[string, number, number | null]>([
      ['at ten minutes leads to the one at a day', 10 * minute, day],
      ['on request before ten minutes leaves that one', 4 * minute, 10 * minute],
      ['two hours late leads to the one at a day', 2 * hour, day],
      ['at a day leads to the one at a week', day, 7 * day],
      ['for the first time after two days leads to the one at a week', 2 * day, 7 * day],
      ['at a week is the last', 7 * day, null],
    ])('%s', (_, at, next) => {
      const change = afterLook(never, saw('everyone'), after(at));
      expect(change.nextLookAt).toEqual(next === null ? null : after(next));
    });

    it.each<['everyone' | 'owner' | 'nobody', Visibility, VisibilityReason | null]>([
      ['everyone', 'public', null],
      ['owner', 'only_you', 'held_or_hidden'],
      ['nobody', 'removed', 'not_on_the_video'],
    ])('by which %s sees it says %s', (by, visibility, visibilityReason) => {
      const now = after(day);
      expect(afterLook({ ...never, visibility: 'unknown' }, saw(by), now)).toMatchObject({
        visibility,
        visibilityReason,
        visibilityCheckedAt: now,
        looks: [{ at: now.toISOString(), seenBy: by, reason: visibilityReason }],
      });
    });

    it('turns a held comment public when strangers see it', () => {
      const held = afterLook({ ...never, looks: [firstMiss(after(0))] }, saw('owner'), after(15 * minute));
      const seen = afterLook(
        { ...never, visibility: 'only_you', looks: held.looks },
        saw('everyone'),
        after(day),
      );
      expect(seen).toMatchObject({ visibility: 'public', visibilityReason: null });
      expect(seen.looks.map(({ seenBy }) => seenBy)).toEqual(['owner', 'everyone']);
    });

    it.each<[string, { nextLookAt: Date; looks?: Look[] }, Sight, number | null]>([
      ['keeps one that was promised', { nextLookAt: after(8 * day) }, saw('everyone'), 8 * day],
      [
        'that cannot tell keeps the second one after a miss',
        { nextLookAt: after(7 * day + 9 * minute), looks: [firstMiss(after(7 * day + 4 * minute))] },
        unknown('comments_off'),
        7 * day + 9 * minute,
      ],
      [
        'that sees it needs no second one',
        { nextLookAt: after(7 * day + 9 * minute), looks: [firstMiss(after(7 * day + 4 * minute))] },
        saw('everyone'),
        null,
      ],
    ])('on request %s', (_, looked, sight, next) => {
      const change = afterLook({ ...never, ...looked }, sight, after(7 * day + 5 * minute));
      expect(change.nextLookAt).toEqual(next === null ? null : after(next));
    });

    it('is kept among the newest twenty', () => {
      const looks = Array.from(
        { length: 20 },
        (_, index): Look => ({
          at: after(index * minute).toISOString(),
          seenBy: 'everyone',
          reason: null,
        }),
      );
      const change = afterLook({ ...never, visibility: 'public', looks }, saw('everyone'), after(hour));
      expect(change.looks).toHaveLength(20);
      expect(change.looks.at(-1)?.at).toBe(after(hour).toISOString());
      expect(change.looks[0]).toEqual(looks[1]);
    });
  });

  describe('a miss (rule 13.2)', () => {
    it.each<[string, Visibility | null]>([
      ['is not told', null],
      ['leaves the word it had', 'public'],
    ])('%s at first, and is looked at again five minutes later', (_, visibility) => {
      const change = afterLook({ ...never, visibility }, missed, after(day));
      expect(change).toEqual({
        looks: [firstMiss(after(day))],
        nextLookAt: after(day + 5 * minute),
        lookFailingSince: null,
      });
    });

    it.each([
      ['no miss before', [], false],
      ['a miss four minutes ago', [firstMiss(after(6 * minute))], false],
      ['a miss five minutes ago', [firstMiss(after(5 * minute))], true],
      [
        'a concluded look since',
        [firstMiss(after(0)), { at: after(minute).toISOString(), seenBy: 'everyone', reason: null }],
        false,
      ],
    ] as [string, Look[], boolean][])('with %s', (_, looks, confirmed) => {
      expect(confirmsMiss({ looks }, after(10 * minute))).toBe(confirmed);
    });

    it('asked for again too early keeps the time of the second look', () => {
      const looks = [firstMiss(after(10 * minute))];
      expect(afterLook({ ...never, looks }, missed, after(12 * minute))).toEqual({
        looks,
        nextLookAt: after(15 * minute),
        lookFailingSince: null,
      });
    });

    it.each(['everyone', 'owner', 'nobody'] as const)(
      'is replaced by what the second look saw: %s',
      (seenBy) => {
        const looks = [firstMiss(after(10 * minute))];
        const change = afterLook({ ...never, looks }, saw(seenBy), after(15 * minute));
        expect(change.looks).toMatchObject([{ at: after(15 * minute).toISOString(), seenBy }]);
        expect(change.nextLookAt).toEqual(after(day));
      },
    );
  });

  describe('what cannot be told (rule 13.3)', () => {
    it.each<[VisibilityReason, Visibility | null, Visibility]>([
      ['comments_off', 'public', 'unknown'],
      ['video_not_found', 'public', 'unknown'],
      ['too_many_comments', 'public', 'unknown'],
      ['not_connected', 'public', 'unknown'],
      ['no_api_key', 'public', 'public'],
      ['youtube_unavailable', 'public', 'public'],
      ['no_api_key', 'only_you', 'unknown'],
      ['youtube_unavailable', 'removed', 'unknown'],
      ['no_api_key', null, 'unknown'],
    ])('%s after %s says %s', (reason, before, said) => {
      const looked = { ...never, visibility: before };
      const change = afterLook(looked, unknown(reason), after(day));
      expect({ ...looked, ...change }.visibility).toBe(said);
      expect(change.visibilityReason).toBe(said === 'unknown' ? reason : undefined);
      expect(change.looks).toEqual([{ at: after(day).toISOString(), seenBy: null, reason }]);
      expect(change.nextLookAt).toEqual(after(7 * day));
    });

    it.each<[string, Date | null, number, number]>([
      ['a minute later', null, 10 * minute, minute],
      ['a minute after its first failure, however late it is', null, 3 * day, minute],
      ['after as long as it waits already', after(10 * minute), 30 * minute, 20 * minute],
      ['after an hour at most', after(10 * minute), 5 * hour, hour],
    ])('without an answer is tried again %s', (_, lookFailingSince, at, wait) => {
      expect(afterLook({ ...never, lookFailingSince }, noAnswer, after(at))).toEqual({
        looks: [],
        nextLookAt: after(at + wait),
        lookFailingSince: lookFailingSince ?? after(at),
      });
    });

    it('without an answer for twelve hours is unknown until the next look', () => {
      const failing = { ...never, lookFailingSince: after(10 * minute) };
      expect(afterLook(failing, noAnswer, after(12 * hour + 10 * minute))).toMatchObject({
        visibility: 'unknown',
        visibilityReason: 'youtube_unavailable',
        nextLookAt: after(day),
        lookFailingSince: null,
      });
    });

    it('keeps a first miss while there is no answer', () => {
      const looks = [firstMiss(after(day))];
      expect(afterLook({ ...never, looks }, noAnswer, after(day + 5 * minute)).looks).toEqual(looks);
    });
  });
});
