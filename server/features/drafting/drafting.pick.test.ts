import { eq } from 'drizzle-orm';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { draftRecordSchema } from '#shared/contracts/draft-record.ts';
import { comments, queueItems } from '#shared/schema.ts';
import { draftingApp, goodDraft, points } from '../../testing/drafting-app.ts';
import { makeComment, makePostAttempt, makeQueueItem, makeVideo } from '../../testing/factories.ts';

const drafting = draftingApp();
const [first = '', second = ''] = points;

beforeEach(() => {
  drafting.reset();
  drafting.answer(() => ({
    ...goodDraft,
    alternatives: [
      { comment: first, angle: 'startup probes', claims: goodDraft.claims },
      { comment: second, angle: 'a hidden timeout', claims: goodDraft.claims },
    ],
  }));
});

async function generated() {
  const video = await makeVideo(drafting.db);
  const { body } = await request(drafting.app)
    .post('/comments/generate')
    .send({ videoId: video.id, style: 'insightful' })
    .expect(201);
  return body.comment as { id: number; revision: number; qualityScore: number };
}
const pick = (id: unknown, body: object) => request(drafting.app).post(`/comments/${id}/pick`).send(body);
const record = async (id: number) =>
  draftRecordSchema.parse((await request(drafting.app).get(`/comments/${id}/draft`)).body);
const edit = (id: number, content: string) =>
  drafting.db.update(comments).set({ content, revision: 2 }).where(eq(comments.id, id));

describe('three to choose from', () => {
  it('come with one call: the draft, and two others that are scored and checked like it', async () => {
    const { id } = await generated();
    expect(drafting.asked).toHaveLength(1);
    const { alternatives } = await record(id);
    expect(alternatives).toMatchObject([
      { content: first, angle: 'startup probes', platformCompliance: true },
      { content: second, angle: 'a hidden timeout', platformCompliance: true },
    ]);
    for (const { checks, scoreParts, qualityScore } of alternatives) {
      expect(checks.every(({ passed }) => passed)).toBe(true);
      expect(scoreParts.length).toBeGreaterThan(0);
      expect(qualityScore).toBeGreaterThan(50);
    }
  });

  it.each([
    ['that begins as the draft does', `${goodDraft.comment.split('.')[0]}. Something else follows here.`],
    ['with a link', `${first} https://example.org`],
    ['of empty praise', 'Great video, thanks!'],
    ['that says the same as the other one', second],
  ])('leave out one %s', async (_, comment) => {
    drafting.answer(() => ({
      ...goodDraft,
      alternatives: [
        { comment: second, angle: 'kept', claims: goodDraft.claims },
        { comment, angle: 'left out', claims: goodDraft.claims },
      ],
    }));
    const { id } = await generated();
    expect((await record(id)).alternatives.map(({ angle }) => angle)).toEqual(['kept']);
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
    expect(body.analysis).toMatchObject({ tone: 'friendly', why: before.why });
    expect(body.alternatives).toEqual((await record(id)).alternatives);
    expect(body.alternatives).toMatchObject([
      { content: first },
      { content: goodDraft.comment, angle: '', qualityScore },
    ]);
    expect(drafting.asked).toHaveLength(1);
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
