import { eq } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import { type Comment, commentSchema } from '#shared/contracts/comment-detail.ts';
import { commentRowSchema } from '#shared/contracts/comments.ts';
import { quotaResponseSchema } from '#shared/contracts/status.ts';
import { comments } from '#shared/schema.ts';
import { YouTubeError, type YouTubeFailure } from '../../providers/youtube/youtube.ts';
import type { FaultOrder } from '../../sandbox/faults.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { expectLocksById } from '../../testing/database.ts';
import { makeComment, makePostAttempt, makeQueueItem, makeReply } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';
import type { Amendment } from './amendment.rules.ts';

const minute = 60_000;
const test = testPublishing();
const change: Amendment = { kind: 'change', content: 'A better way to say it.' };
const withdraw: Amendment = { kind: 'withdraw' };

const amend = (id: number, amendment: Amendment, revision = 1) =>
  test.publishing.poster.post(id, 'manual', { amendment, revision });

const written = () => test.publishing.remote.written.map(({ call }) => call);

describe('changing a posted comment', () => {
  it('sends the new text once, records the attempt and keeps the earlier text (rule 13.14)', async () => {
    const { id, content } = await test.publishing.posted();
    await amend(id, change);
    const { comment, attempts } = await test.publishing.state(id);
    expect(test.publishing.remote.written).toEqual([
      { call: 'change', youtubeCommentId: 'Ugz-posted', text: change.content },
    ]);
    expect(attempts).toMatchObject([{ kind: 'change', state: 'posted', content: change.content }]);
    expect(comment).toMatchObject({ status: 'posted', content: change.content, revision: 2 });
    expect(comment.previousTexts.map((text) => text.content)).toEqual([content]);
    expect(comment.nextLookAt).toEqual(new Date(test.clock.now().getTime() + 10 * minute));
  });

  it.each<[string, YouTubeFailure, string, string]>([
    ['the text is too long', 'refused', 'commentTextTooLong', 'text_too_long'],
    ['YouTube no longer has the comment', 'refused', 'commentNotFound', 'gone_from_youtube'],
    ['YouTube refuses the text', 'refused', 'invalidCommentMetadata', 'change_refused'],
    ['YouTube does not support the operation', 'refused', 'operationNotSupported', 'change_refused'],
    ['YouTube answers “forbidden”', 'forbidden', 'forbidden', 'change_refused'],
  ])('fails when %s, and keeps both texts (rule 13.14)', async (_, kind, reason, code) => {
    const { id, content } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind, reason });
    await amend(id, change);
    const { comment } = await test.publishing.state(id);
    expect(comment).toMatchObject({ status: 'posted', content, revision: 1, failureCode: code });
    expect(comment.previousTexts.map((text) => text.content)).toEqual([change.content]);
    expect(await test.publishing.hold()).toBeNull();
  });
});

describe('withdrawing a posted comment', () => {
  it('deletes the comment on YouTube and keeps it here (rule 13.15)', async () => {
    const { id, content } = await test.publishing.posted();
    await amend(id, withdraw);
    expect(test.publishing.remote.shown).toEqual([]);
    const { comment, attempts } = await test.publishing.state(id);
    expect(attempts).toMatchObject([{ kind: 'withdraw', state: 'posted' }]);
    expect(comment).toMatchObject({
      status: 'posted',
      content,
      revision: 2,
      withdrawnAt: test.clock.now(),
      nextLookAt: null,
      nextFiguresAt: null,
    });
  });

  it('succeeds when YouTube no longer has the comment (rule 13.15)', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.shown.length = 0;
    await amend(id, withdraw);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toEqual(test.clock.now());
  });

  it('leaves the comment as it is when YouTube refuses (rule 13.15)', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'forbidden' });
    await amend(id, withdraw);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      withdrawnAt: null,
      failureCode: 'withdrawal_refused',
    });
  });
});

// The embedded database has one connection, so nothing can wait for a lock there.
if (inject('postgres'))
  it('a withdrawal locks the answers in its thread in the order of their ids, which prevents deadlocks', async () => {
    const first = await makeComment(test.db, { status: 'posted', youtubeCommentId: 'Ugz-first' });
    const second = await makeComment(test.db, { status: 'posted', youtubeCommentId: 'Ugz-second' });
    const { id } = await test.publishing.posted();
    for (const answer of [first, second]) {
      const { id: replyId } = await makeReply(test.db, { commentId: id });
      await test.db.update(comments).set({ replyId }).where(eq(comments.id, answer.id));
    }
    // This update places the first row behind the second one on disk.
    await test.db.update(comments).set({ likeCount: 1 }).where(eq(comments.id, first.id));
    await expectLocksById(test.db, () => amend(id, withdraw));
  });

describe('a change or withdrawal that is about to be sent', () => {
  it.each([
    ['not posted', { status: 'approved' as const }, 'not_posted'],
    [
      'withdrawn',
      { status: 'posted' as const, youtubeCommentId: 'Ugz-x', withdrawnAt: new Date() },
      'withdrawn',
    ],
  ])('is refused for a comment that is %s (rule 13.14)', async (_, values, code) => {
    const { id } = await makeComment(test.db, values);
    for (const amendment of [change, withdraw])
      expect(await amend(id, amendment)).toMatchObject({ obstacle: { code } });
    expect(written()).toEqual([]);
  });

  it('is refused for a comment of another channel, and the refusal names that channel (rule 13.27)', async () => {
    const { id } = await test.publishing.posted();
    const posting = { state: 'posted', authorChannelId: 'UCother', authorChannelTitle: 'Ada Two' } as const;
    await makePostAttempt(test.db, { commentId: id, ...posting, closedAt: test.clock.now() });
    for (const amendment of [change, withdraw])
      expect(await amend(id, amendment)).toMatchObject({
        obstacle: {
          code: 'other_channel',
          detail: `Posted as Ada Two; sign in as it to ${amendment.kind} it.`,
        },
      });
    expect(written()).toEqual([]);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toBeNull();
  });

  it('is stopped by a pause, a hold and spent units, as Post Now is (rule 13.14)', async () => {
    const { id } = await test.publishing.posted();
    await test.publishing.setSettings({ postingPaused: true });
    expect(await amend(id, withdraw)).toMatchObject({ obstacle: { code: 'posting_paused' } });
    await test.publishing.setSettings({ postingPaused: false });
    test.publishing.remote.answers.push({ kind: 'burst' });
    await amend(id, withdraw);
    expect(await amend(id, withdraw)).toMatchObject({
      obstacle: { hold: { code: 'rate_limited_by_youtube' } },
    });
    test.clock.advance(20 * minute);
    await test.publishing.quota.block('shared');
    expect(await amend(id, withdraw)).toMatchObject({ obstacle: { code: 'quota_spent' } });
    expect(written()).toEqual(['withdraw']);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toBeNull();
  });

  it('is refused when its text is unchanged or was posted lately (rule 7.15)', async () => {
    const other = await test.publishing.approved({ content: 'A better way to say it.' });
    await test.publishing.poster.post(other.id, 'manual');
    const { id, content } = await test.publishing.posted();
    expect(await amend(id, change)).toMatchObject({ obstacle: { code: 'duplicate_text' } });
    expect(await amend(id, { kind: 'change', content })).toMatchObject({
      obstacle: { code: 'text_unchanged' },
    });
    expect(written()).toEqual([]);
  });
});

describe('a change or withdrawal whose outcome is unknown (rule 13.16)', () => {
  async function looks(...minutes: number[]) {
    for (const each of minutes) {
      test.clock.advance(each * minute);
      await test.publishing.loop.tick();
    }
  }
  const taken = { comment: { content: 'A better way to say it.' }, attempts: [{ state: 'posted' }] };
  const gone = { comment: { withdrawnAt: expect.any(Date) }, attempts: [{ state: 'posted' }] };
  it.each<[string, Amendment, object]>([
    ['the change', change, taken],
    ['the withdrawal', withdraw, gone],
  ])('is recorded as done after a minute when %s took effect', async (_, amendment, expected) => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push('accepted, no answer');
    await amend(id, amendment);
    expect((await test.publishing.state(id)).attempts).toMatchObject([{ state: 'confirming' }]);
    await looks(2);
    expect(await test.publishing.state(id)).toMatchObject(expected);
    expect(written()).toEqual([amendment.kind]);
  });

  it.each<[string, Amendment, YouTubeFailure, string]>([
    ['the change', change, 'unknown', 'change_unconfirmed'],
    ['the change (processingFailure)', change, 'processing', 'change_unconfirmed'],
    ['the withdrawal', withdraw, 'unknown', 'withdrawal_unconfirmed'],
  ])(
    'fails with a reason after ten minutes when %s had no effect, and is never sent again',
    async (_, amendment, kind, code) => {
      const { id, content } = await test.publishing.posted();
      test.publishing.remote.answers.push({ kind });
      await amend(id, amendment);
      await looks(1, 8);
      expect((await test.publishing.state(id)).attempts).toMatchObject([{ state: 'confirming' }]);
      await looks(1, 50);
      const { comment, attempts } = await test.publishing.state(id);
      expect(attempts).toMatchObject([{ state: 'failed', outcomeCode: code }]);
      expect(comment).toMatchObject({ status: 'posted', content, withdrawnAt: null, failureCode: code });
      expect(written()).toEqual([amendment.kind]);
    },
  );

  it('fails with a reason when the comment to change is gone from YouTube', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await amend(id, change);
    test.publishing.remote.shown.length = 0;
    await looks(2);
    expect((await test.publishing.state(id)).comment.failureCode).toBe('gone_from_youtube');
  });

  it('refreshes comments and commented channels on open pages once a withdrawal is done', async () => {
    for (const answer of ['at once', 'accepted, no answer'] as const) {
      const { id } = await test.publishing.posted();
      if (answer !== 'at once') test.publishing.remote.answers.push(answer);
      test.publishing.told();
      await amend(id, withdraw);
      await looks(2);
      expect(test.publishing.told().flat()).toEqual(
        expect.arrayContaining(['comments', 'commented-channels']),
      );
    }
  });

  it('ignores a check that fails', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push('accepted, no answer');
    await amend(id, withdraw);
    for (let looks = 0; looks < 2; looks += 1)
      test.publishing.remote.checkFailures.push(new YouTubeError('unknown', 'no_items', 'shared'));
    await looks(1, 11);
    expect((await test.publishing.state(id)).comment.withdrawnAt).toBeNull();
    await looks(50);
    expect((await test.publishing.state(id)).comment.withdrawnAt).not.toBeNull();
  });

  it('is not taken for done because another channel cannot see the comment', async () => {
    const { id } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await amend(id, withdraw);
    const mine = await test.publishing.account.account();
    test.publishing.account.account = async () => ({ ...mine, channelId: 'UCanother0000000000000000' });
    test.publishing.remote.shown.length = 0;
    await looks(1, 11);
    expect((await test.publishing.state(id)).attempts).toMatchObject([{ state: 'confirming' }]);
    test.publishing.account.account = async () => mine;
    await looks(50);
    expect((await test.publishing.state(id)).comment.withdrawnAt).not.toBeNull();
  });

  it('fails when the new text differs only in letter case and YouTube still has the old one', async () => {
    const { id, content } = await test.publishing.posted();
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await amend(id, { kind: 'change', content: content.toUpperCase() });
    await looks(1, 10);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      content,
      failureCode: 'change_unconfirmed',
    });
  });
});

describe('amendments and the hold', () => {
  it('an account or network error holds posting, changes no comment and queues none (rule 7.7)', async () => {
    const { id } = await test.publishing.posted();
    const before = (await test.publishing.state(id)).comment;
    for (const kind of ['auth', 'unexplained', 'config'] as const) {
      test.publishing.remote.answers.push({ kind });
      await amend(id, change);
      test.clock.advance(60 * minute);
    }
    const { comment, queueItem, attempts } = await test.publishing.state(id);
    expect(comment).toEqual(before);
    expect(queueItem).toBeNull();
    expect(attempts.map(({ state }) => state)).toEqual(['released', 'released', 'released']);
    expect(await test.publishing.hold()).toMatchObject({ code: 'request_not_understood', nextTryAt: null });
  });

  it('a successful withdrawal ends the hold and does not set aside the comment that waits (rule 7.7)', async () => {
    const waiting = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'burst' });
    await test.publishing.loop.tick();
    test.clock.advance(20 * minute);
    const { id } = await test.publishing.posted();
    await amend(id, withdraw);
    expect(await test.publishing.hold()).toBeNull();
    expect((await test.publishing.state(waiting.id)).queueItem?.blockedReason).not.toBe('set_aside');
  });
});

it('changes and withdrawals count for neither the cap, the gap nor the cooldown (rule 13.14)', async () => {
  await test.publishing.setSettings({ minGapSeconds: 600, dailyCap: 1, channelCooldownHours: 24 });
  const { id } = await test.publishing.posted();
  await amend(id, change);
  await amend(id, withdraw, 2);
  const { id: due } = await test.publishing.approved({ dueInMs: 0 });
  await test.publishing.loop.tick();
  expect((await test.publishing.state(due)).comment.status).toBe('posted');
});

describe('amendments routes', () => {
  const test = reviewApp();

  const change = (id: number, body: unknown) => test.me.post(`/api/comments/${id}/change`, body);
  const withdraw = (id: number, body: unknown) => test.me.post(`/api/comments/${id}/withdraw`, body);
  const parse = async (response: Response): Promise<Comment> => commentSchema.parse(await response.json());
  const onYouTube = (id: string | null) =>
    test.app.sandbox.admin.comments().find((comment) => comment.id === id);
  const calls = (method: string) =>
    test.app.sandbox.admin
      .requests()
      .filter((request) => request.method === method && request.path.endsWith('/v3/comments'));

  const fault = (method: string, order: FaultOrder['fault']) =>
    test.app.sandbox.admin.fault({ match: { method, path: '/youtube/v3/comments' }, fault: order });

  async function posted(): Promise<Comment> {
    const { comment } = await test.queued({ status: 'approved', reviewedAt: test.now() });
    return parse(await test.me.post(`/api/comments/${comment.id}/post`));
  }

  async function look(minutes: number) {
    test.app.clock.advance(minutes * minute);
    await test.app.publishDue();
  }

  async function sharedUnits() {
    const { buckets } = quotaResponseSchema.parse(await (await test.me.get('/api/quota')).json());
    return buckets.find(({ bucket }) => bucket === 'shared')?.used ?? 0;
  }

  describe('POST /api/comments/:id/change and /withdraw', () => {
    it('change the comment on YouTube for 50 units, then delete it there and keep it here (rules 13.14, 13.15)', async () => {
      const { id, revision, youtubeCommentId } = await posted();
      const before = await sharedUnits();
      const response = await change(id, { content: 'Said better.', revision });
      expect(response.status).toBe(200);
      expect(await parse(response)).toMatchObject({
        status: 'posted',
        content: 'Said better.',
        previousTextCount: 1,
        revision: revision + 1,
      });
      expect(onYouTube(youtubeCommentId)?.text).toBe('Said better.');
      expect((await sharedUnits()) - before).toBe(50);

      const row = await test.me.post(`/api/comments/${id}/withdraw?fields=row`, { revision: revision + 1 });
      const { withdrawnAt, ...kept } = commentRowSchema.parse(await row.json());
      expect(withdrawnAt).not.toBeNull();
      expect(kept).toMatchObject({ status: 'posted', content: 'Said better.' });
      expect(onYouTube(youtubeCommentId)?.state).not.toBe('published');
      await expectProblem(await withdraw(id, { revision: revision + 2 }), 409, 'withdrawn');
      expect(calls('DELETE')).toHaveLength(1);
    });

    it('respond 202 while the outcome is unknown, and a check completes the change (rule 13.16)', async () => {
      const { id, revision, youtubeCommentId } = await posted();
      fault('PUT', { kind: 'accept-then-status', reason: 'backendError' });
      const response = await change(id, { content: 'Said better.', revision });
      expect(response.status).toBe(202);
      const { posting } = await parse(response);
      expect(posting).toMatchObject({ state: 'confirming', reason: expect.stringContaining('new text') });
      await expectProblem(await change(id, { content: 'Once more.', revision }), 409, 'being_changed');
      await look(2);
      expect(await test.stored(id)).toMatchObject({ content: 'Said better.', posting: null });
      expect(onYouTube(youtubeCommentId)?.text).toBe('Said better.');
      expect(calls('PUT')).toHaveLength(1);
    });

    it.each([
      ['an empty text', { content: ' ' }, 400, 'empty_text'],
      ['no text', {}, 400, 'invalid_request'],
      ['an older revision', { content: 'x', revision: 1 }, 409, 'revision_conflict'],
    ])('refuse %s and send nothing (rule 13.14)', async (_, body, status, code) => {
      const { id, revision } = await posted();
      await expectProblem(await change(id, { revision, ...body }), status, code);
      expect(calls('PUT')).toEqual([]);
    });

    it('refresh the token and try again when YouTube rejects the old one (rule 7.7)', async () => {
      const { id, revision } = await posted();
      fault('PUT', { kind: 'status', reason: 'authError' });
      expect((await change(id, { content: 'Said better.', revision })).status).toBe(200);
      expect(calls('PUT')).toHaveLength(2);
    });
  });

  it('answers go into their thread, are found there after a lost response, and are gone with its comment (rules 13.12, 13.13, 13.15)', async () => {
    const { id: commentId, video, youtubeCommentId } = await posted();
    const answerTo = async (text: string) => {
      const reply = await makeReply(test.db, { commentId });
      const answer = await makeComment(test.db, {
        videoId: video.id,
        replyId: reply.id,
        content: text,
        status: 'approved',
      });
      await makeQueueItem(test.db, { commentId: answer.id });
      return answer.id;
    };
    const first = await answerTo('Because of the probes.');
    const sent = await parse(await test.me.post(`/api/comments/${first}/post`));
    expect(onYouTube(sent.youtubeCommentId)).toMatchObject({
      parentId: youtubeCommentId,
      text: 'Because of the probes.',
    });

    const second = await answerTo('And of the limits.');
    fault('POST', { kind: 'accept-then-hang-up' });
    expect((await test.me.post(`/api/comments/${second}/post`)).status).toBe(202);
    await look(2);
    expect((await test.stored(second)).status).toBe('posted');
    expect(calls('POST')).toHaveLength(2);

    await withdraw(commentId, { revision: (await test.stored(commentId)).revision });
    for (const answer of [first, second])
      expect(await test.stored(answer)).toMatchObject({
        status: 'posted',
        withdrawnAt: test.now().toISOString(),
        visibilityReason: 'gone_with_comment',
      });
    test.app.clock.advance(24 * 60 * 60_000);
    await test.app.context.services.outcomes.tick();
    expect(await (await test.me.get('/api/outcomes/summary')).json()).toMatchObject({ hiddenThisWeek: 0 });
    const third = await answerTo('Too late.');
    await expectProblem(await test.me.post(`/api/comments/${third}/post`), 409, 'parent_gone');
    expect(calls('POST')).toHaveLength(2);
  });
});
