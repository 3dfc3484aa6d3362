import { eq, sql } from 'drizzle-orm';
import request from 'supertest';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { comments, queueItems, voiceProfiles } from '#shared/schema.ts';
import { draftingApp, goodDraft, points } from '../../testing/drafting-app.ts';
import { makeComment, makePostAttempt, makeQueueItem, makeVoiceProfile } from '../../testing/factories.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

const regenerate = (id: unknown, style: unknown = 'questioning') =>
  request(drafting.app).post(`/comments/${id}/regenerate`).send({ style });

describe('POST /comments/:id/regenerate', () => {
  const old = 'An old thought about something else entirely, kept in the history of this comment.';

  it('puts a new draft in the place of the old text, which it keeps (rule 8.3)', async () => {
    const comment = await makeComment(drafting.db, {
      content: old,
      status: 'rejected',
      revision: 3,
      reviewedAt: drafting.clock.now(),
    });
    const { status, body } = await regenerate(comment.id);
    expect(status).toBe(200);
    expect(body.comment).toMatchObject({
      id: comment.id,
      content: goodDraft.comment,
      generatedContent: goodDraft.comment,
      style: 'questioning',
      status: 'pending',
      revision: 4,
      reviewedAt: null,
    });
    expect(body.analysis.platformCompliance).toBe(true);
    const [row] = await drafting.rows();
    const replaced = [{ content: old, style: 'insightful', replacedAt: drafting.clock.now().toISOString() }];
    expect(row?.previousTexts).toEqual(replaced);
    expect(body.comment.previousTextCount).toBe(1);
    const record = await request(drafting.app).get(`/comments/${comment.id}/draft`);
    expect(record.body.previousTexts).toEqual(replaced);
    const itself = { comment: comment.id };
    // The draft, then its reading.
    expect(drafting.changed).toEqual([itself, 'stats', 'analytics', itself]);
  });

  it('keeps text and record together: without its record no text is replaced', async () => {
    const comment = await makeComment(drafting.db, { content: old });
    const refuse = sql`alter table draft_records add constraint refused check (false) not valid`;
    await drafting.db.execute(refuse);
    onTestFinished(async () => {
      await drafting.db.execute(sql`alter table draft_records drop constraint refused`);
    });
    expect((await regenerate(comment.id)).status).toBe(500);
    expect(await drafting.rows()).toMatchObject([{ content: old, revision: 1 }]);
    expect(drafting.changed).toEqual([]);
  });

  it('takes an approved comment off the schedule, and says why', async () => {
    const comment = await makeComment(drafting.db, { content: old, status: 'approved' });
    const later = new Date(drafting.clock.now().getTime() + 3_600_000);
    await makeQueueItem(drafting.db, {
      commentId: comment.id,
      scheduledFor: later,
      dueAt: later,
      autoPost: true,
    });
    await regenerate(comment.id);
    expect(await drafting.db.select().from(queueItems)).toMatchObject([
      { scheduledFor: null, dueAt: null, autoPost: false, blockedReason: 'moved_to_review' },
    ]);
  });

  it('wants another text than the one it replaces', async () => {
    const comment = await makeComment(drafting.db, { content: goodDraft.comment });
    drafting.answer(
      () => goodDraft,
      () => ({ ...goodDraft, comment: points[0] ?? '' }),
    );
    const { body } = await regenerate(comment.id);
    expect(drafting.asked).toHaveLength(2);
    expect(body.comment.content).not.toBe(goodDraft.comment);
  });

  it.each([
    ['posted', { status: 'posted' as const, youtubeCommentId: 'Ugz' }, 'already_posted'],
    ['never confirmed', { status: 'failed' as const, failureCode: 'unconfirmed' }, 'unconfirmed'],
  ])('refuses a comment that was %s', async (_, change, code) => {
    const comment = await makeComment(drafting.db, change);
    const { status, body } = await regenerate(comment.id);
    expect([status, body.code]).toEqual([409, code]);
    expect(drafting.asked).toEqual([]);
  });

  it('refuses a comment that is being posted', async () => {
    const comment = await makeComment(drafting.db, { status: 'approved' });
    await makePostAttempt(drafting.db, { commentId: comment.id });
    const { status, body } = await regenerate(comment.id);
    expect([status, body.code]).toEqual([409, 'being_posted']);
  });

  it('overwrites nothing that was changed meanwhile', async () => {
    const comment = await makeComment(drafting.db, { content: old });
    drafting.answer(async () => {
      await drafting.db
        .update(comments)
        .set({ content: 'edited', revision: 2 })
        .where(eq(comments.id, comment.id));
      return goodDraft;
    });
    const { status, body } = await regenerate(comment.id);
    expect([status, body.code]).toEqual([409, 'revision_conflict']);
    expect(body.current).toMatchObject({ content: 'edited', revision: 2 });
    expect(await drafting.rows()).toMatchObject([{ content: 'edited', revision: 2 }]);
  });

  it.each([
    [999, 'insightful', 404],
    ['abc', 'insightful', 400],
    ['99999999999', 'insightful', 400],
    [1, 'angry', 400],
  ])('refuses %s with style %s', async (id, style, expected) => {
    expect((await regenerate(id, style)).status).toBe(expected);
  });
});

it('a profile that is deleted later leaves the comment', async () => {
  const profile = await makeVoiceProfile(drafting.db);
  const comment = await makeComment(drafting.db, { voiceProfileId: profile.id });
  await drafting.db.delete(voiceProfiles).where(eq(voiceProfiles.id, profile.id));
  expect(await drafting.rows()).toMatchObject([{ id: comment.id, voiceProfileId: null }]);
});
