import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commentSteps, draftRecords, googleAccount, queueItems } from '#shared/schema.ts';
import { writeBackup } from '../../backup/backup-file.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { hourMs, takingSteps } from '../../testing/comment-steps.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { tempDir } from '../../testing/processes.ts';

const test = reviewApp({}, 'once, emptied');
const {
  undo,
  undone,
  decide,
  edit,
  schedule,
  unschedule,
  remove,
  enqueue,
  redraft,
  seen,
  subject,
  inHours,
  postedLately,
} = takingSteps(test);

describe('the undo of a step under the rules of approving and scheduling (rule 12.4)', () => {
  it('does not approve a text that was posted within 30 days', async () => {
    const { comment } = await test.queued({ status: 'approved' });
    const returned = await decide(comment.id, 'pending');
    await postedLately(comment.content, 1);
    await expectProblem(await undo(returned), 409, 'duplicate_text');
    expect(await seen(comment.id)).toMatchObject({ status: 'pending' });
  });

  it('does not give an approved comment a text that was posted within 30 days', async () => {
    const { comment } = await test.queued({ status: 'approved' });
    const edited = await edit(comment.id, 'Said in other words.');
    await postedLately(comment.content, 1);
    await expectProblem(await undo(edited), 409, 'duplicate_text');
    expect(await seen(comment.id)).toMatchObject({ content: 'Said in other words.' });
  });

  it('does not restore a time within 30 days of a post with the same text', async () => {
    const { comment, item } = await test.queued({ status: 'approved' });
    await schedule(item.id, inHours(24));
    const unscheduled = await unschedule(item.id);
    await postedLately(comment.content, 1);
    await expectProblem(await undo(unscheduled), 409, 'duplicate_text');
    expect(await seen(comment.id)).toMatchObject({ place: { scheduledFor: null } });
  });

  it('restores a time more than 30 days after a post with the same text', async () => {
    const { comment, item } = await test.queued({ status: 'approved' });
    const at = inHours(20 * 24);
    await schedule(item.id, at);
    const unscheduled = await unschedule(item.id);
    await postedLately(comment.content, 11);
    await undone(unscheduled);
    expect(await seen(comment.id)).toMatchObject({ place: { scheduledFor: at } });
  });

  it('does not give auto-post back to a text that was posted within 30 days', async () => {
    const { comment, item } = await test.queued({ status: 'approved' });
    await enqueue(comment.id, { autoPost: true });
    const removed = await remove(item.id);
    await postedLately(comment.content, 1);
    await expectProblem(await undo(removed), 409, 'duplicate_text');
    expect(await seen(comment.id)).toMatchObject({ place: null });
  });

  it('does not restore a time that has passed, and schedules nothing instead', async () => {
    const { id, itemId } = await subject({ status: 'approved' });
    await schedule(itemId, inHours(1));
    const removed = await remove(itemId);
    test.app.clock.advance(hourMs);
    await undone(removed);
    expect(await test.queuedItem(id)).toMatchObject({
      scheduledFor: null,
      dueAt: null,
      autoPost: false,
    });
  });

  it('is refused when the earlier time has passed, and keeps the new time', async () => {
    const { id, itemId } = await subject({ status: 'approved' });
    await schedule(itemId, inHours(1));
    const later = inHours(9);
    const moved = await schedule(itemId, later);
    test.app.clock.advance(hourMs);
    const problem = await expectProblem(await undo(moved), 409, 'schedule_in_past');
    expect(problem.detail).toBe('The earlier time has passed, so nothing was undone.');
    expect(await seen(id)).toMatchObject({ place: { scheduledFor: later } });
  });

  it('does not move a comment that waits for its turn when only its text changes', async () => {
    const { id, itemId } = await subject({ status: 'approved' });
    await schedule(itemId, inHours(1));
    const edited = await edit(id, 'Said in other words.');
    test.app.clock.advance(hourMs);
    const waiting = { blockedReason: 'min_gap', nextTryAt: test.later(60_000) };
    await test.db.update(queueItems).set(waiting);
    const before = await test.db.select().from(queueItems);
    await undone(edited);
    expect(await test.db.select().from(queueItems)).toEqual(before);
  });

  it('starts the wait for auto-post again (rule 4.5)', async () => {
    const { id, itemId } = await subject();
    await enqueue(id, { autoPost: true });
    await decide(id, 'approved');
    const removed = await remove(itemId);
    test.app.clock.advance(48 * hourMs);
    await undone(removed);
    expect(await test.queuedItem(id)).toMatchObject({
      autoPost: true,
      dueAt: inHours(1 / 6),
    });
  });

  it('of a Retry returns the comment to review', async () => {
    const { id } = await subject({ status: 'failed', failureCode: 'comment_refused' });
    const retried = await decide(id, 'approved');
    await undone(retried);
    expect(await seen(id)).toMatchObject({ status: 'pending' });
  });

  it('checks YouTube before it approves a comment whose outcome is unknown (rule 7.5)', async () => {
    const { id } = await subject({ status: 'approved' });
    const returned = await decide(id, 'pending');
    const { content } = await test.stored(id);
    await makePostAttempt(test.db, {
      commentId: id,
      content,
      state: 'failed',
      outcomeCode: 'unconfirmed',
      startedAt: test.now(),
      closedAt: test.now(),
    });
    await expectProblem(await undo(returned), 409, 'unconfirmed');
    expect(await seen(id)).toMatchObject({ status: 'pending' });
  });

  it('is refused with a reason when the text from before a redraft is no longer kept', async () => {
    const { id } = await subject();
    const redrafted = await redraft(id);
    const after = await seen(id);
    await test.db.update(draftRecords).set({ alternatives: [] });
    const problem = await expectProblem(await undo(redrafted), 409, 'version_gone');
    expect(problem.detail).toMatch(
      /^Nothing was undone: the text before is no longer kept/,
    );
    expect(await seen(id)).toEqual(after);
  });
});

describe('the undo of a step of a comment that was sent since (rules 12.10, 12.13)', () => {
  it('is refused when the comment is posted, and does not queue it again', async () => {
    const { id, itemId } = await subject();
    const approved = await decide(id, 'approved');
    const removed = await remove(itemId);
    expect((await test.me.post(`/api/comments/${id}/post`)).status).toBe(200);
    for (const each of [approved, removed]) {
      const problem = await expectProblem(await undo(each), 409, 'already_posted');
      expect(problem.detail).toMatch(/^Nothing was undone: “.+” is posted by now\.$/);
    }
    expect(await test.stored(id)).toMatchObject({ status: 'posted' });
    expect(await test.db.$count(queueItems)).toBe(0);
    expect(test.inserts()).toHaveLength(1);
  });

  it.each(['sending', 'confirming'] as const)(
    'is refused while an attempt is %s',
    async (state) => {
      const { id } = await subject();
      const approved = await decide(id, 'approved');
      await makePostAttempt(test.db, { commentId: id, startedAt: test.now(), state });
      await expectProblem(await undo(approved), 409, 'being_posted');
      expect(await seen(id)).toMatchObject({ status: 'approved' });
    },
  );

  it('is refused when the attempt is confirmed later', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    test.app.sandbox.admin.fault({
      match: { method: 'POST', path: '/youtube/v3/commentThreads' },
      fault: { kind: 'accept-then-status', reason: 'backendError' },
    });
    expect((await test.me.post(`/api/comments/${id}/post`)).status).toBe(202);
    await expectProblem(await undo(approved), 409, 'being_posted');

    test.app.clock.advance(60_000);
    await test.app.publishDue();

    expect(await test.stored(id)).toMatchObject({ status: 'posted' });
    await expectProblem(await undo(approved), 409, 'already_posted');
    expect(test.inserts()).toHaveLength(1);
  });

  it('is refused when posting failed', async () => {
    const { id } = await subject();
    const approved = await decide(id, 'approved');
    test.app.sandbox.admin.fault({
      match: { method: 'POST', path: '/youtube/v3/commentThreads' },
      fault: { kind: 'status', reason: 'commentsDisabled' },
    });
    await test.me.post(`/api/comments/${id}/post`);
    await expectProblem(await undo(approved), 409, 'revision_conflict');
    expect(await test.stored(id)).toMatchObject({ status: 'failed' });
  });

  it('does not restore a time after the loop returned the comment to review', async () => {
    const { loop } = test.app.context.services;
    await loop.tick();
    const { id, itemId } = await subject({ status: 'approved' });
    await schedule(itemId, inHours(1));
    const moved = await schedule(itemId, inHours(2));
    // The comment is overdue by more than a day, so it goes back to review (rule 7.12).
    test.app.clock.advance(30 * hourMs);
    await loop.tick();
    const after = await seen(id);
    await expectProblem(await undo(moved), 409, 'revision_conflict');
    expect(after).toMatchObject({ status: 'pending', place: { scheduledFor: null } });
    expect(await seen(id)).toEqual(after);
  });
});

describe('steps and a restore (rules 7.19, 12.13)', () => {
  it('an undo does not approve a comment that a backup brought back', async () => {
    const { id } = await subject({ status: 'approved' });
    const returned = await decide(id, 'pending');
    const path = join(tempDir(), 'backup.jsonl.gz');
    await writeBackup({ db: test.db, origin: 'sandbox', now: test.now(), path });
    const [account] = await test.db.select().from(googleAccount);
    await restoreBackup({
      database: { db: test.db },
      path,
      origin: 'sandbox',
      now: test.now(),
      choices: { replace: true, keepSchedule: false },
    });
    await test.db.update(googleAccount).set({ ...account });

    const problem = await expectProblem(await undo(returned), 404, 'not_found');

    expect(problem.detail).toContain('not after a restore');
    expect(await test.stored(id)).toMatchObject({ status: 'pending' });
    expect(await test.db.$count(commentSteps)).toBe(0);
  });
});
