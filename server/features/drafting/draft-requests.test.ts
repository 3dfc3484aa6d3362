import { describe, expect, it } from 'vitest';
import { draftViewSchema, videoMaterialSchema } from '#shared/contracts/drafts.ts';
import { reviewApp } from '../../testing/app.ts';
import { makeReply, makeVideo } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');

describe('requests for a draft', () => {
  /** Returns the requests to YouTube except those of signing in. */
  const toYouTube = () =>
    test.app.sandbox.admin
      .requests()
      .filter(({ path }) => path.startsWith('/youtube/') && !path.endsWith('/channels'));

  async function busyVideo() {
    const { admin } = test.app.sandbox;
    const busy = admin
      .videos()
      .find(
        (video) =>
          admin.acceptsComments(video) &&
          video.eventualViews * video.commentsPerView > 100,
      );
    return makeVideo(test.db, { youtubeId: busy?.id ?? '' });
  }

  it('cost one YouTube unit for a video, and no further one for a day', async () => {
    const { id: videoId } = await busyVideo();
    const drafted = await test.me.post('/api/comments/generate', {
      videoId,
      style: 'insightful',
    });
    const { comment } = draftViewSchema.parse(await drafted.json());
    await test.me.post(`/api/comments/${comment.id}/regenerate`, {
      style: 'insightful',
      point: 'my point',
    });
    const seen = videoMaterialSchema.parse(
      await (await test.me.get(`/api/videos/${videoId}/material`)).json(),
    );
    expect(seen.comments.length).toBeGreaterThan(9);
    expect(seen.comments.length).toBeLessThanOrEqual(20);
    expect(seen.commentsMissing).toBeNull();
    expect(toYouTube()).toMatchObject([
      { method: 'GET', path: '/youtube/v3/commentThreads' },
    ]);
  });

  it('cost no YouTube unit for an answer in a thread', async () => {
    const { id: commentId } = await test.comment({
      status: 'posted',
      youtubeCommentId: 'Ugmine',
    });
    const { id } = await makeReply(test.db, { commentId });
    expect((await test.me.post(`/api/replies/${id}/draft`)).status).toBe(201);
    expect(toYouTube()).toEqual([]);
  });

  it.each([
    ['accept a transcript of 200,000 characters', 200_000, 201],
    ['refuse a longer transcript', 200_002, 400],
    ['refuse a transcript that exceeds the limit of a body', 1_000_000, 413],
  ])('%s', async (_, characters, status) => {
    const { id: videoId } = await busyVideo();
    const transcript = 'ü '.repeat(characters / 2);
    const answer = await test.me.post('/api/comments/generate', {
      videoId,
      style: 'insightful',
      transcript,
    });
    expect(answer.status).toBe(status);
  });
});
