import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  comments,
  googleAccount,
  postAttempts,
  queueItems,
  replies,
  videos,
} from '#shared/schema.ts';
import { writeBackup } from '../../backup/backup-file.ts';
import { backedUpTables, tableNames } from '../../backup/format.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makeReply } from '../../testing/factories.ts';
import { tempDir } from '../../testing/processes.ts';
import { ownChannel, testPublishing } from '../../testing/publishing-fixture.ts';

const minuteMs = 60_000;

describe('a comment restored from a backup (rule 7.19)', () => {
  const test = reviewApp();
  const origin = 'sandbox';
  const approve = (id: number, more: object = {}) =>
    test.me.patch(`/api/comments/${id}`, { status: 'approved', ...more });
  const post = (id: number) => test.me.post(`/api/comments/${id}/post`);

  async function backUp(): Promise<string> {
    const path = join(tempDir(), 'backup.jsonl.gz');
    await writeBackup({ db: test.db, origin, now: test.now(), path });
    return path;
  }

  /**
   * Restores into an empty database, as after the loss of the disk, and signs in again.
   */
  async function restoreAfterLoss(path: string): Promise<void> {
    const [account] = await test.db.select().from(googleAccount);
    for (const name of tableNames.toReversed())
      await test.db.delete(backedUpTables[name]);
    await restoreBackup({
      database: { db: test.db },
      path,
      origin,
      now: test.now(),
      choices: { replace: false, keepSchedule: false },
    });
    await test.db.update(googleAccount).set({ ...account });
  }

  it.each([
    ['approved', null],
    ['approved', { autoPost: true }],
    ['pending', null],
  ] as const)(
    'is not posted again when it was posted after the backup (%s in the backup, queued with %o)',
    async (status, autoPost) => {
      const { comment } = await test.queued({ status });
      if (autoPost)
        await test.me.post('/api/queue', { commentId: comment.id, ...autoPost });
      const path = await backUp();
      test.app.clock.advance(minuteMs);
      if (status === 'pending') await approve(comment.id);
      expect((await post(comment.id)).status).toBe(200);
      const [onYouTube] = test.app.sandbox.admin.comments();

      test.app.clock.advance(minuteMs);
      await restoreAfterLoss(path);
      await expectProblem(await post(comment.id), 409, 'not_approved');
      test.app.clock.advance(48 * 3_600_000);
      await test.app.context.services.loop.tick();
      const answer = await approve(comment.id);

      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { status: 'posted', youtubeCommentId: onYouTube?.id, restoredFrom: null },
      ]);
      expect(test.inserts()).toHaveLength(1);
      expect(await test.queuedItem(comment.id)).toBeNull();
      expect(await test.db.select().from(postAttempts)).toMatchObject([
        { state: 'posted', content: comment.content, outcomeCode: 'posted' },
      ]);
    },
  );

  it('says in the queue which backup it comes from', async () => {
    const { comment } = await test.queued({ status: 'approved' });
    const madeAt = test.now();
    const path = await backUp();
    test.app.clock.advance(20 * 3_600_000);
    await restoreAfterLoss(path);

    expect(await test.queuedItem(comment.id)).toMatchObject({
      blockedReason: 'restored',
      heldDetail:
        'Restored from a backup of March 3, 2026: check that it isn’t on YouTube already.',
      comment: { status: 'pending', restoredFrom: madeAt.toISOString() },
    });
  });

  it('is approved only after a question when YouTube does not have it, and is then posted once', async () => {
    const { comment } = await test.queued({ status: 'approved' });
    const path = await backUp();
    await restoreAfterLoss(path);

    const question = await expectProblem(await approve(comment.id), 409, 'restored');
    expect(question.detail).toContain('We checked YouTube just now and did not find it.');
    expect((await approve(comment.id, { confirmMayBeHeld: true })).status).toBe(200);
    expect((await post(comment.id)).status).toBe(200);

    expect(test.inserts()).toHaveLength(1);
    expect(await test.stored(comment.id)).toMatchObject({
      status: 'posted',
      restoredFrom: null,
    });
  });

  it('is approved without a question when the backup had it pending and YouTube does not have it', async () => {
    const { comment } = await test.queued({ status: 'pending' });
    await restoreAfterLoss(await backUp());
    const answer = await approve(comment.id);
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { status: 'approved' },
    ]);
  });

  it('is approved only after a question that quotes the edited text found on YouTube', async () => {
    const { comment } = await test.queued({ status: 'pending' });
    const path = await backUp();
    await test.me.patch(`/api/comments/${comment.id}`, {
      content: 'Edited after the backup.',
    });
    await approve(comment.id);
    expect((await post(comment.id)).status).toBe(200);
    await restoreAfterLoss(path);

    const question = await expectProblem(await approve(comment.id), 409, 'restored');
    expect(question.detail).toContain('“Edited after the backup.”');
    expect(await test.stored(comment.id)).toMatchObject({
      status: 'pending',
      content: comment.content,
    });
  });
});

describe('the check for a restored comment (rule 7.19)', () => {
  const test = testPublishing();

  async function restored(values: Partial<typeof comments.$inferInsert> = {}) {
    const { id, content, videoId } = await test.publishing.approved();
    const restoredFrom = new Date(test.clock.now().getTime() - 60 * minuteMs);
    await test.db
      .update(comments)
      .set({ status: 'pending', restoredFrom, restoredAsApproved: true, ...values })
      .where(eq(comments.id, id));
    const [video] = await test.db.select().from(videos).where(eq(videos.id, videoId));
    return { id, content, youtubeId: video?.youtubeId ?? '' };
  }

  const check = (id: number) => test.publishing.confirmer.checkBeforeApproval(id, false);

  it('proves nothing when the list is cut short, and says so', async () => {
    const { id, content, youtubeId } = await restored({ restoredAsApproved: false });
    const publishedAt = test.clock.now().toISOString();
    for (let one = 0; one < 700; one += 1)
      test.publishing.remote.shown.push({
        youtubeCommentId: `Ugz-stranger-${one}`,
        youtubeVideoId: youtubeId,
        text: content,
        authorChannelId: 'UC-somebody-else',
        publishedAt,
      });
    await expect(check(id)).rejects.toMatchObject({
      code: 'restored',
      message: expect.stringContaining('We could not check whether it is there'),
    });
  });

  it('records an answer found in its thread as posted, and its reply as answered', async () => {
    const { id, content } = await restored();
    const reply = await makeReply(test.db);
    await test.db.update(comments).set({ replyId: reply.id }).where(eq(comments.id, id));
    const [thread] = await test.db
      .select()
      .from(comments)
      .where(eq(comments.id, reply.commentId));
    test.publishing.remote.shown.push({
      youtubeCommentId: 'Ugz-answer',
      youtubeVideoId: '',
      parentId: thread?.youtubeCommentId ?? '',
      text: content,
      authorChannelId: ownChannel,
      publishedAt: test.clock.now().toISOString(),
    });

    expect(await check(id)).toBe(true);

    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'posted',
      youtubeCommentId: 'Ugz-answer',
    });
    expect(await test.db.select().from(replies)).toMatchObject([{ state: 'answered' }]);
  });

  it('is required by the loop, which returns an unchecked comment to review', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    await test.db
      .update(comments)
      .set({ restoredFrom: test.clock.now() })
      .where(eq(comments.id, id));
    await test.publishing.loop.tick();
    expect(test.publishing.remote.received).toEqual([]);
    expect((await test.publishing.state(id)).comment.status).toBe('pending');
    expect(await test.db.select().from(queueItems)).toMatchObject([
      { blockedReason: 'restored', dueAt: null },
    ]);
  });

  it('is required by Post Now, which does not send an unchecked comment', async () => {
    const { id } = await test.publishing.approved();
    await test.db
      .update(comments)
      .set({ restoredFrom: test.clock.now() })
      .where(eq(comments.id, id));
    expect(await test.publishing.poster.post(id, 'manual')).toMatchObject({
      obstacle: { code: 'restored' },
    });
    expect(test.publishing.remote.received).toEqual([]);
  });
});
