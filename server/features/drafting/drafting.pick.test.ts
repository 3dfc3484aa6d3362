import { eq } from 'drizzle-orm';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { draftRecordSchema } from '#shared/contracts/draft-record.ts';
import { comments, queueItems } from '#shared/schema.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { draftingApp, goodDraft, points } from '../../testing/drafting-app.ts';
import { makeComment, makePostAttempt, makeQueueItem, makeVideo } from '../../testing/factories.ts';

const drafting = draftingApp();
const [first = '', second = ''] = points;

beforeEach(() => {
  drafting.reset();
  drafting.answer(
    () => goodDraft,
    () => ({ ...goodDraft, comment: first }),
    () => ({ ...goodDraft, comment: second }),
  );
});

/** A draft with two other takes beside it. */
async function generated() {
  const video = await makeVideo(drafting.db);
  const { body } = await request(drafting.app)
    .post('/comments/generate')
    .send({ videoId: video.id, style: 'insightful' })
    .expect(201);
  await others(body.comment.id).expect(200);
  return body.comment as { id: number; revision: number; qualityScore: number };
}
const others = (id: unknown, body: object = {}) =>
  request(drafting.app).post(`/comments/${id}/takes`).send(body);
const pick = (id: unknown, body: object) => request(drafting.app).post(`/comments/${id}/pick`).send(body);
const record = async (id: number) =>
  draftRecordSchema.parse((await request(drafting.app).get(`/comments/${id}/draft`)).body);
const edit = (id: number, content: string) =>
  drafting.db.update(comments).set({ content, revision: 2 }).where(eq(comments.id, id));

describe('two other takes (rule 8.16)', () => {
  it('are written on a press alone, each knowing what is shown, and are not read', async () => {
    const { id } = await generated();
    expect(drafting.asked.map(({ others = [], anyway }) => [others, anyway])).toEqual([
      [[], undefined],
      [[goodDraft.comment], true],
      [[goodDraft.comment, first], true],
    ]);
    expect(drafting.read).toHaveLength(1);
    const { alternatives } = await record(id);
    expect(alternatives).toMatchObject([
      { content: first, angle: '', qualityScore: 60, platformCompliance: true, reading: null },
      { content: second, angle: '', qualityScore: 60, platformCompliance: true, reading: null },
    ]);
    expect(await drafting.rows()).toMatchObject([{ content: goodDraft.comment, revision: 1 }]);
  });

  it('are written once more where they repeat the draft', async () => {
    const { id } = await generated();
    drafting.answer(() => goodDraft);
    await others(id).expect(200);
    expect(drafting.asked.slice(-2).map(({ corrections }) => corrections.length)).toEqual([0, 1]);
  });

  it('keep the first where the second fails, and fail where none came', async () => {
    const { id } = await generated();
    drafting.answer(
      ...[goodDraft, goodDraft, goodDraft].map((draft) => () => draft),
      () => ({ ...goodDraft, comment: points[2] ?? '' }),
      () => new LanguageModelError('unavailable'),
    );
    const { body } = await others(id).expect(200);
    expect(body.alternatives.map(({ content }: { content: string }) => content)).toEqual([
      first,
      second,
      points[2],
    ]);
    drafting.answer(() => new LanguageModelError('unavailable'));
    expect((await others(id)).status).toBe(503);
    expect((await record(id)).alternatives).toHaveLength(3);
  });

  it('are eight at most with the versions before', async () => {
    const { id } = await generated();
    for (const [place, comment] of [
      ...points.slice(2),
      ...points.map((point) => `Else: ${point}`),
    ].entries()) {
      drafting.answer(() => ({ ...goodDraft, comment: `${place} ${comment}` }));
      await others(id);
    }
    expect((await record(id)).alternatives.length).toBeLessThanOrEqual(8);
  });

  it('are refused for what was changed elsewhere, is posted, or is none', async () => {
    const { id } = await generated();
    await edit(id, 'Typed in another tab.');
    expect((await others(id, { revision: 1 })).body.code).toBe('revision_conflict');
    const posted = await makeComment(drafting.db, { status: 'posted', youtubeCommentId: 'Ugz' });
    expect((await others(posted.id)).body.code).toBe('already_posted');
    await others(99_999).expect(404);
    await others(id, { many: 3 }).expect(400);
  });
});

describe('POST /comments/:id/pick', () => {
  it('puts an alternative in the draft’s place, and the draft among the alternatives', async () => {
    const { id, qualityScore } = await generated();
    const before = await record(id);
    const { status, body } = await pick(id, { alternative: 1, revision: 1 });
    expect(status).toBe(200);
    expect(body.comment).toMatchObject({
      id,
      content: second,
      generatedContent: second,
      qualityScore: before.alternatives[1]?.qualityScore,
      status: 'pending',
      revision: 2,
    });
    expect(body.analysis).toMatchObject({ tone: '', reading: null, why: before.why });
    expect(body.alternatives).toEqual((await record(id)).alternatives);
    expect(body.alternatives).toMatchObject([
      { content: first },
      { content: goodDraft.comment, angle: '', qualityScore },
    ]);
    expect(drafting.asked).toHaveLength(3);
    expect(drafting.changed.slice(-3)).toEqual([{ comment: id }, 'stats', 'analytics']);
  });

  it('there and back again is where it began', async () => {
    const { id, qualityScore } = await generated();
    await pick(id, { alternative: 0 }).expect(200);
    const { body } = await pick(id, { alternative: 0 }).expect(200);
    expect(body.comment).toMatchObject({ content: goodDraft.comment, qualityScore, revision: 3 });
    expect(body.alternatives).toMatchObject([{ content: first }, { content: second }]);
  });

  it('keeps what the owner typed in the comment’s history', async () => {
    const { id } = await generated();
    await edit(id, 'Typed by hand.');
    const { body } = await pick(id, { alternative: 0, revision: 2 }).expect(200);
    expect(body.alternatives[0]).toMatchObject({ content: goodDraft.comment });
    const [row] = await drafting.rows();
    expect(row).toMatchObject({ content: first, previousTexts: [{ content: 'Typed by hand.' }] });
  });

  it('is refused with both texts where the comment was changed elsewhere, and loses nothing', async () => {
    const { id } = await generated();
    const before = await record(id);
    await edit(id, 'Typed in another tab.');
    const { status, body } = await pick(id, { alternative: 0, revision: 1 });
    expect([status, body.code]).toEqual([409, 'revision_conflict']);
    expect(body.current).toMatchObject({ content: 'Typed in another tab.', revision: 2 });
    expect(await drafting.rows()).toMatchObject([{ content: 'Typed in another tab.', revision: 2 }]);
    expect(await record(id)).toEqual(before);
  });

  it('of two at once, one is refused', async () => {
    const { id } = await generated();
    const answers = await Promise.all([
      pick(id, { alternative: 0, revision: 1 }),
      pick(id, { alternative: 1, revision: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [row] = await drafting.rows();
    const texts = [row?.content, ...(await record(id)).alternatives.map(({ content }) => content)];
    expect(texts.sort()).toEqual([goodDraft.comment, first, second].sort());
  });

  it('takes an approved comment back to review and off its schedule', async () => {
    const { id } = await generated();
    await drafting.db.update(comments).set({ status: 'approved' }).where(eq(comments.id, id));
    const later = new Date(drafting.clock.now().getTime() + 3_600_000);
    await makeQueueItem(drafting.db, { commentId: id, scheduledFor: later, dueAt: later, autoPost: true });
    await pick(id, { alternative: 0 }).expect(200);
    expect(await drafting.rows()).toMatchObject([{ status: 'pending' }]);
    expect(await drafting.db.select().from(queueItems)).toMatchObject([{ dueAt: null, autoPost: false }]);
  });

  it.each([
    ['one that is not there', 7, 400],
    ['a negative place', -1, 400],
    ['half a place', 0.5, 400],
    ['no place', undefined, 400],
  ])('refuses %s', async (_, alternative, expected) => {
    const { id } = await generated();
    const { status, body } = await pick(id, { alternative });
    expect(status).toBe(expected);
    expect(body.detail).toMatch(/\.$/);
    expect(await drafting.rows()).toMatchObject([{ content: goodDraft.comment, revision: 1 }]);
  });

  it('refuses a comment that is posted, is being posted, has no record, or is none', async () => {
    const { id } = await generated();
    await makePostAttempt(drafting.db, { commentId: id });
    expect((await pick(id, { alternative: 0 })).body.code).toBe('being_posted');
    const posted = await makeComment(drafting.db, { status: 'posted', youtubeCommentId: 'Ugz' });
    expect((await pick(posted.id, { alternative: 0 })).body.code).toBe('already_posted');
    const old = await makeComment(drafting.db);
    await pick(old.id, { alternative: 0 }).expect(400);
    await pick(99_999, { alternative: 0 }).expect(404);
  });
});
