import { expect, it } from 'vitest';
import { generateResponseSchema } from '#shared/contracts/drafts.ts';
import { videoMaterialSchema } from '#shared/contracts/material.ts';
import { makeReply, makeVideo } from '../../../testing/factories.ts';
import { reviewApp } from '../../../testing/review-app.ts';

const test = reviewApp();

/** Without those of signing in. */
const toYouTube = () =>
  test.app.sandbox.admin
    .requests()
    .filter(({ path }) => path.startsWith('/youtube/') && !path.endsWith('/channels'));

async function busyVideo() {
  const { admin } = test.app.sandbox;
  const busy = admin
    .videos()
    .find((video) => admin.acceptsComments(video) && video.eventualViews * video.commentsPerView > 100);
  return makeVideo(test.db, { youtubeId: busy?.id ?? '' });
}

it('a draft costs one unit of YouTube’s, and what follows within a day none', async () => {
  const { id: videoId } = await busyVideo();
  const drafted = await test.me.post('/api/comments/generate', { videoId, style: 'insightful' });
  const { comment } = generateResponseSchema.parse(await drafted.json());
  await test.me.post(`/api/comments/${comment.id}/regenerate`, { style: 'insightful', point: 'my point' });
  const seen = videoMaterialSchema.parse(await (await test.me.get(`/api/videos/${videoId}/material`)).json());
  expect(seen.comments.length).toBeGreaterThan(9);
  expect(seen.comments.length).toBeLessThanOrEqual(20);
  expect(seen.commentsMissing).toBeNull();
  expect(toYouTube()).toMatchObject([{ method: 'GET', path: '/youtube/v3/commentThreads' }]);
});

it('an answer in a thread costs nothing', async () => {
  const { id: commentId } = await test.comment({ status: 'posted', youtubeCommentId: 'Ugmine' });
  const { id } = await makeReply(test.db, { commentId });
  expect((await test.me.post(`/api/replies/${id}/draft`)).status).toBe(201);
  expect(toYouTube()).toEqual([]);
});

it('a video whose comments YouTube refuses says so in words', async () => {
  const { youtubeId, id } = await busyVideo();
  test.app.sandbox.admin.changeVideo(youtubeId, { commentsOff: true });
  for (const _ of ['first', 'second'])
    expect(await (await test.me.get(`/api/videos/${id}/material`)).json()).toMatchObject({
      comments: [],
      commentsMissing: 'Comments are turned off for this video.',
    });
  expect(toYouTube()).toHaveLength(1);
});

it('takes a transcript of 200,000 characters, and no longer one', async () => {
  const { id: videoId } = await busyVideo();
  const send = (characters: number) =>
    test.me.post('/api/comments/generate', {
      videoId,
      style: 'insightful',
      transcript: 'ü '.repeat(characters / 2),
    });
  expect((await send(200_002)).status).toBe(400);
  expect((await send(1_000_000)).status).toBe(413);
  expect((await send(200_000)).status).toBe(201);
});
