import { describe, expect, it } from 'vitest';
import type { Look, Visibility, VisibilityReason } from '#shared/contracts/comments.ts';
import { AppError, conflict } from '../../core/errors.ts';
import {
  type ListedComment,
  type YouTube,
  YouTubeError,
} from '../../providers/youtube/youtube.ts';
import { fakeClock } from '../../testing/clock.ts';
import { createOutcomeReads } from './outcome-reads.service.ts';
import { afterLook, nextFiguresAt, type Sight } from './outcomes.rules.ts';
import { createLook, type Target } from './visibility-check.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = new Date('2026-03-03T12:00:00.000Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const plan = (ageMs: number, waitedMs: number | null, leftMs = 0) => ({
  postedAt: ago(ageMs),
  outcomesCheckedAt: waitedMs === null ? null : ago(waitedMs),
  nextFiguresAt: new Date(now.getTime() + leftMs),
});
const wait = (...[of, happened]: [ReturnType<typeof plan>, boolean]) =>
  nextFiguresAt(of, happened, now).getTime() - now.getTime();

describe('the time until figures are read again (rule 13.4)', () => {
  it.each([
    ['in the first six hours', 5 * hour, 30 * minute],
    ['in the first week', 2 * day, 6 * hour],
    ['in the first thirty days', 20 * day, day],
    ['later', 200 * day, 7 * day],
  ])(
    'follows from the comment’s age at first and after every change (%s)',
    (_, age, every) => {
      expect(wait(plan(age, 3 * every), true)).toBe(every);
      expect(wait(plan(age, null), false)).toBe(every);
    },
  );

  it.each([
    ['doubles when nothing changed', 2 * day, 6 * hour, 12 * hour],
    ['is at most four times as long as the age says', 2 * day, 24 * hour, 24 * hour],
    ['is at most four weeks', 200 * day, 28 * day, 28 * day],
    ['is never shorter than the age says', 2 * day, 30 * minute, 6 * hour],
  ])('%s', (_, age, waited, next) => {
    expect(wait(plan(age, waited), false)).toBe(next);
  });

  it('does not grow because of a reading on request', () => {
    expect(wait(plan(2 * day, hour, 11 * hour), false)).toBe(11 * hour);
    expect(wait(plan(2 * day, hour, 11 * hour), true)).toBe(6 * hour);
  });

  it('is rounded, so that comments share one call', () => {
    const at = (minutes: number) => new Date(now.getTime() + minutes * minute);
    expect(
      [1, 14].map((late) => nextFiguresAt(plan(hour, null), true, at(late))),
    ).toEqual([at(30), at(30)]);
    expect(
      [-170, 170].map((late) => nextFiguresAt(plan(2 * day, null), true, at(late))),
    ).toEqual([at(6 * 60), at(6 * 60)]);
  });
});

const postedAt = now;

describe('looks', () => {
  const after = (ms: number) => new Date(postedAt.getTime() + ms);
  const never = {
    postedAt,
    visibility: null,
    looks: [],
    nextLookAt: null,
    lookFailingSince: null,
  };
  const saw = (by: 'everyone' | 'owner' | 'nobody'): Sight => ({ kind: 'seen', by });
  const unknown = (reason: VisibilityReason): Sight => ({ kind: 'unknown', reason });
  const noAnswer: Sight = { kind: 'no_answer' };
  const firstMiss = (at: Date): Look => ({
    at: at.toISOString(),
    seenBy: null,
    reason: null,
  });

  describe('a look (rule 13.1)', () => {
    it.each<[string, number, number | null]>([
      ['ten minutes after posting is followed by one after a day', 10 * minute, day],
      [
        'on request within ten minutes is followed by the one at ten minutes',
        4 * minute,
        10 * minute,
      ],
      ['two hours after posting is followed by one after a day', 2 * hour, day],
      ['a day after posting is followed by one after a week', day, 7 * day],
      [
        'that is the first, two days after posting, is followed by one after a week',
        2 * day,
        7 * day,
      ],
      ['a week after posting is the last', 7 * day, null],
    ])('%s', (_, at, next) => {
      const change = afterLook(never, saw('everyone'), after(at));
      expect(change.nextLookAt).toEqual(next === null ? null : after(next));
    });

    const second = 7 * day + 9 * minute;
    const missed = {
      nextLookAt: after(second),
      looks: [firstMiss(after(second - 5 * minute))],
    };
    it.each<[string, { nextLookAt: Date; looks?: Look[] }, Sight, number | null]>([
      [
        'keeps the next look that was planned',
        { nextLookAt: after(8 * day) },
        saw('everyone'),
        8 * day,
      ],
      [
        'without a result keeps the second look after a miss',
        missed,
        unknown('comments_off'),
        second,
      ],
      [
        'that sees the comment cancels the second look after a miss',
        missed,
        saw('everyone'),
        null,
      ],
    ])('on request %s', (_, looked, sight, next) => {
      const change = afterLook(
        { ...never, ...looked },
        sight,
        after(7 * day + 5 * minute),
      );
      expect(change.nextLookAt).toEqual(next === null ? null : after(next));
    });

    it('is stored among the newest twenty', () => {
      const looks = Array.from({ length: 20 }, (_, index) =>
        firstMiss(after(index * minute)),
      ).map((look): Look => ({ ...look, seenBy: 'everyone' }));
      const change = afterLook(
        { ...never, visibility: 'public', looks },
        saw('everyone'),
        after(hour),
      );
      expect(change.looks).toHaveLength(20);
      expect(change.looks.at(-1)?.at).toBe(after(hour).toISOString());
      expect(change.looks[0]).toEqual(looks[1]);
    });
  });

  describe('a look without a result (rule 13.3)', () => {
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
    ])('for the reason %s turns the visibility %s into %s', (reason, before, said) => {
      const looked = { ...never, visibility: before };
      const change = afterLook(looked, unknown(reason), after(day));
      expect({ ...looked, ...change }.visibility).toBe(said);
      expect(change.visibilityReason).toBe(said === 'unknown' ? reason : undefined);
      expect(change.looks).toEqual([
        { at: after(day).toISOString(), seenBy: null, reason },
      ]);
      expect(change.nextLookAt).toEqual(after(7 * day));
    });

    it.each<[string, Date | null, number, number]>([
      ['a minute later', null, 10 * minute, minute],
      ['a minute after its first failure, however late it is', null, 3 * day, minute],
      [
        'after as long as it has waited already',
        after(10 * minute),
        30 * minute,
        20 * minute,
      ],
      ['after an hour at most', after(10 * minute), 5 * hour, hour],
    ])(
      'is tried again %s when YouTube gave no answer',
      (_, lookFailingSince, at, wait) => {
        expect(afterLook({ ...never, lookFailingSince }, noAnswer, after(at))).toEqual({
          looks: [],
          nextLookAt: after(at + wait),
          lookFailingSince: lookFailingSince ?? after(at),
        });
      },
    );

    it('makes the visibility unknown after twelve hours without an answer', () => {
      const failing = { ...never, lookFailingSince: after(10 * minute) };
      expect(afterLook(failing, noAnswer, after(12 * hour + 10 * minute))).toMatchObject({
        visibility: 'unknown',
        visibilityReason: 'youtube_unavailable',
        nextLookAt: after(day),
        lookFailingSince: null,
      });
    });

    it('keeps a first miss when YouTube gave no answer', () => {
      const looks = [firstMiss(after(day))];
      expect(
        afterLook({ ...never, looks }, noAnswer, after(day + 5 * minute)).looks,
      ).toEqual(looks);
    });
  });
});

const onVideo: Target = {
  youtubeCommentId: 'Ugz1',
  youtubeVideoId: 'video1',
  threadId: null,
  postedAt,
};
const answer: Target = { ...onVideo, youtubeCommentId: 'Ugz9.a', threadId: 'Ugz9' };
const empty = { comments: [], isComplete: true };
const listed = (youtubeCommentId: string): ListedComment => ({
  youtubeCommentId,
  authorChannelId: null,
  text: '',
  publishedAt: postedAt.toISOString(),
});
const reply = (youtubeReplyId: string) => ({
  youtubeReplyId,
  authorChannelId: null,
  authorName: '',
  text: '',
  hasPicture: false,
  likeCount: null,
  publishedAt: postedAt.toISOString(),
});
const refused = (reason: string) =>
  Promise.reject(new YouTubeError('refused', reason, 'shared'));

interface Setting {
  youtube?: Partial<YouTube>;
  apiKey?: string | null;
  accessToken?: () => Promise<string>;
}

function look(target: Target, setting: Setting, confirmsMiss = true) {
  const { youtube, apiKey = 'key', accessToken = async () => 'token' } = setting;
  const blocked: string[] = [];
  const reads = createOutcomeReads({
    youtube: {
      listRecentComments: async () => empty,
      readComment: async () => ({ text: 'Ours.' }),
      ...youtube,
    } as YouTube,
    account: { accessToken, refreshAccessToken: async () => 'token-2' },
    quota: {
      block: async (bucket) => void blocked.push(bucket),
      ensure: async () => {
        if (blocked.length > 0) throw new AppError(429, 'quota_spent', 'Spent.');
      },
    },
    apiKey,
    repository: { recordRefused: async () => [] },
    events: { changed: () => undefined },
    clock: fakeClock(),
  });
  return createLook(reads)(target, confirmsMiss);
}

it.each<[string, Setting, unknown]>([
  [
    'a look without an API key gives an unknown visibility',
    { apiKey: null },
    { kind: 'unknown', reason: 'no_api_key' },
  ],
  [
    'a miss while no owner is connected gives an unknown visibility',
    { accessToken: () => Promise.reject(conflict('not_connected', 'Not connected.')) },
    { kind: 'unknown', reason: 'not_connected' },
  ],
  [
    'a miss while Google does not answer for the owner gives no answer',
    {
      accessToken: () =>
        Promise.reject(new AppError(503, 'youtube_unavailable', 'Away.')),
    },
    { kind: 'no_answer' },
  ],
  [
    'a miss whose second request fails gives no answer',
    {
      youtube: {
        readComment: () =>
          Promise.reject(new YouTubeError('unknown', 'no_items', 'shared')),
      },
    },
    { kind: 'no_answer' },
  ],
  [
    'a comment in an incomplete list is seen by everyone',
    {
      youtube: {
        listRecentComments: async () => ({
          comments: [listed('Ugz1')],
          isComplete: false,
        }),
      },
    },
    { kind: 'seen', by: 'everyone' },
  ],
  [
    'a comment missing from an incomplete list has an unknown visibility',
    { youtube: { listRecentComments: async () => ({ ...empty, isComplete: false }) } },
    { kind: 'unknown', reason: 'too_many_comments' },
  ],
])('%s (rules 13.2, 13.3)', async (_, setting, sight) => {
  expect(await look(onVideo, setting)).toEqual(sight);
});

it('a look reads back to an hour before the posting, because this machine’s clock may be ahead', async () => {
  let from: Date | null = null;
  const listRecentComments: YouTube['listRecentComments'] = async (_id, since) => {
    from = since;
    return empty;
  };
  await look(onVideo, { youtube: { listRecentComments } });
  expect(from).toEqual(new Date('2026-03-03T11:00:00.000Z'));
});

it('a look fails with quota_spent when Google says that the day’s quota is used up', async () => {
  const listRecentComments = () =>
    Promise.reject(new YouTubeError('quota', 'quotaExceeded', 'shared'));
  await expect(look(onVideo, { youtube: { listRecentComments } })).rejects.toMatchObject({
    code: 'quota_spent',
  });
});

it.each<[string, YouTube['listReplies'], unknown]>([
  [
    'is seen on a later page of its thread',
    async (_id, token) =>
      token
        ? { replies: [reply('Ugz9.a')], nextPageToken: null }
        : { replies: [], nextPageToken: 'p2' },
    { kind: 'seen', by: 'everyone' },
  ],
  [
    'is missed after the last page',
    async () => ({ replies: [], nextPageToken: null }),
    { kind: 'seen', by: 'owner' },
  ],
  [
    'is missed when its thread is not shown',
    () => refused('commentNotFound'),
    { kind: 'seen', by: 'owner' },
  ],
  [
    'has an unknown visibility in an endless thread',
    async () => ({ replies: [reply('Ugz9.b')], nextPageToken: 'more' }),
    { kind: 'unknown', reason: 'too_many_comments' },
  ],
])('an answer %s (rule 13.1)', async (_, listReplies, sight) => {
  expect(await look(answer, { youtube: { listReplies } })).toEqual(sight);
});
