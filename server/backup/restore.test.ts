import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import * as schema from '#shared/schema.ts';
import type { Db } from '../db/database.ts';
import { testBackups } from '../testing/backups.ts';
import {
  makeComment,
  makePostAttempt,
  makeQueueItem,
  makeReply,
  makeVideo,
} from '../testing/factories.ts';

const test = testBackups();
const { backUp, clock, hours, minutes, restore } = test;

describe('a restore posts nothing twice (rule 7.17)', () => {
  const stateOf = async (db: Db, youtubeId: string) => {
    const [row] = await db
      .select({ comment: schema.comments, queueItem: schema.queueItems })
      .from(schema.videos)
      .innerJoin(schema.comments, sql`${schema.comments.videoId} = ${schema.videos.id}`)
      .leftJoin(
        schema.queueItems,
        sql`${schema.queueItems.commentId} = ${schema.comments.id}`,
      )
      .where(sql`${schema.videos.youtubeId} = ${youtubeId}`);
    if (!row) throw new Error(`There is no comment on ${youtubeId}.`);
    return row;
  };

  async function scheduled(youtubeId: string, dueAt: Date) {
    const video = await makeVideo(test.db, { youtubeId });
    const comment = await makeComment(test.db, { videoId: video.id, status: 'approved' });
    await makeQueueItem(test.db, {
      commentId: comment.id,
      scheduledFor: dueAt,
      dueAt,
      autoPost: true,
    });
    return comment;
  }

  const inReview = {
    comment: { status: 'pending' },
    queueItem: {
      scheduledFor: null,
      dueAt: null,
      autoPost: false,
      blockedReason: 'restored',
    },
  };

  it('returns every approved comment to review, even from a backup made just now', async () => {
    const { id: videoId } = await makeVideo(test.db, { youtubeId: 'without a time' });
    const untimed = await makeComment(test.db, { videoId, status: 'approved' });
    await makeQueueItem(test.db, { commentId: untimed.id, priority: 3 });
    await scheduled('due', minutes(1));
    const waiting = await scheduled('waiting for its day of review', hours(3));
    await test.db
      .update(schema.queueItems)
      .set({ scheduledFor: null })
      .where(sql`comment_id = ${waiting.id}`);
    await scheduled('later', hours(30));
    const summary = await restore(test.target, await backUp(test.db), {}, minutes(2));
    expect(summary.returnedToReview).toBe(4);
    for (const youtubeId of [
      'without a time',
      'due',
      'waiting for its day of review',
      'later',
    ])
      expect(await stateOf(test.target.db, youtubeId)).toMatchObject(inReview);
    expect((await stateOf(test.target.db, 'without a time')).queueItem?.priority).toBe(3);
  });

  it('returns an approved comment that is not in the queue', async () => {
    const { id: videoId } = await makeVideo(test.db, { youtubeId: 'not queued' });
    await makeComment(test.db, { videoId, status: 'approved', revision: 4 });
    await restore(test.target, await backUp(test.db));
    expect(await stateOf(test.target.db, 'not queued')).toMatchObject({
      comment: { status: 'pending', revision: 5 },
      queueItem: null,
    });
  });

  it('returns a comment that was edited and rejected after the backup', async () => {
    const { id: videoId } = await makeVideo(test.db, { youtubeId: 'decided since' });
    const comment = await makeComment(test.db, { videoId, status: 'approved' });
    const path = await backUp(test.db);
    await test.db
      .update(schema.comments)
      .set({ status: 'rejected', content: 'Edited since.', revision: 3 })
      .where(sql`id = ${comment.id}`);
    await restore(test, path, { replace: true });
    const { comment: restored } = await stateOf(test.db, 'decided since');
    expect(restored).toMatchObject({
      status: 'pending',
      content: comment.content,
      revision: 5,
    });
  });

  it.each([
    ['pending', false],
    ['rejected', false],
    ['failed', false],
    ['approved', true],
  ] as const)(
    'marks a comment that was %s in the backup',
    async (status, restoredAsApproved) => {
      const { id: videoId } = await makeVideo(test.db, { youtubeId: 'marked' });
      await makeComment(test.db, { videoId, status });
      const path = await backUp(test.db);
      const madeAt = clock.now();
      await restore(test.target, path, {}, hours(20));
      expect(await stateOf(test.target.db, 'marked')).toMatchObject({
        comment: { restoredFrom: madeAt, restoredAsApproved },
      });
    },
  );

  it('does not mark a comment that is on YouTube', async () => {
    const { id: videoId } = await makeVideo(test.db, { youtubeId: 'posted' });
    await makeComment(test.db, { videoId, status: 'posted' });
    await restore(test.target, await backUp(test.db));
    expect((await stateOf(test.target.db, 'posted')).comment.restoredFrom).toBeNull();
  });

  it('keeps the mark of an earlier restore, also when the later backup is restored', async () => {
    const { id: videoId } = await makeVideo(test.db, { youtubeId: 'marked twice' });
    const earlier = hours(-30);
    await makeComment(test.db, {
      videoId,
      restoredFrom: earlier,
      restoredAsApproved: true,
    });
    await restore(test.target, await backUp(test.db));
    expect(await stateOf(test.target.db, 'marked twice')).toMatchObject({
      comment: { restoredFrom: earlier, restoredAsApproved: true },
    });
  });

  it('keeps only future times with --keep-schedule', async () => {
    const { id: videoId } = await makeVideo(test.db, { youtubeId: 'without a time' });
    const untimed = await makeComment(test.db, { videoId, status: 'approved' });
    await makeQueueItem(test.db, { commentId: untimed.id });
    await scheduled('due', minutes(10));
    await scheduled('later', hours(30));
    const summary = await restore(
      test.target,
      await backUp(test.db),
      { keepSchedule: true },
      hours(2),
    );
    expect(summary.returnedToReview).toBe(2);
    expect(await stateOf(test.target.db, 'due')).toMatchObject(inReview);
    expect(await stateOf(test.target.db, 'without a time')).toMatchObject(inReview);
    expect(await stateOf(test.target.db, 'later')).toMatchObject({
      comment: { status: 'approved', revision: 1, restoredFrom: null },
      queueItem: { dueAt: hours(30), autoPost: true, blockedReason: null },
    });
  });

  it.each([
    ['was being sent', { state: 'sending' as const }],
    [
      'YouTube could not process',
      {
        state: 'confirming' as const,
        outcomeCode: 'processing_failure',
        nextCheckAt: minutes(9),
      },
    ],
  ])(
    'checks YouTube for a comment that %s instead of sending it again, and keeps its attempt',
    async (_what, attempt) => {
      const comment = await scheduled('sending', minutes(-1));
      await makePostAttempt(test.db, { commentId: comment.id, ...attempt });
      expect(await restore(test.target, await backUp(test.db))).toMatchObject({
        toConfirm: 1,
        returnedToReview: 0,
      });
      expect(await test.target.db.select().from(schema.postAttempts)).toMatchObject([
        {
          state: 'confirming',
          outcomeCode: null,
          closedAt: null,
          nextCheckAt: clock.now(),
        },
      ]);
    },
  );

  it('keeps comments posted after the backup', async () => {
    const comment = await scheduled('early', hours(5));
    await makeComment(test.db, { status: 'approved' });
    await test.db
      .insert(schema.quotaUsage)
      .values({ pacificDay: '2026-03-03', bucket: 'shared', used: 100 });
    const path = await backUp(test.db);

    await test.db.delete(schema.queueItems);
    await test.db
      .update(schema.comments)
      .set({
        status: 'posted',
        content: 'As edited.',
        postedAt: minutes(5),
        youtubeCommentId: 'Ugz7',
      })
      .where(sql`id = ${comment.id}`);
    await makePostAttempt(test.db, {
      commentId: comment.id,
      state: 'posted',
      closedAt: minutes(5),
    });
    const unknown = await makeComment(test.db, {
      videoId: (await makeVideo(test.db, { youtubeId: 'found-since' })).id,
      status: 'approved',
    });
    await makePostAttempt(test.db, { commentId: unknown.id, state: 'sending' });
    await test.db.update(schema.quotaUsage).set({ used: 150 });

    const summary = await restore(test, path, { replace: true }, minutes(10));
    expect(summary).toMatchObject({ keptPosted: 2, toConfirm: 1, returnedToReview: 1 });
    expect(await stateOf(test.db, 'early')).toMatchObject({
      comment: {
        status: 'posted',
        content: 'As edited.',
        youtubeCommentId: 'Ugz7',
        postedAt: minutes(5),
      },
      queueItem: null,
    });
    expect(await stateOf(test.db, 'found-since')).toMatchObject({
      comment: { status: 'approved' },
      queueItem: { dueAt: null, autoPost: false },
    });
    expect(await test.db.select().from(schema.postAttempts)).toMatchObject([
      { state: 'posted' },
      { state: 'confirming' },
    ]);
    expect(await test.db.select().from(schema.quotaUsage)).toMatchObject([{ used: 150 }]);
    expect(await test.db.$count(schema.comments)).toBe(3);
  });

  it('keeps changes and withdrawals made after the backup', async () => {
    const inVideo = async (youtubeId: string) => {
      const { id: videoId } = await makeVideo(test.db, { youtubeId });
      const posted = {
        videoId,
        status: 'posted' as const,
        youtubeCommentId: `Ugz-${youtubeId}`,
      };
      const comment = await makeComment(test.db, { ...posted, content: 'As posted.' });
      await makePostAttempt(test.db, {
        commentId: comment.id,
        state: 'posted',
        closedAt: minutes(-9),
      });
      return comment;
    };
    const changed = await inVideo('changed');
    const withdrawn = await inVideo('withdrawn');
    const changing = await inVideo('changing');
    await inVideo('untouched');
    const path = await backUp(test.db);

    const done = {
      state: 'posted' as const,
      startedAt: minutes(1),
      closedAt: minutes(1),
    };
    await makePostAttempt(test.db, { commentId: changed.id, kind: 'change', ...done });
    await makePostAttempt(test.db, {
      commentId: withdrawn.id,
      kind: 'withdraw',
      ...done,
    });
    await makePostAttempt(test.db, {
      commentId: changing.id,
      kind: 'change',
      startedAt: minutes(1),
    });
    await test.db
      .update(schema.comments)
      .set({ content: 'As changed.' })
      .where(sql`id = ${changed.id}`);
    await test.db
      .update(schema.comments)
      .set({ withdrawnAt: minutes(1) })
      .where(sql`id = ${withdrawn.id}`);

    const summary = await restore(test, path, { replace: true }, minutes(10));
    expect(summary).toMatchObject({ keptPosted: 3, toConfirm: 1 });
    const states = {
      changed: { content: 'As changed.' },
      withdrawn: { withdrawnAt: minutes(1) },
      changing: { content: 'As posted.', status: 'posted' },
      untouched: { content: 'As posted.', status: 'posted' },
    };
    for (const [youtubeId, comment] of Object.entries(states))
      expect(await stateOf(test.db, youtubeId)).toMatchObject({
        comment,
        queueItem: null,
      });
    expect(await test.db.$count(schema.postAttempts)).toBe(7);
  });

  it.each(['before it was posted', 'once it was posted', 'once it was withdrawn'])(
    'keeps a withdrawn comment and the next one on its video, backed up %s',
    async (when) => {
      const { id: videoId } = await makeVideo(test.db, { youtubeId: 'freed' });
      const first = await makeComment(test.db, {
        videoId,
        status: 'approved',
        content: 'First.',
      });
      const change = (values: Partial<typeof schema.comments.$inferInsert>) =>
        test.db.update(schema.comments).set(values).where(sql`id = ${first.id}`);
      let path = await backUp(test.db);
      await change({
        status: 'posted',
        youtubeCommentId: 'Ugz-first',
        postedAt: minutes(1),
      });
      await makePostAttempt(test.db, {
        commentId: first.id,
        state: 'posted',
        closedAt: minutes(1),
      });
      const reply = await makeReply(test.db, { commentId: first.id });
      const answer = {
        videoId,
        replyId: reply.id,
        status: 'posted' as const,
        content: 'Answer.',
      };
      await makePostAttempt(test.db, {
        commentId: (await makeComment(test.db, answer)).id,
        state: 'posted',
      });
      if (when !== 'before it was posted') path = await backUp(test.db);
      await change({ withdrawnAt: minutes(2) });
      const withdrawal = {
        kind: 'withdraw' as const,
        state: 'posted' as const,
        startedAt: minutes(2),
      };
      await makePostAttempt(test.db, {
        commentId: first.id,
        ...withdrawal,
        closedAt: minutes(2),
      });
      if (when === 'once it was withdrawn') path = await backUp(test.db);
      const next = {
        videoId,
        status: 'posted' as const,
        content: 'Next.',
        youtubeCommentId: 'Ugz-next',
      };
      const second = await makeComment(test.db, { ...next, createdAt: minutes(3) });
      await makePostAttempt(test.db, {
        commentId: second.id,
        state: 'posted',
        closedAt: minutes(4),
      });

      await restore(test, path, { replace: true }, minutes(10));
      const rows = await test.db
        .select()
        .from(schema.comments)
        .orderBy(schema.comments.content);
      expect(rows).toMatchObject([
        {
          content: 'Answer.',
          withdrawnAt: minutes(2),
          visibilityReason: 'gone_with_comment',
        },
        {
          content: 'First.',
          youtubeCommentId: 'Ugz-first',
          withdrawnAt: minutes(2),
          status: 'posted',
        },
        {
          content: 'Next.',
          youtubeCommentId: 'Ugz-next',
          withdrawnAt: null,
          status: 'posted',
        },
      ]);
      const [kept] = await test.db.select().from(schema.replies);
      expect(kept?.commentId).toBe(rows[1]?.id);
    },
  );

  it('keeps an answer posted after the backup, beside the comment on the same video', async () => {
    const video = await makeVideo(test.db, { youtubeId: 'talked-about' });
    const parent = await makeComment(test.db, {
      videoId: video.id,
      status: 'posted',
      content: 'Mine.',
    });
    const path = await backUp(test.db);
    const reply = await makeReply(test.db, { commentId: parent.id, state: 'answered' });
    const values = {
      videoId: video.id,
      replyId: reply.id,
      status: 'posted' as const,
      content: 'Because.',
    };
    const answer = await makeComment(test.db, values);
    await makePostAttempt(test.db, {
      commentId: answer.id,
      state: 'posted',
      content: 'Because.',
    });

    const summary = await restore(test, path, { replace: true }, minutes(10));
    expect(summary).toMatchObject({ keptPosted: 1, returnedToReview: 0 });
    const [kept] = await test.db.select().from(schema.replies);
    expect(kept).toMatchObject({
      youtubeReplyId: reply.youtubeReplyId,
      state: 'answered',
    });
    expect(
      await test.db.select().from(schema.comments).orderBy(schema.comments.id),
    ).toMatchObject([
      { content: 'Mine.', replyId: null },
      { content: 'Because.', replyId: kept?.id },
    ]);
    expect(await test.db.select().from(schema.postAttempts)).toMatchObject([
      { content: 'Because.' },
    ]);
  });

  it('reads replies again that arrived after the backup (rule 13.7)', async () => {
    const comment = await makeComment(test.db, {
      status: 'posted',
      youtubeCommentId: 'Ugz8',
    });
    const path = await backUp(test.db);
    await makePostAttempt(test.db, {
      commentId: comment.id,
      kind: 'change',
      state: 'posted',
      closedAt: minutes(1),
    });
    await makeReply(test.db, { commentId: comment.id });
    await test.db.update(schema.comments).set({ replyCount: 1, readReplyCount: 1 });
    expect(await restore(test, path, { replace: true })).toMatchObject({ keptPosted: 1 });
    expect(await test.db.select().from(schema.comments)).toMatchObject([
      { replyCount: 1, readReplyCount: null },
    ]);
  });

  it('gives new rows ids that were never used in the database or the backup', async () => {
    await makeVideo(test.db);
    const path = await backUp(test.db);
    const newest = await makeVideo(test.db);
    await restore(test, path, { replace: true });
    expect((await makeVideo(test.db)).id).toBeGreaterThan(newest.id);
    await restore(test.target, path);
    expect((await makeVideo(test.target.db)).id).toBe(newest.id);
  });
});

it('a restore gives a comment a higher revision than any it had since the backup (rule 3.3)', async () => {
  const { id } = await makeComment(test.db, { revision: 2 });
  const path = await backUp(test.db);
  await test.db.update(schema.comments).set({ content: 'Of an old page.', revision: 4 });
  await restore(test, path, { replace: true });
  expect(await test.db.select().from(schema.comments)).toMatchObject([
    { id, revision: 5 },
  ]);
});

it('a restore clears the caches, whose ids would name other videos, and keeps sessions', async () => {
  const path = await backUp(test.db);
  await test.db.insert(schema.searchCache).values({
    key: 'k',
    videoIds: [1],
    totalResults: 1,
    fetchedAt: clock.now(),
  });
  await test.db.insert(schema.sessions).values({ sid: 's', sess: {}, expire: hours(1) });
  const { id: videoId } = await makeVideo(test.db);
  await test.db
    .insert(schema.topComments)
    .values({ videoId, comments: [], fetchedAt: clock.now() });
  await test.db
    .insert(schema.bulkDrafts)
    .values({ videoId, style: 'insightful', addToQueue: true, state: 'waiting' });
  await restore(test, path, { replace: true });
  expect(await test.db.$count(schema.bulkDrafts)).toBe(0);
  expect(await test.db.$count(schema.searchCache)).toBe(0);
  expect(await test.db.$count(schema.topComments)).toBe(0);
  expect(await test.db.$count(schema.sessions)).toBe(1);
});

it('a restore keeps the units spent since the backup, including each share of them', async () => {
  const path = await backUp(test.db);
  await makeVideo(test.db);
  const shares = { used: 1_600, outcomesUsed: 90, followingUsed: 1_500 };
  await test.db
    .insert(schema.quotaUsage)
    .values({ pacificDay: '2026-03-03', bucket: 'shared', ...shares });
  await restore(test, path, { replace: true });
  expect(await test.db.select().from(schema.quotaUsage)).toMatchObject([shares]);
});
