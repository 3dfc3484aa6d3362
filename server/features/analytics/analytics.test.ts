import express from 'express';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AnalyticsResponse,
  analyticsResponseSchema,
} from '#shared/contracts/analytics.ts';
import type { DraftWhy } from '#shared/contracts/drafts.ts';
import { type Stats, statsSchema } from '#shared/contracts/status.ts';
import { type comments, draftRecords, libraryTotals } from '#shared/schema.ts';
import { errorHandler } from '../../http/handle.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import {
  type CommentRow,
  makeComment,
  makeQueueItem,
  makeReply,
  makeVideo,
} from '../../testing/factories.ts';
import { createAnalyticsRepository } from './analytics.repository.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { createAnalyticsService } from './analytics.service.ts';

const test = testDatabase();
/** Noon UTC on Tuesday 2026-03-03. */
const clock = fakeClock();
let app = express();

beforeEach(() => {
  const service = createAnalyticsService({
    repository: createAnalyticsRepository(test.db),
    clock,
  });
  app = express()
    .use('/api', analyticsRoutes({ service }))
    .use(errorHandler(() => {}));
});

const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);

async function analytics(query: Record<string, string> = {}): Promise<AnalyticsResponse> {
  const { body } = await request(app).get('/api/analytics').query(query).expect(200);
  return analyticsResponseSchema.parse(body);
}

async function stats(): Promise<Stats> {
  const { body } = await request(app).get('/api/stats').expect(200);
  return statsSchema.parse(body);
}

describe('GET /api/stats', () => {
  it('responds with zeros when there are no data', async () => {
    expect(await stats()).toEqual({
      videosFound: 0,
      inQueue: 0,
      commentsPosted: 0,
      successRate: 0,
    });
  });

  it('counts videos even if deleted, and queue items that are not posted (rule 3.6)', async () => {
    const posted = await makeComment(test.db, {
      status: 'posted',
      postedAt: clock.now(),
    });
    await makeQueueItem(test.db, { commentId: posted.id });
    await makeQueueItem(test.db);
    await makeComment(test.db, { status: 'failed' });
    await makeVideo(test.db);
    await test.db.insert(libraryTotals).values({ forgottenVideos: 6 });
    expect(await stats()).toEqual({
      videosFound: 10,
      inQueue: 1,
      commentsPosted: 1,
      successRate: 33.3,
    });
  });
});

describe('GET /api/analytics', () => {
  it.each([7, 30, 90, 365])('accepts %i days (rule 2.17)', async (days) => {
    expect((await analytics({ days: String(days) })).days).toBe(days);
  });

  it('has zeros for 30 days when there are no data (rule 2.17)', async () => {
    const zeros = {
      totalComments: 0,
      successRate: 0,
      approvalRate: 0,
      averageQuality: 0,
    };
    const answer = await analytics();
    expect(answer).toMatchObject({
      days: 30,
      totals: zeros,
      previousTotals: zeros,
      topChannels: [],
    });
    expect(answer.statusBreakdown).toHaveLength(5);
    expect(answer.stylePerformance).toHaveLength(3);
    expect(answer.recentActivity).toHaveLength(7);
    expect(answer.recentActivity.at(-1)).toEqual({
      day: '2026-03-03',
      generated: 0,
      posted: 0,
    });
    expect(Object.values(answer.overall)).toEqual([0, 0, 0, 0, 0]);
  });

  describe('with two comments within seven days, and two older ones (rule 9.6)', () => {
    beforeEach(async () => {
      const made = (createdAt: string, rest: object) =>
        makeComment(test.db, { createdAt: new Date(createdAt), ...rest });
      await made('2026-02-25T00:00:00Z', {
        status: 'posted',
        qualityScore: 90,
        postedAt: clock.now(),
      });
      await made('2026-03-03T11:59:59Z', {
        status: 'approved',
        qualityScore: 71,
        style: 'supportive',
      });
      await made('2026-02-24T23:59:59Z', { status: 'rejected', qualityScore: 50 });
      await made('2026-02-17T23:59:59Z', { status: 'failed', postedAt: null });
    });

    it('counts the range', async () => {
      const answer = await analytics({ days: '7' });
      const ofTwo = {
        totalComments: 2,
        successRate: 50,
        approvalRate: 100,
        averageQuality: 8.1,
      };
      expect(answer.totals).toEqual(ofTwo);
      expect(answer.statusBreakdown).toContainEqual({
        status: 'posted',
        count: 1,
        percent: 50,
      });
      const supportive = {
        style: 'supportive',
        count: 1,
        posted: 0,
        successRate: 0,
        averageQuality: 7.1,
      };
      expect(answer.stylePerformance).toContainEqual(supportive);
      expect(answer.topChannels).toMatchObject([
        { channelTitle: 'Cloud Kitchen', count: 2, posted: 1, averageQuality: 8.1 },
      ]);
    });

    it('counts the range before it', async () => {
      const ofOne = {
        totalComments: 1,
        successRate: 0,
        approvalRate: 0,
        averageQuality: 5,
      };
      expect((await analytics({ days: '7' })).previousTotals).toEqual(ofOne);
    });

    it('counts everything', async () => {
      const { overall } = await analytics({ days: '7' });
      expect(overall).toMatchObject({
        totalComments: 4,
        commentsPosted: 1,
        successRate: 25,
      });
    });
  });

  it('sums the likes and replies of a top channel where both are known, without withdrawn comments', async () => {
    const posted = (rest: object) => makeComment(test.db, { status: 'posted', ...rest });
    await posted({ likeCount: 30, replyCount: 7, style: 'supportive' });
    await posted({ likeCount: 1, replyCount: 2 });
    await posted({ likeCount: 400, replyCount: null });
    await posted({ likeCount: 500, replyCount: 500, withdrawnAt: clock.now() });
    const [channel] = (await analytics()).topChannels;
    expect(channel).toMatchObject({
      count: 4,
      posted: 4,
      known: 2,
      likes: 31,
      replies: 9,
    });
  });

  it('names a top channel by its newest known name', async () => {
    const channel = { channelId: 'UCkept' };
    const lost = { ...channel, channelTitle: 'Unknown channel', available: false };
    for (const style of ['insightful', 'supportive'] as const)
      await makeComment(test.db, { videoId: (await makeVideo(test.db, lost)).id, style });
    const top = async () =>
      (await analytics()).topChannels.map(({ channelTitle }) => channelTitle);
    expect(await top()).toEqual(['Unknown channel']);
    await makeVideo(test.db, {
      ...channel,
      channelTitle: 'Zebra Talks',
      fetchedAt: daysAgo(3),
    });
    await makeVideo(test.db, {
      ...channel,
      channelTitle: 'Alpaca Talks',
      fetchedAt: daysAgo(1),
    });
    expect(await top()).toEqual(['Alpaca Talks']);
  });

  it('counts drafting and posting on their own days in the viewer’s time zone, and no unknown posting time (rule 9.6)', async () => {
    await makeComment(test.db, {
      status: 'posted',
      createdAt: new Date('2026-02-25T23:30:00Z'),
      postedAt: new Date('2026-03-02T23:30:00Z'),
    });
    await makeComment(test.db, {
      status: 'posted',
      createdAt: new Date('2026-02-26T11:00:00Z'),
    });
    const { recentActivity } = await analytics({ timeZone: 'Europe/Berlin' });
    expect(
      recentActivity.filter(({ generated, posted }) => generated + posted > 0),
    ).toEqual([
      { day: '2026-02-26', generated: 2, posted: 0 },
      { day: '2026-03-03', generated: 0, posted: 1 },
    ]);
  });

  it('refuses an unknown range or time zone with a sentence (rules 2.17, 5.7)', async () => {
    for (const query of [
      { days: '8' },
      { days: 'all' },
      { timeZone: 'Mars/Olympus' },
      { timeZone: 'x'.repeat(65) },
      { timeZone: '\u0000' },
    ]) {
      const { body } = await request(app).get('/api/analytics').query(query).expect(400);
      expect(body).toMatchObject({
        code: 'invalid_request',
        detail: expect.stringMatching(/\.$/),
      });
    }
  });
});

describe('the outcomes of posted comments', () => {
  const outcomes = async () => (await analytics()).outcomes;

  const posted = (days: number, rest: Partial<typeof comments.$inferInsert> = {}) =>
    makeComment(test.db, {
      status: 'posted',
      createdAt: daysAgo(days + 1),
      postedAt: daysAgo(days),
      ...rest,
    });

  async function answer(
    days: number,
    rest: Partial<typeof comments.$inferInsert> = {},
    under?: CommentRow,
  ) {
    const above = under ?? (await makeComment(test.db, { createdAt: daysAgo(300) }));
    const { id: replyId } = await makeReply(test.db, { commentId: above.id });
    return posted(days, { videoId: above.videoId, replyId, ...rest });
  }

  async function draftedBy(commentId: number, profile: DraftWhy['profile']) {
    const none = { parts: [], examples: [], rules: [], tokens: null, costUsd: null };
    const why: DraftWhy = { promptVersion: '2', model: 'some-model', profile, ...none };
    await test.db.insert(draftRecords).values({ commentId, why, createdAt: clock.now() });
  }

  const none = { count: 0, known: 0, likes: 0, replies: 0 };

  it('are empty when nothing was posted in the range', async () => {
    await posted(31);
    await makeComment(test.db, { status: 'approved' });
    await makeComment(test.db, { status: 'posted', postedAt: null });
    expect(await outcomes()).toEqual({
      afterSevenDays: {
        public: 0,
        onlyYou: 0,
        removed: 0,
        unknown: 0,
        notYet: 0,
        withdrawn: 0,
      },
      figures: { ...none, readBetween: null },
      repliedByCreator: 0,
      byStyle: ['insightful', 'supportive', 'questioning'].map((style) => ({
        style,
        ...none,
      })),
      byOpening: ['question', 'number', 'statement'].map((opening) => ({
        opening,
        ...none,
      })),
      byVoice: [],
    });
  });

  it('count visibility after seven days, including answers, with unknown as its own number (rule 13.19)', async () => {
    const seen = (
      visibility: 'public' | 'only_you' | 'removed' | 'unknown',
      after = 7,
    ) => ({
      visibility,
      visibilityCheckedAt: daysAgo(20 - after),
    });
    for (const visibility of [
      'public',
      'public',
      'only_you',
      'removed',
      'unknown',
    ] as const)
      await posted(20, seen(visibility));
    await answer(20, seen('public'));
    await answer(20, seen('removed', 9));
    await posted(20, seen('public', 6.99));
    await posted(20);
    await posted(2);
    const blind = {
      at: daysAgo(13).toISOString(),
      seenBy: null,
      reason: 'no_api_key' as const,
    };
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

  it('count the comments that creators replied to, each once (rule 13.30)', async () => {
    const { id: commentId } = await posted(5);
    await makeReply(test.db, { commentId, byCreator: true });
    await makeReply(test.db, { commentId, byCreator: true });
    await makeReply(test.db, { commentId: (await posted(5)).id });
    const withdrawn = await posted(5, { withdrawnAt: daysAgo(1) });
    await makeReply(test.db, { commentId: withdrawn.id, byCreator: true });
    expect(await outcomes()).toMatchObject({
      repliedByCreator: 1,
      figures: { count: 2 },
    });
  });

  describe('likes and replies', () => {
    it('are summed only for comments where both are known (rule 13.19)', async () => {
      await posted(5, { likeCount: 3, replyCount: 1, outcomesCheckedAt: daysAgo(4) });
      await posted(5, {
        likeCount: 0,
        replyCount: 0,
        outcomesCheckedAt: daysAgo(1),
        style: 'supportive',
      });
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

    it('are grouped by the opening of the comment (rule 13.19)', async () => {
      const contents = {
        question: [
          'How high do you set it? We use 30 s.',
          'Did v1.29 of Node.js break it?! Ours did.',
          '2 probes or 3? We keep one.',
          'どう設定しますか？私たちは三十秒です。',
        ],
        number: [
          '3 of our clusters drained at once.',
          'It took us (14 months, all told) to see why. Did you?',
          'We saved $400 a month.',
        ],
        statement: [
          'The drain comes first. Did you try 5 s?',
          'K8s readiness is about traffic.',
          'Probes that call the database take 12 pods down.',
          'The drain comes first\nDid you try it?',
          'No mark at all',
        ],
      };
      // Each comment has another number of likes, so that a sum shows which comments it
      // contains.
      let likeCount = 1;
      const likes = new Map<string, number>();
      for (const [opening, texts] of Object.entries(contents))
        for (const content of texts) {
          await posted(5, {
            content,
            likeCount,
            replyCount: 1,
            outcomesCheckedAt: daysAgo(1),
          });
          likes.set(opening, (likes.get(opening) ?? 0) + likeCount);
          likeCount *= 2;
        }
      const { byOpening } = await outcomes();
      expect(new Map(byOpening.map((each) => [each.opening, each.likes]))).toEqual(likes);
    });

    it('are grouped by the voice version in the draft record (rule 13.19)', async () => {
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

  it('are the only numbers that include answers (rule 13.19)', async () => {
    const above = await posted(2);
    await makeComment(test.db, { createdAt: daysAgo(2) });
    const { outcomes: _, hoursAfterUpload: __, ...before } = await analytics();
    const counted = await stats();
    expect(counted).toMatchObject({ commentsPosted: 1, successRate: 50 });
    await answer(2, {}, above);
    await answer(2, { status: 'pending', postedAt: null }, above);
    expect(await analytics()).toMatchObject(before);
    expect(await stats()).toEqual(counted);
  });
});

it('posted comments are counted by the hours after their video’s upload, without a score (rule 14.13)', async () => {
  const postedAt = daysAgo(1 / 24);
  const posted = async (
    hours: number,
    values: Parameters<typeof makeComment>[1] = {},
  ) => {
    const publishedAt = new Date(postedAt.getTime() - hours * 3_600_000).toISOString();
    const video = await makeVideo(test.db, { publishedAt });
    return makeComment(test.db, {
      videoId: video.id,
      status: 'posted',
      postedAt,
      createdAt: postedAt,
      ...values,
    });
  };
  const early = await posted(0.5, { visibility: 'public' });
  await makeReply(test.db, { commentId: early.id, byCreator: true });
  await makeReply(test.db, { commentId: early.id });
  await makeReply(test.db, { commentId: early.id });
  await posted(0.9, { visibility: 'only_you' });
  await posted(5);
  await posted(23, { visibility: 'public' });
  await posted(100);
  const old = await posted(200, { visibility: 'public' });
  await makeReply(test.db, { commentId: old.id });
  await posted(2, { withdrawnAt: clock.now() });
  await posted(2, { status: 'approved', postedAt: null });
  const unclear = await makeVideo(test.db, { publishedAt: '' });
  await makeComment(test.db, {
    videoId: unclear.id,
    status: 'posted',
    postedAt,
    createdAt: postedAt,
  });

  // The columns are: comments, public ones, those that the
  // creator replied to, and those that others replied to.
  expect((await analytics()).hoursAfterUpload.map((row) => Object.values(row))).toEqual([
    ['under1', 2, 1, 1, 1],
    ['from1to6', 1, 0, 0, 0],
    ['from6to24', 1, 1, 0, 0],
    ['from1to7days', 1, 0, 0, 0],
    ['older', 1, 1, 0, 1],
  ]);
});
