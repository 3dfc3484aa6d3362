import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { comments, replies } from '#shared/schema.ts';
import { makePostAttempt, makeReply } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';
import {
  type Attempt,
  type AttemptsRepository,
  createAttemptsRepository,
} from './attempts.repository.ts';
import { createDueRepository } from './due.repository.ts';
import { failed, posted } from './settlement.rules.ts';

const test = testPublishing();

let repository: AttemptsRepository;
beforeEach(() => {
  repository = createAttemptsRepository(test.db);
});

async function underWay(): Promise<Attempt> {
  const { id } = await test.publishing.approved({ dueInMs: 0 });
  return makePostAttempt(test.db, { commentId: id, startedAt: test.clock.now() });
}

const settle = (
  attempt: Attempt,
  settlement: Parameters<AttemptsRepository['settle']>[1],
) => repository.settle(attempt, settlement, test.clock.now());
const success = () => posted('Ugz-late', test.clock.now(), test.clock.now());

describe('an attempt that was closed as failed', () => {
  it('restores the text that was sent, and keeps the newer one, when the comment is found after all (rule 2.16)', async () => {
    const attempt = await underWay();
    await settle(attempt, failed('unconfirmed', test.clock.now()));
    const { comment } = await test.publishing.state(attempt.commentId);
    expect(comment.content).not.toBe(attempt.content);
    await settle(attempt, success());
    const { content, style } = comment;
    expect((await test.publishing.state(attempt.commentId)).comment).toMatchObject({
      status: 'posted',
      youtubeCommentId: 'Ugz-late',
      failureCode: null,
      content: attempt.content,
      previousTexts: [{ content, style, replacedAt: test.clock.now().toISOString() }],
    });
  });

  it('cannot fail a second time', async () => {
    const attempt = await underWay();
    await settle(attempt, failed('unconfirmed', test.clock.now()));
    const before = await test.publishing.state(attempt.commentId);
    expect(await settle(attempt, failed('comment_refused', test.clock.now()))).toBe(
      false,
    );
    expect(await test.publishing.state(attempt.commentId)).toEqual(before);
  });
});

it('never changes a posted comment', async () => {
  const attempt = await underWay();
  expect(await settle(attempt, success())).toBe(true);
  const before = await test.publishing.state(attempt.commentId);
  expect(
    await settle(attempt, posted('Ugz-other', test.clock.now(), test.clock.now())),
  ).toBe(false);
  expect(await settle(attempt, failed('unconfirmed', test.clock.now()))).toBe(false);
  expect(await test.publishing.state(attempt.commentId)).toEqual(before);
});

it.each([
  [
    'becomes answered, and no other reply does, when the comment is posted',
    success,
    'answered',
  ],
  [
    'keeps its state when the comment fails',
    () => failed('unconfirmed', test.clock.now()),
    'dismissed',
  ],
])('the reply that a comment answers %s (rule 13.9)', async (_, settlement, state) => {
  const attempt = await underWay();
  const { id: replyId } = await makeReply(test.db, { state: 'dismissed' });
  await makeReply(test.db);
  await test.db
    .update(comments)
    .set({ replyId })
    .where(eq(comments.id, attempt.commentId));
  await settle(attempt, settlement());
  const rows = await test.db.select().from(replies).orderBy(replies.id);
  expect(rows.map((reply) => reply.state)).toEqual([state, 'new']);
});

describe('failing a comment or returning it to review', () => {
  const fail = (commentId: number) =>
    repository.fail(
      commentId,
      failed('comments_off', test.clock.now()),
      test.clock.now(),
    );
  const giveBack = (commentId: number) =>
    createDueRepository(test.db).returnToReview(
      commentId,
      'channel_blocked',
      test.clock.now(),
    );

  it('changes nothing during an attempt or after a newer decision', async () => {
    const { commentId } = await underWay();
    const before = await test.publishing.state(commentId);
    expect([await fail(commentId), await giveBack(commentId)]).toEqual([false, false]);
    expect(await test.publishing.state(commentId)).toEqual(before);
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    await giveBack(id);
    const decided = await test.publishing.state(id);
    expect([await fail(id), await giveBack(id)]).toEqual([false, false]);
    expect(await test.publishing.state(id)).toEqual(decided);
  });

  it('changes nothing when the owner gave the comment a new time after it was due (rule 7.12)', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 60_000 });
    const before = await test.publishing.state(id);
    expect(await giveBack(id)).toBe(false);
    expect(await test.publishing.state(id)).toEqual(before);
  });

  it('changes nothing when the comment was deleted', async () => {
    expect([await fail(999), await giveBack(999)]).toEqual([false, false]);
  });
});
