import { expect, it } from 'vitest';
import { analyticsResponseSchema } from '#shared/contracts/analytics.ts';
import { makeComment, makeReply, makeVideo } from '../../testing/factories.ts';
import { reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();
const hour = 3_600_000;

it('counts posted comments by the hours after their video’s upload, without a score (rule 14.13)', async () => {
  const postedAt = test.later(-hour);
  const posted = async (hours: number, values: Parameters<typeof makeComment>[1] = {}) => {
    const publishedAt = new Date(postedAt.getTime() - hours * hour).toISOString();
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
  await makeReply(test.db, { commentId: early.id, isVideoAuthor: true });
  await makeReply(test.db, { commentId: early.id });
  await makeReply(test.db, { commentId: early.id });
  await posted(0.9, { visibility: 'only_you' });
  await posted(5);
  await posted(23, { visibility: 'public' });
  await posted(100);
  const old = await posted(200, { visibility: 'public' });
  await makeReply(test.db, { commentId: old.id });
  await posted(2, { withdrawnAt: test.now() });
  await posted(2, { status: 'approved', postedAt: null });
  const unclear = await makeVideo(test.db, { publishedAt: '' });
  await makeComment(test.db, { videoId: unclear.id, status: 'posted', postedAt, createdAt: postedAt });

  const answer = analyticsResponseSchema.parse(await (await test.me.get('/api/analytics')).json());
  const row = (
    age: string,
    comments: number,
    visible: number,
    repliedByAuthor: number,
    repliedByOthers: number,
  ) => ({
    age,
    comments,
    visible,
    repliedByAuthor,
    repliedByOthers,
  });
  expect(answer.hoursAfterUpload).toEqual([
    row('under1', 2, 1, 1, 1),
    row('from1to6', 1, 0, 0, 0),
    row('from6to24', 1, 1, 0, 0),
    row('from1to7days', 1, 0, 0, 0),
    row('older', 1, 1, 0, 1),
  ]);
});
