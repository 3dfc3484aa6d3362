import express from 'express';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AnalyticsResponse, analyticsResponseSchema } from '#shared/contracts/analytics.ts';
import { libraryTotals } from '#shared/schema.ts';
import { errorHandler } from '../../http/problems.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { makeComment, makeQueueItem, makeVideo } from '../../testing/factories.ts';
import { createAnalyticsRepository } from './analytics.repository.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { createAnalyticsService } from './analytics.service.ts';
import { createPostedOutcomesRepository } from './posted-outcomes.repository.ts';

const test = testDatabase();
/** Noon UTC on Tuesday 2026-03-03. */
const clock = fakeClock();
let app = express();
const reported: unknown[] = [];

beforeEach(() => {
  reported.length = 0;
  app = express();
  const service = createAnalyticsService({
    repository: createAnalyticsRepository(test.db),
    postedOutcomes: createPostedOutcomesRepository(test.db),
    clock,
  });
  app.use('/api', analyticsRoutes({ service }));
  app.use(errorHandler((error) => reported.push(error)));
});

const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);

async function analytics(query: Record<string, string> = {}): Promise<AnalyticsResponse> {
  const { body } = await request(app).get('/api/analytics').query(query).expect(200);
  return analyticsResponseSchema.parse(body);
}

describe('GET /api/stats', () => {
  it('answers with zeros while there is nothing', async () => {
    const { body } = await request(app).get('/api/stats').expect(200);
    expect(body).toEqual({ videosFound: 0, inQueue: 0, commentsPosted: 0, successRate: 0 });
  });

  it('counts videos deleted or not, and queue items not posted (rule 3.6)', async () => {
    const posted = await makeComment(test.db, { status: 'posted', postedAt: clock.now() });
    await makeQueueItem(test.db, { commentId: posted.id });
    await makeQueueItem(test.db);
    await makeComment(test.db, { status: 'failed' });
    await makeVideo(test.db);
    await test.db.insert(libraryTotals).values({ forgottenVideos: 6 });
    const { body } = await request(app).get('/api/stats').expect(200);
    expect(body).toEqual({ videosFound: 10, inQueue: 1, commentsPosted: 1, successRate: 33.3 });
  });
});

describe('GET /api/analytics', () => {
  it('answers with zeros for 30 days while there is nothing (rule 2.17)', async () => {
    const zeros = { totalComments: 0, successRate: 0, approvalRate: 0, averageQuality: 0 };
    const answer = await analytics();
    expect(answer).toMatchObject({ days: 30, totals: zeros, previousTotals: zeros, topChannels: [] });
    expect(answer.statusBreakdown).toHaveLength(5);
    expect(answer.stylePerformance).toHaveLength(3);
    expect(answer.recentActivity).toHaveLength(7);
    expect(answer.recentActivity.at(-1)).toEqual({ day: '2026-03-03', generated: 0, posted: 0 });
    expect(answer.overall).toEqual({
      videosFound: 0,
      inQueue: 0,
      commentsPosted: 0,
      successRate: 0,
      totalComments: 0,
    });
  });

  it('takes ranges of 7, 30, 90 and 365 days (rule 2.17)', async () => {
    for (const days of [7, 30, 90, 365]) expect((await analytics({ days: String(days) })).days).toBe(days);
  });

  it('counts the range, the one before it, and everything (rule 9.6)', async () => {
    const made = (createdAt: string, rest: object) =>
      makeComment(test.db, { createdAt: new Date(createdAt), ...rest });
    await made('2026-02-25T00:00:00Z', { status: 'posted', qualityScore: 90, postedAt: clock.now() });
    await made('2026-03-03T11:59:59Z', { status: 'approved', qualityScore: 71, style: 'supportive' });
    await made('2026-02-24T23:59:59Z', { status: 'rejected', qualityScore: 50 });
    await made('2026-02-17T23:59:59Z', { status: 'failed', postedAt: null });

    const answer = await analytics({ days: '7' });
    expect(answer.totals).toEqual({
      totalComments: 2,
      successRate: 50,
      approvalRate: 100,
      averageQuality: 8.1,
    });
    expect(answer.previousTotals).toEqual({
      totalComments: 1,
      successRate: 0,
      approvalRate: 0,
      averageQuality: 5,
    });
    expect(answer.statusBreakdown).toContainEqual({ status: 'posted', count: 1, percent: 50 });
    expect(answer.stylePerformance).toContainEqual({
      style: 'supportive',
      count: 1,
      posted: 0,
      successRate: 0,
      averageQuality: 7.1,
    });
    expect(answer.topChannels).toEqual([
      { channelTitle: 'Cloud Kitchen', count: 2, posted: 1, averageQuality: 8.1 },
    ]);
    expect(answer.overall).toMatchObject({ totalComments: 4, commentsPosted: 1, successRate: 25 });
  });

  it('names a top channel by its newest known name', async () => {
    const channel = { channelId: 'UCkept' };
    const lost = { ...channel, channelTitle: 'Unknown channel', available: false };
    await makeComment(test.db, { videoId: (await makeVideo(test.db, lost)).id });
    await makeComment(test.db, { videoId: (await makeVideo(test.db, lost)).id, style: 'supportive' });
    const top = async () => (await analytics()).topChannels.map(({ channelTitle }) => channelTitle);
    expect(await top()).toEqual(['Unknown channel']);
    await makeVideo(test.db, { ...channel, channelTitle: 'Zebra Talks', fetchedAt: daysAgo(3) });
    await makeVideo(test.db, { ...channel, channelTitle: 'Alpaca Talks', fetchedAt: daysAgo(1) });
    expect(await top()).toEqual(['Alpaca Talks']);
  });

  it('counts days in the viewer’s time zone (rule 9.6)', async () => {
    await makeComment(test.db, { createdAt: new Date('2026-03-02T23:30:00Z') });
    const dayOf = async (timeZone: string) =>
      (await analytics({ timeZone })).recentActivity.find(({ generated }) => generated === 1)?.day;
    expect(await dayOf('UTC')).toBe('2026-03-02');
    expect(await dayOf('Europe/Berlin')).toBe('2026-03-03');
    expect(await dayOf('America/Los_Angeles')).toBe('2026-03-02');
  });

  it('puts drafting and posting each on its own day, and a posting of unknown time on none', async () => {
    await makeComment(test.db, {
      status: 'posted',
      createdAt: new Date('2026-02-26T10:00:00Z'),
      postedAt: new Date('2026-03-02T23:30:00Z'),
    });
    await makeComment(test.db, { status: 'posted', createdAt: new Date('2026-02-26T11:00:00Z') });
    const { recentActivity } = await analytics({ timeZone: 'Europe/Berlin' });
    expect(recentActivity.filter(({ generated, posted }) => generated + posted > 0)).toEqual([
      { day: '2026-02-26', generated: 2, posted: 0 },
      { day: '2026-03-03', generated: 0, posted: 1 },
    ]);
  });

  it('rejects an unknown range or time zone with a sentence (rules 2.17, 5.7)', async () => {
    for (const query of [
      { days: '8' },
      { days: 'all' },
      { timeZone: 'Mars/Olympus' },
      { timeZone: 'x'.repeat(65) },
      { timeZone: '\u0000' },
    ]) {
      const { body } = await request(app).get('/api/analytics').query(query).expect(400);
      expect(body).toMatchObject({ code: 'invalid_request', detail: expect.stringMatching(/\.$/) });
    }
    expect(reported).toEqual([]);
  });
});
