import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { comments, replies } from '#shared/schema.ts';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { makePostAttempt, makeReply } from '../../testing/factories.ts';
import { type PublishingFixture, publishingFixture } from '../../testing/publishing-fixture.ts';
import { type Attempt, type AttemptsRepository, createAttemptsRepository } from './attempts.repository.ts';
import { createDueRepository } from './due.repository.ts';
import { consequenceOf, failed, posted } from './settlement.rules.ts';

const test = testDatabase();
let clock: ReturnType<typeof fakeClock>;
let publishing: PublishingFixture;
let repository: AttemptsRepository;
beforeEach(() => {
  clock = fakeClock();
  publishing = publishingFixture(test.db, clock);
  repository = createAttemptsRepository(test.db);
});

/** An approved comment with an attempt that is under way. */
async function underWay(): Promise<Attempt> {
  const { id } = await publishing.approved({ dueInMs: 0 });
  return makePostAttempt(test.db, { commentId: id, startedAt: clock.now() });
}

const settle = (attempt: Attempt, settlement: Parameters<AttemptsRepository['settle']>[1]) =>
  repository.settle(attempt, settlement, clock.now());
const success = () => posted('Ugz-late', clock.now(), clock.now());

describe('an attempt that was closed as failed', () => {
  it('is posted after all when it is found later', async () => {
    const attempt = await underWay();
    await settle(attempt, failed('unconfirmed', clock.now()));
    expect(await settle(attempt, success())).toBe(true);
    expect(await publishing.state(attempt.commentId)).toMatchObject({
      comment: { status: 'posted', youtubeCommentId: 'Ugz-late', failureCode: null },
      queueItem: null,
    });
  });

  it('shows the text that was sent and keeps the newer one among the earlier texts (rule 2.16)', async () => {
    const attempt = await underWay();
    await settle(attempt, failed('unconfirmed', clock.now()));
    const { comment } = await publishing.state(attempt.commentId);
    expect(comment.content).not.toBe(attempt.content);
    await settle(attempt, success());
    const { content, style } = comment;
    expect((await publishing.state(attempt.commentId)).comment).toMatchObject({
      content: attempt.content,
      previousTexts: [{ content, style, replacedAt: clock.now().toISOString() }],
    });
  });

  it('does not fail a second time', async () => {
    const attempt = await underWay();
    await settle(attempt, failed('unconfirmed', clock.now()));
    const before = await publishing.state(attempt.commentId);
    expect(await settle(attempt, failed('comment_refused', clock.now()))).toBe(false);
    expect(await publishing.state(attempt.commentId)).toEqual(before);
  });
});

it('never changes a posted comment', async () => {
  const attempt = await underWay();
  expect(await settle(attempt, success())).toBe(true);
  const before = await publishing.state(attempt.commentId);
  expect(await settle(attempt, posted('Ugz-other', clock.now(), clock.now()))).toBe(false);
  expect(await settle(attempt, failed('unconfirmed', clock.now()))).toBe(false);
  expect(await publishing.state(attempt.commentId)).toEqual(before);
});

describe('the reply that a comment answers (rule 13.9)', () => {
  async function answering() {
    const attempt = await underWay();
    const { id: replyId } = await makeReply(test.db, { state: 'dismissed' });
    const other = await makeReply(test.db);
    await test.db.update(comments).set({ replyId }).where(eq(comments.id, attempt.commentId));
    const states = async () => {
      const rows = await test.db.select().from(replies).orderBy(replies.id);
      return rows.map(({ id, state }) => [id, state]);
    };
    return { attempt, states, replyId, other };
  }

  it('is answered with the posting, and no other', async () => {
    const { attempt, states, replyId, other } = await answering();
    await settle(attempt, success());
    expect(await states()).toEqual([
      [replyId, 'answered'],
      [other.id, 'new'],
    ]);
  });

  it('stays as it is when the answer fails', async () => {
    const { attempt, states, replyId, other } = await answering();
    await settle(attempt, failed('unconfirmed', clock.now()));
    expect(await states()).toEqual([
      [replyId, 'dismissed'],
      [other.id, 'new'],
    ]);
  });
});

it('does not change a comment when YouTube only asks to wait', async () => {
  const attempt = await underWay();
  const { comment } = await publishing.state(attempt.commentId);
  const now = clock.now();
  const { settlement: wait } = consequenceOf(new YouTubeError('burst', 'rateLimitExceeded', 'shared'), {
    origin: 'loop',
    startedAt: now,
    now,
    renewal: null,
    hold: null,
    othersAreDue: false,
  });
  expect(await settle(attempt, wait)).toBe(true);
  expect((await publishing.state(attempt.commentId)).comment).toEqual(comment);
});

describe('a comment that cannot be tried', () => {
  const fail = (commentId: number) =>
    repository.fail(commentId, failed('comments_off', clock.now()), clock.now());
  const giveBack = (commentId: number) =>
    createDueRepository(test.db).returnToReview(commentId, 'channel_blocked', clock.now());

  it('fails, or goes back to review', async () => {
    const [first, second] = [
      await publishing.approved({ dueInMs: 0 }),
      await publishing.approved({ dueInMs: 0 }),
    ];
    expect(await fail(first.id)).toBe(true);
    expect((await publishing.state(first.id)).comment.status).toBe('failed');
    expect(await giveBack(second.id)).toBe(true);
    expect((await publishing.state(second.id)).comment.status).toBe('pending');
  });

  it('stays as it is during an attempt and after a newer decision', async () => {
    const { commentId } = await underWay();
    const before = await publishing.state(commentId);
    expect([await fail(commentId), await giveBack(commentId)]).toEqual([false, false]);
    expect(await publishing.state(commentId)).toEqual(before);
    const { id } = await publishing.approved({ dueInMs: 0 });
    await giveBack(id);
    const decided = await publishing.state(id);
    expect([await fail(id), await giveBack(id)]).toEqual([false, false]);
    expect(await publishing.state(id)).toEqual(decided);
  });

  it('may have been deleted', async () => {
    expect([await fail(999), await giveBack(999)]).toEqual([false, false]);
  });
});
