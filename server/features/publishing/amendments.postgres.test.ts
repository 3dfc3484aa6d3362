import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { comments } from '#shared/schema.ts';
import { expectLocksById } from '../../testing/database.ts';
import { makeComment, makeReply } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';

const test = testPublishing();

it('a withdrawal locks the answers in its thread in the order of their ids, which prevents deadlocks', async () => {
  const first = await makeComment(test.db, {
    status: 'posted',
    youtubeCommentId: 'Ugz-first',
  });
  const second = await makeComment(test.db, {
    status: 'posted',
    youtubeCommentId: 'Ugz-second',
  });
  const { id } = await test.publishing.posted();
  for (const answer of [first, second]) {
    const { id: replyId } = await makeReply(test.db, { commentId: id });
    await test.db.update(comments).set({ replyId }).where(eq(comments.id, answer.id));
  }
  // This update places the first row behind the second one on disk.
  await test.db.update(comments).set({ likeCount: 1 }).where(eq(comments.id, first.id));

  await expectLocksById(test.db, () =>
    test.publishing.poster.post(id, 'manual', {
      amendment: { kind: 'withdraw' },
      revision: 1,
    }),
  );

  expect((await test.publishing.state(id)).comment.withdrawnAt).not.toBeNull();
});
