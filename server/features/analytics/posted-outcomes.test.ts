import { beforeEach, describe, expect, it } from 'vitest';
import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import type { DraftWhy } from '#shared/contracts/draft-record.ts';
import { type comments, draftRecords, replies } from '#shared/schema.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { type CommentRow, makeComment } from '../../testing/factories.ts';
import { createAnalyticsRepository } from './analytics.repository.ts';
import { createAnalyticsService } from './analytics.service.ts';
import { createPostedOutcomesRepository } from './posted-outcomes.repository.ts';

const test = testDatabase();
const clock = fakeClock();
let service: ReturnType<typeof createAnalyticsService>;

beforeEach(() => {
  service = createAnalyticsService({
    repository: createAnalyticsRepository(test.db),
    postedOutcomes: createPostedOutcomesRepository(test.db),
    clock,
  });
});

const analytics = (): Promise<AnalyticsResponse> => service.analytics({ days: 30, timeZone: 'UTC' });
const outcomes = async () => (await analytics()).outcomes;
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);

const posted = (days: number, rest: Partial<typeof comments.$inferInsert> = {}) =>
  makeComment(test.db, { status: 'posted', createdAt: daysAgo(days + 1), postedAt: daysAgo(days), ...rest });

async function answer(days: number, rest: Partial<typeof comments.$inferInsert> = {}, under?: CommentRow) {
  const above = under ?? (await makeComment(test.db, { createdAt: daysAgo(300) }));
  const at = clock.now();
  const youtubeReplyId = `thread.${await test.db.$count(replies)}`;
  const [reply] = await test.db
    .insert(replies)
    .values({ commentId: above.id, youtubeReplyId, publishedAt: at, fetchedAt: at, createdAt: at })
    .returning();
  return posted(days, { videoId: above.videoId, replyId: reply?.id, ...rest });
}

async function draftedBy(commentId: number, profile: DraftWhy['profile']) {
  const why: DraftWhy = {
    promptVersion: '2',
    parts: [],
    profile,
    examples: [],
    rules: [],
    model: 'some-model',
    tokens: null,
    costUsd: null,
  };
  await test.db.insert(draftRecords).values({ commentId, why, createdAt: clock.now() });
}

const none = { count: 0, known: 0, likes: 0, replies: 0 };

it('is empty while nothing was posted in the range', async () => {
  await posted(31);
  await makeComment(test.db, { status: 'approved' });
  await makeComment(test.db, { status: 'posted', postedAt: null });
  expect(await outcomes()).toEqual({
    afterSevenDays: { public: 0, onlyYou: 0, removed: 0, unknown: 0, notYet: 0, withdrawn: 0 },
    figures: { ...none, readBetween: null },
    byStyle: ['insightful', 'supportive', 'questioning'].map((style) => ({ style, ...none })),
    byOpening: ['question', 'number', 'statement'].map((opening) => ({ opening, ...none })),
    byVoice: [],
  });
});

it('counts what the look after seven days found, of answers too, and keeps unknown apart (rule 13.19)', async () => {
  const seen = (visibility: 'public' | 'only_you' | 'removed' | 'unknown', after = 7) => ({
    visibility,
    visibilityCheckedAt: daysAgo(20 - after),
  });
  for (const visibility of ['public', 'public', 'only_you', 'removed', 'unknown'] as const)
    await posted(20, seen(visibility));
  await answer(20, seen('public'));
  await answer(20, seen('removed', 9));
  await posted(20, seen('public', 6.99));
  await posted(20);
  await posted(2);
  const blind = { at: daysAgo(13).toISOString(), seenBy: null, reason: 'no_api_key' as const };
  await posted(20, { ...seen('public', 1), looks: [blind], nextLookAt: null });
  await posted(2, { ...seen('public', 19), looks: [blind], nextLookAt: daysAgo(-5) });
  await posted(20, { ...seen('removed'), withdrawnAt: daysAgo(13) });
  expect((await outcomes()).afterSevenDays).toEqual({
    public: 3,
    onlyYou: 1,
    removed: 2,
    unknown: 2,
    notYet: 4,
    withdrawn: 1,
  });
});

describe('likes and replies', () => {
  it('are summed as they are, and an unknown figure is left out and never zero (rule 13.19)', async () => {
    await posted(5, { likeCount: 3, replyCount: 1, outcomesCheckedAt: daysAgo(4) });
    await posted(5, { likeCount: 0, replyCount: 0, outcomesCheckedAt: daysAgo(1), style: 'supportive' });
    await posted(5, { likeCount: 40, replyCount: 20, outcomesCheckedAt: daysAgo(2) });
    await posted(5);
    await posted(5, { likeCount: 9, replyCount: null, outcomesCheckedAt: daysAgo(29) });
    await posted(5, {
      likeCount: 900,
      replyCount: 900,
      outcomesCheckedAt: daysAgo(3),
      withdrawnAt: daysAgo(3),
    });
    await answer(5, { likeCount: 700, replyCount: 700, outcomesCheckedAt: daysAgo(5) });
    const { figures, byStyle } = await outcomes();
    expect(figures).toEqual({
      count: 5,
      known: 3,
      likes: 43,
      replies: 21,
      readBetween: { first: daysAgo(4).toISOString(), last: daysAgo(1).toISOString() },
    });
    expect(byStyle).toEqual([
      { style: 'insightful', count: 4, known: 2, likes: 43, replies: 21 },
      { style: 'supportive', count: 1, known: 1, likes: 0, replies: 0 },
      { style: 'questioning', ...none },
    ]);
  });

  it.each([
    ['question', 'How high do you set it? We use 30 s.'],
    ['question', 'Did v1.29 of Node.js break it?! Ours did.'],
    ['question', '2 probes or 3? We keep one.'],
    ['question', 'どう設定しますか？私たちは三十秒です。'],
    ['number', '3 of our clusters drained at once.'],
    ['number', 'It took us (14 months, all told) to see why. Did you?'],
    ['number', 'We saved $400 a month.'],
    ['statement', 'The drain comes first. Did you try 5 s?'],
    ['statement', 'K8s readiness is about traffic.'],
    ['statement', 'Probes that call the database take 12 pods down.'],
    ['statement', 'The drain comes first\nDid you try it?'],
    ['statement', 'No mark at all'],
  ])('are told apart by the opening: %s, %s (rule 13.19)', async (opening, content) => {
    await posted(5, { content, likeCount: 2, replyCount: 1, outcomesCheckedAt: daysAgo(1) });
    const { byOpening } = await outcomes();
    expect(byOpening.filter(({ count }) => count > 0)).toEqual([
      { opening, count: 1, known: 1, likes: 2, replies: 1 },
    ]);
  });

  it('are told apart by the voice version that drafted, as the record has it (rule 13.19)', async () => {
    const first = { id: 7, name: 'Ada', version: 1 };
    const second = { id: 7, name: 'Ada Builds', version: 2 };
    const read = { likeCount: 1, replyCount: 2, outcomesCheckedAt: daysAgo(1) };
    await draftedBy((await posted(5, read)).id, first);
    await draftedBy((await posted(5, { ...read, style: 'supportive' })).id, first);
    await draftedBy((await posted(5)).id, second);
    await draftedBy((await posted(5, read)).id, null);
    await posted(5, read);
    await posted(5, read);
    expect((await outcomes()).byVoice).toEqual([
      { profile: null, count: 3, known: 3, likes: 3, replies: 6 },
      { profile: first, count: 2, known: 2, likes: 2, replies: 4 },
      { profile: second, count: 1, known: 0, likes: 0, replies: 0 },
    ]);
  });
});

it('leaves answers out of every other figure (rule 13.19)', async () => {
  const above = await posted(2);
  await makeComment(test.db, { createdAt: daysAgo(2) });
  const { outcomes: _, ...before } = await analytics();
  const stats = await service.stats();
  expect(stats).toMatchObject({ commentsPosted: 1, successRate: 50 });
  await answer(2, {}, above);
  await answer(2, { status: 'pending', postedAt: null }, above);
  expect(await analytics()).toMatchObject(before);
  expect(await service.stats()).toEqual(stats);
});
