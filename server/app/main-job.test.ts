import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type Comment,
  commentListSchema,
  queueItemSchema,
  queueListSchema,
} from '#shared/contracts/comment-detail.ts';
import { generateResponseSchema } from '#shared/contracts/drafts.ts';
import { statsSchema } from '#shared/contracts/status.ts';
import { videoSearchResponseSchema } from '#shared/contracts/videos.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Browser } from '../testing/browser.ts';
import { testDatabase } from '../testing/database.ts';

const test = testDatabase();
let app: TestApp;
let me: Browser;

beforeEach(async () => {
  app = await startTestApp({ database: test.database });
  me = await app.signedIn();
});
afterEach(() => app.close());

async function drafted(videoId: number): Promise<Comment> {
  const response = await me.post('/api/comments/generate', { videoId, style: 'insightful' });
  expect(response.status).toBe(201);
  return generateResponseSchema.parse(await response.json()).comment;
}

async function queuedAndApproved(videoId: number) {
  const comment = await drafted(videoId);
  const added = await me.post('/api/queue', { commentId: comment.id, priority: 0, autoPost: false });
  expect(added.status).toBe(201);
  const approved = await me.patch(`/api/comments/${comment.id}`, { status: 'approved' });
  expect(approved.status).toBe(200);
  return { comment, item: queueItemSchema.parse(await added.json()) };
}

const history = async () => commentListSchema.parse(await (await me.get('/api/comments')).json());

it('goes from a search to two comments on YouTube, one by hand and one by the clock (rules 1.1, 1.2)', async () => {
  const search = await me.get('/api/videos/search?q=kubernetes');
  const { videos } = videoSearchResponseSchema.parse(await search.json());
  const [first, second] = videos.filter(({ commentsOff }) => !commentsOff);
  if (!first || !second) throw new Error('The sandbox found too little.');

  const now = await queuedAndApproved(first.id);
  const posted = await me.post(`/api/comments/${now.comment.id}/post`);
  expect([posted.status, await posted.json()]).toMatchObject([200, { status: 'posted' }]);

  const later = await queuedAndApproved(second.id);
  const scheduledFor = new Date(app.clock.now().getTime() + 60_000).toISOString();
  const scheduled = await me.patch(`/api/queue/${later.item.id}`, {
    queueId: later.item.id,
    scheduledFor,
    autoPost: true,
  });
  expect(scheduled.status).toBe(200);
  await app.context.services.loop.tick();
  expect((await history()).map(({ status }) => status).sort()).toEqual(['approved', 'posted']);

  app.clock.advance(61_000);
  await app.context.services.loop.tick();
  const both = await history();
  expect(both.map(({ status }) => status)).toEqual(['posted', 'posted']);
  expect(both.map(({ content }) => content).sort()).toEqual(
    [now.comment.content, later.comment.content].sort(),
  );
  for (const { youtubeUrl, video } of both) expect(youtubeUrl).toContain(`watch?v=${video.youtubeId}&lc=`);
  expect(queueListSchema.parse(await (await me.get('/api/queue')).json())).toEqual([]);
  expect(statsSchema.parse(await (await me.get('/api/stats')).json())).toMatchObject({
    inQueue: 0,
    commentsPosted: 2,
    successRate: 100,
  });
});
