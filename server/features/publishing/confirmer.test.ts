import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { comments, postAttempts, replies } from '#shared/schema.ts';
import { AppError } from '../../core/errors.ts';
import { YouTubeError, type YouTubeFailure } from '../../providers/youtube/youtube.ts';
import { makePostAttempt, makeReply } from '../../testing/factories.ts';
import { ownChannel, testPublishing } from '../../testing/publishing-fixture.ts';
import { type Attempt, type AttemptsRepository, createAttemptsRepository } from './attempts.repository.ts';
import { createDueRepository } from './due.repository.ts';
import { failed, posted } from './settlement.rules.ts';

const minute = 60_000;
const test = testPublishing();

describe('confirmer', () => {
  async function confirming(answer: 'accepted, no answer' | { kind: YouTubeFailure }) {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push(answer);
    await test.publishing.loop.tick();
    const { startedAt = test.clock.now(), youtubeVideoId = '' } =
      (await test.publishing.state(id)).attempts[0] ?? {};
    return {
      id,
      youtubeVideoId,
      /** Runs the loop at these times, in minutes after the attempt. */
      async lookAt(...minutes: number[]) {
        for (const each of minutes) {
          test.clock.set(new Date(startedAt.getTime() + each * minute).toISOString());
          await test.publishing.loop.tick();
        }
      },
      comment: async () => (await test.publishing.state(id)).comment,
    };
  }

  function failChecks(times: number, kind: YouTubeFailure, reason: string = kind) {
    for (let checks = 0; checks < times; checks += 1)
      test.publishing.remote.checkFailures.push(new YouTubeError(kind, reason, 'shared'));
  }

  /** Adds comments in front of the one that was sent, because YouTube lists the newest first. */
  function strangersWrite(count: number, youtubeVideoId: string) {
    const publishedAt = test.clock.now().toISOString();
    for (let one = 0; one < count; one += 1)
      test.publishing.remote.shown.unshift({
        youtubeCommentId: `Ugz-stranger-${one}`,
        youtubeVideoId,
        text: 'First!',
        authorChannelId: 'UC-somebody-else',
        publishedAt,
      });
  }

  const everyLook = [1, 10, 60, 6 * 60, 24 * 60];
  const notChecked = 'We could not check whether it is there';

  async function tickFor(minutes: number) {
    for (let past = 0; past < minutes; past += 1) {
      test.clock.advance(minute);
      await test.publishing.loop.tick();
    }
  }

  describe('a check that proves nothing (rule 7.5)', () => {
    it.each<[YouTubeFailure, string]>([
      ['refused', 'commentsDisabled'],
      ['forbidden', 'forbidden'],
      ['unexplained', 'http_403'],
      ['unknown', 'timeout'],
    ])('%s: the comment is looked for again, and found', async (kind, reason) => {
      const { lookAt, comment } = await confirming('accepted, no answer');
      failChecks(2, kind, reason);
      await lookAt(1, 10, 59);
      expect((await comment()).status).toBe('approved');
      await lookAt(60);
      expect((await comment()).status).toBe('posted');
    });

    it.each([
      ['refused for ever', 'unknown', () => failChecks(9, 'forbidden')],
      ['refused for ever, after processingFailure', 'processing', () => failChecks(9, 'forbidden')],
      ['cut for ever', 'unknown', (video: string) => strangersWrite(700, video)],
      ['cut for ever, after processingFailure', 'processing', (video: string) => strangersWrite(700, video)],
    ] as const)('%s: it is looked for five times and never sent again', async (_, kind, prevent) => {
      const { id, youtubeVideoId, lookAt, comment } = await confirming({ kind });
      test.clock.advance(1_000);
      prevent(youtubeVideoId);
      await lookAt(...everyLook.slice(0, -1), 24 * 60 - 1);
      expect((await test.publishing.state(id)).attempts).toMatchObject([{ outcomeCode: 'could_not_check' }]);
      expect((await comment()).status).toBe('approved');
      await lookAt(24 * 60, 48 * 60);
      expect(await comment()).toMatchObject({
        status: 'failed',
        failureCode: 'unconfirmed',
        failureReason: expect.stringContaining(notChecked),
      });
      expect(test.publishing.remote.received).toHaveLength(1);
      expect(test.publishing.remote.checks()).toBe(kind === 'unknown' ? 5 : 4);
    });

    it('a list as another channel: what only its author is shown may be missing', async () => {
      const { id, lookAt } = await confirming({ kind: 'processing' });
      const mine = await test.publishing.account.account();
      test.publishing.account.account = async () => ({ ...mine, channelId: 'UCanother0000000000000000' });
      await lookAt(11, 12);
      expect(test.publishing.remote.received).toHaveLength(1);
      expect(await test.publishing.state(id)).toMatchObject({
        comment: { status: 'approved' },
        attempts: [{ state: 'confirming', outcomeCode: 'could_not_check' }],
      });
    });
  });

  describe('a comment that is found (rule 7.5)', () => {
    /** Returns a comment after its checks, which found another comment under the video instead. */
    async function commentAfterChecks(other: (content: string) => { text: string; authorChannelId: string }) {
      const { id, content } = await test.publishing.approved({ dueInMs: 0 });
      test.publishing.remote.answers.push({ kind: 'unknown' });
      await test.publishing.loop.tick();
      const { youtubeVideoId = '' } = (await test.publishing.state(id)).attempts[0] ?? {};
      const publishedAt = test.clock.now().toISOString();
      test.publishing.remote.shown.push({
        youtubeCommentId: 'Ugz-other',
        youtubeVideoId,
        publishedAt,
        ...other(content),
      });
      await tickFor(11);
      return (await test.publishing.state(id)).comment;
    }

    it('is our own, sent by a clock that is ahead of YouTube’s, and not sent again', async () => {
      const { id, youtubeVideoId, lookAt, comment } = await confirming({ kind: 'processing' });
      test.publishing.remote.shown.push({
        youtubeCommentId: 'Ugz-earlier',
        youtubeVideoId,
        text: (await comment()).content,
        authorChannelId: ownChannel,
        publishedAt: new Date(test.clock.now().getTime() - 20 * minute).toISOString(),
      });
      await lookAt(11, 12);
      expect((await test.publishing.state(id)).comment).toMatchObject({ youtubeCommentId: 'Ugz-earlier' });
      expect(test.publishing.remote.received).toHaveLength(1);
    });

    const unconfirmed = { status: 'failed', failureCode: 'unconfirmed', youtubeCommentId: null };
    it.each([
      ['not another person’s with the same text', '', 'UC-somebody-else', unconfirmed],
      ['not another one of ours', ' And more.', ownChannel, unconfirmed],
      [
        'our own, however YouTube spaces it',
        '  \n',
        ownChannel,
        { status: 'posted', youtubeCommentId: 'Ugz-other' },
      ],
    ])('is %s', async (_, more, authorChannelId, expected) => {
      const comment = await commentAfterChecks((text) => ({ text: `${text}${more}`, authorChannelId }));
      expect(comment).toMatchObject(expected);
    });
  });

  it('checks the others after one whose check fails for a reason that nobody foresaw (rule 7.5)', async () => {
    const last = await confirming('accepted, no answer');
    const broken = { youtubeVideoId: 'broken', state: 'confirming', startedAt: test.clock.now() } as const;
    // One tick checks five attempts. All of these are due before the last one.
    for (let count = 0; count < 5; count += 1)
      await makePostAttempt(test.db, { ...broken, nextCheckAt: test.clock.now() });
    const { listRecentComments } = test.publishing.remote.youtube;
    vi.spyOn(test.publishing.remote.youtube, 'listRecentComments').mockImplementation(
      async (youtubeVideoId, since) => {
        if (youtubeVideoId === 'broken') throw new TypeError('A mistake in the program.');
        return listRecentComments(youtubeVideoId, since);
      },
    );
    test.clock.advance(minute);
    await expect(test.publishing.loop.tick()).rejects.toThrow('An outcome could not be checked.');
    await test.publishing.loop.tick();
    expect((await last.comment()).status).toBe('posted');
    const attempts = await test.db.select().from(postAttempts);
    expect(attempts.filter(({ state }) => state === 'confirming')).toHaveLength(5);
  });

  describe('a check that cannot take place (rule 7.5)', () => {
    it('refreshes the token after a 401 only', async () => {
      const { lookAt } = await confirming('accepted, no answer');
      failChecks(1, 'unexplained');
      failChecks(1, 'auth', 'authError');
      await lookAt(1);
      expect(test.publishing.refreshed).toEqual([]);
      await lookAt(10);
      expect(test.publishing.refreshed).toEqual(['token']);
    });

    it('waits for a token beyond the last look, and ends nothing', async () => {
      const { lookAt, comment } = await confirming('accepted, no answer');
      const { accessToken } = test.publishing.account;
      test.publishing.account.accessToken = () =>
        Promise.reject(new AppError(409, 'needs_reauth', 'Sign in again.'));
      await lookAt(...everyLook, 47 * 60);
      expect((await comment()).status).toBe('approved');
      test.publishing.account.accessToken = accessToken;
      await lookAt(48 * 60);
      expect((await comment()).status).toBe('posted');
    });
  });

  describe('Retry', () => {
    it('finds nothing for a comment that was never tried', async () => {
      const { id } = await test.publishing.approved();
      expect(await test.publishing.confirmer.checkBeforeApproval(id, false)).toBe(false);
      expect(test.publishing.remote.checks()).toBe(0);
    });

    it('is 503 and changes nothing where YouTube cannot be reached', async () => {
      const { id } = await test.publishing.approved({ dueInMs: 0 });
      test.publishing.remote.answers.push({ kind: 'unknown' });
      await test.publishing.loop.tick();
      await tickFor(11);
      const before = await test.publishing.state(id);
      failChecks(1, 'unknown', 'timeout');
      await expect(test.publishing.confirmer.checkBeforeApproval(id, true)).rejects.toMatchObject({
        status: 503,
        code: 'youtube_unavailable',
        message: expect.stringContaining('Nothing was changed'),
      });
      expect(await test.publishing.state(id)).toEqual(before);
    });

    it.each([
      ['refused', () => failChecks(1, 'forbidden')],
      ['cut', (video: string) => strangersWrite(700, video)],
    ])('says that it could not check after a list that was %s, and asks', async (_, prevent) => {
      const { id, youtubeVideoId, lookAt, comment } = await confirming({ kind: 'unknown' });
      await lookAt(1, 10);
      expect((await comment()).failureCode).toBe('unconfirmed');
      prevent(youtubeVideoId);
      const asked = test.publishing.confirmer.checkBeforeApproval(id, false);
      await expect(asked).rejects.toMatchObject({
        code: 'unconfirmed',
        message: expect.stringContaining(notChecked),
      });
      await expect(asked).rejects.not.toThrow('did not find');
    });

    it('looks from the first attempt on, and finds what that one sent', async () => {
      const { id, content } = await test.publishing.approved();
      const sent = {
        commentId: id,
        youtubeVideoId: 'video',
        state: 'failed',
        outcomeCode: 'unconfirmed',
      } as const;
      const first = new Date(test.clock.now().getTime() - 60 * minute);
      const last = test.clock.now();
      await makePostAttempt(test.db, { ...sent, content, startedAt: first, closedAt: first });
      await makePostAttempt(test.db, { ...sent, content: 'Edited since.', startedAt: last, closedAt: last });
      test.publishing.remote.shown.push({
        youtubeCommentId: 'Ugz-first',
        youtubeVideoId: 'video',
        authorChannelId: ownChannel,
        text: content,
        publishedAt: first.toISOString(),
      });
      expect(await test.publishing.confirmer.checkBeforeApproval(id, false)).toBe(true);
      expect((await test.publishing.state(id)).comment).toMatchObject({
        status: 'posted',
        content,
        youtubeCommentId: 'Ugz-first',
      });
    });
  });
});

describe('unknown outcome', () => {
  describe('an unknown outcome (rule 7.5)', () => {
    it('follows an error of our own too: the request may have been sent', async () => {
      const { id } = await test.publishing.approved({ dueInMs: 0 });
      const insert = vi
        .spyOn(test.publishing.remote.youtube, 'insertComment')
        .mockRejectedValue(new TypeError('A mistake in the program.'));
      await test.publishing.loop.tick();
      expect((await test.publishing.state(id)).attempts).toMatchObject([
        { state: 'confirming', closedAt: null },
      ]);
      await test.publishing.pass(11 * minute);
      expect((await test.publishing.state(id)).comment).toMatchObject({
        status: 'failed',
        failureCode: 'unconfirmed',
      });
      expect(insert).toHaveBeenCalledOnce();
    });

    it('an attempt of a process that has ended is unconfirmed at once, and never sent again (rule 7.5)', async () => {
      const { id } = await test.publishing.approved({ dueInMs: 0 });
      await makePostAttempt(test.db, { commentId: id, worker: 'other', startedAt: test.clock.now() });
      await test.publishing.loop.tick();
      expect((await test.publishing.state(id)).attempts[0]?.state).toBe('confirming');
      expect(test.publishing.remote.received).toEqual([]);
    });

    it('follows an attempt whose deadline is long over', async () => {
      const { id } = await test.publishing.approved({ dueInMs: 0 });
      const { loop, poster } = test.publishing;
      await makePostAttempt(test.db, { commentId: id, worker: poster.worker, startedAt: test.clock.now() });
      test.clock.advance(30_000);
      await loop.tick();
      expect((await test.publishing.state(id)).attempts[0]?.state).toBe('sending');
      test.clock.advance(30_000);
      await loop.tick();
      expect((await test.publishing.state(id)).attempts[0]?.state).toBe('confirming');
      expect(test.publishing.remote.received).toEqual([]);
    });
  });
});

describe('attempts repository', () => {
  let repository: AttemptsRepository;
  beforeEach(() => {
    repository = createAttemptsRepository(test.db);
  });

  async function underWay(): Promise<Attempt> {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    return makePostAttempt(test.db, { commentId: id, startedAt: test.clock.now() });
  }

  const settle = (attempt: Attempt, settlement: Parameters<AttemptsRepository['settle']>[1]) =>
    repository.settle(attempt, settlement, test.clock.now());
  const success = () => posted('Ugz-late', test.clock.now(), test.clock.now());

  describe('an attempt that was closed as failed', () => {
    it('shows the text that was sent and keeps the newer one among the earlier texts (rule 2.16)', async () => {
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

    it('does not fail a second time', async () => {
      const attempt = await underWay();
      await settle(attempt, failed('unconfirmed', test.clock.now()));
      const before = await test.publishing.state(attempt.commentId);
      expect(await settle(attempt, failed('comment_refused', test.clock.now()))).toBe(false);
      expect(await test.publishing.state(attempt.commentId)).toEqual(before);
    });
  });

  it('never changes a posted comment', async () => {
    const attempt = await underWay();
    expect(await settle(attempt, success())).toBe(true);
    const before = await test.publishing.state(attempt.commentId);
    expect(await settle(attempt, posted('Ugz-other', test.clock.now(), test.clock.now()))).toBe(false);
    expect(await settle(attempt, failed('unconfirmed', test.clock.now()))).toBe(false);
    expect(await test.publishing.state(attempt.commentId)).toEqual(before);
  });

  it.each([
    ['posted, it is answered, and no other', success, 'answered'],
    ['failed, it stays as it is', () => failed('unconfirmed', test.clock.now()), 'dismissed'],
  ])('the reply that a comment answers: %s (rule 13.9)', async (_, settlement, state) => {
    const attempt = await underWay();
    const { id: replyId } = await makeReply(test.db, { state: 'dismissed' });
    await makeReply(test.db);
    await test.db.update(comments).set({ replyId }).where(eq(comments.id, attempt.commentId));
    await settle(attempt, settlement());
    const rows = await test.db.select().from(replies).orderBy(replies.id);
    expect(rows.map((reply) => reply.state)).toEqual([state, 'new']);
  });

  describe('a comment that cannot be tried', () => {
    const fail = (commentId: number) =>
      repository.fail(commentId, failed('comments_off', test.clock.now()), test.clock.now());
    const giveBack = (commentId: number) =>
      createDueRepository(test.db).returnToReview(commentId, 'channel_blocked', test.clock.now());

    it('stays as it is during an attempt and after a newer decision', async () => {
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

    it('keeps the time that a person gave it since it was due (rule 7.12)', async () => {
      const { id } = await test.publishing.approved({ dueInMs: 60_000 });
      const before = await test.publishing.state(id);
      expect(await giveBack(id)).toBe(false);
      expect(await test.publishing.state(id)).toEqual(before);
    });

    it('may have been deleted', async () => {
      expect([await fail(999), await giveBack(999)]).toEqual([false, false]);
    });
  });
});
