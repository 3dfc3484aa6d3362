import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { comments, postAttempts, queueItems, videos } from '#shared/schema.ts';
import { testDatabase } from '../testing/database.ts';
import { makePostAttempt, makeQueueItem, makeVideo } from '../testing/factories.ts';

const test = testDatabase();

describe('rows, mapped quickly', () => {
  it('are what Drizzle makes of them, with and without what a join may not find', async () => {
    const { db } = test;
    await makeVideo(db, { viewCount: 9_007_199_254_740_991, contentInsights: null, tags: ['a', 'ü'] });
    await makeQueueItem(db, { dueAt: new Date('2026-03-03T12:00:00.123Z') });
    await makePostAttempt(db);
    const fields = { video: videos, comment: comments, queueItem: queueItems, attempt: postAttempts };
    const quick = await db
      .select(fields)
      .from(videos)
      .leftJoin(comments, eq(comments.videoId, videos.id))
      .leftJoin(queueItems, eq(queueItems.commentId, comments.id))
      .leftJoin(postAttempts, eq(postAttempts.commentId, comments.id))
      .orderBy(videos.id);
    expect(
      quick.map(({ comment, queueItem, attempt }) => [comment, queueItem, attempt].map(Boolean)),
    ).toEqual([
      [false, false, false],
      [true, true, false],
      [true, false, true],
    ]);
    for (const { video, comment, queueItem, attempt } of quick) {
      const own = { video: await db.select().from(videos).where(eq(videos.id, video.id)) };
      expect([video]).toEqual(own.video);
      if (comment)
        expect(comment).toEqual(await db.query.comments.findFirst({ where: eq(comments.id, comment.id) }));
      if (queueItem)
        expect(queueItem).toEqual(
          await db.query.queueItems.findFirst({ where: eq(queueItems.id, queueItem.id) }),
        );
      if (attempt)
        expect(attempt).toEqual(
          await db.query.postAttempts.findFirst({ where: eq(postAttempts.id, attempt.id) }),
        );
    }
  });

  it('are mapped by us, whatever version of Drizzle it is', () => {
    expect(test.db.select().from(videos).prepare('videos')).toHaveProperty('customResultMapper');
    expect(test.db.select().from(videos).prepare('videos')).not.toHaveProperty(
      'customResultMapper',
      undefined,
    );
  });
});
