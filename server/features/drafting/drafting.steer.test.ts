import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { commentAnalysisSchema } from '#shared/contracts/comment-analysis.ts';
import { draftRecordSchema } from '#shared/contracts/draft-record.ts';
import { comments, draftRecords } from '#shared/schema.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { draftingApp, goodDraft, goodReading, points } from '../../testing/drafting-app.ts';
import { makeComment, makeReply, makeVideo } from '../../testing/factories.ts';

const drafting = draftingApp();
const [first = '', second = ''] = points;
const shorter = 'Readiness probes that call the database take every pod down at once.';
const asked = 'Do readiness probes that call the database take every pod down at once?';

beforeEach(() => {
  drafting.reset();
  drafting.answer(
    () => goodDraft,
    () => ({ ...goodDraft, comment: first }),
    () => ({ ...goodDraft, comment: second }),
    () => ({ ...goodDraft, comment: shorter }),
    () => ({ ...goodDraft, comment: asked }),
  );
  drafting.answerReader(({ comment }) => ({
    ...goodReading(comment),
    tone: comment === shorter ? 'curt' : 'friendly',
  }));
});

/** A draft with two other takes beside it. */
async function generated() {
  const video = await makeVideo(drafting.db);
  const { body } = await request(drafting.app)
    .post('/comments/generate')
    .send({ videoId: video.id, style: 'insightful' })
    .expect(201);
  await request(drafting.app).post(`/comments/${body.comment.id}/takes`).send({}).expect(200);
  return body.comment as { id: number; qualityScore: number; analysis: object };
}
const steer = (id: number, wish: object) =>
  request(drafting.app)
    .post(`/comments/${id}/regenerate`)
    .send({ style: 'insightful', ...wish });
const undo = (id: number) => request(drafting.app).post(`/comments/${id}/pick`).send({ alternative: 0 });
const record = async (id: number) =>
  draftRecordSchema.parse((await request(drafting.app).get(`/comments/${id}/draft`)).body);
const edit = (content: string) => drafting.db.update(comments).set({ content, revision: 2 });

describe('a steered draft (rule 8.14)', () => {
  it('tells the model the present text and the wish, and that it must write', async () => {
    const { id } = await generated();
    await steer(id, { steer: 'shorter' }).expect(200);
    await steer(id, { instruction: ' Mention  our own outage. ' }).expect(200);
    expect(drafting.asked.slice(3)).toMatchObject([
      { anyway: true, steered: { text: goodDraft.comment, steer: 'shorter', instruction: null } },
      { anyway: true, steered: { text: shorter, steer: null, instruction: 'Mention  our own outage.' } },
    ]);
  });

  it('keeps the version before as the first alternative, with all that was found about it', async () => {
    const { id, qualityScore } = await generated();
    const [{ analysis } = { analysis: null }] = await drafting.rows();
    const { body } = await steer(id, { steer: 'shorter' }).expect(200);
    expect(body.comment).toMatchObject({ content: shorter, status: 'pending', revision: 2 });
    const { alternatives, previousTexts } = await record(id);
    expect(body.alternatives).toEqual(alternatives);
    expect(alternatives.map(({ content, angle }) => [content, angle])).toEqual([
      [goodDraft.comment, 'Before: Shorter'],
      [first, ''],
      [second, ''],
    ]);
    const { checks, sentences, reading } = commentAnalysisSchema.parse(analysis);
    expect(reading).not.toBeNull();
    expect(alternatives[0]).toMatchObject({ qualityScore, checks, sentences, reading });
    expect(previousTexts).toMatchObject([{ content: goodDraft.comment }]);
  });

  it.each([
    [{ steer: 'more_concrete' }, 'Before: More concrete'],
    [{ steer: 'less_certain' }, 'Before: Less certain'],
    [{ steer: 'ask_instead', instruction: 'And be kind.' }, 'Before: Ask instead'],
    [{ instruction: 'Say  it\nkindly.' }, 'Before: Say it kindly.'],
    [{ instruction: 'x'.repeat(41) }, `Before: ${'x'.repeat(39)}…`],
  ])('names what was wished: %o', async (wish, angle) => {
    const { id } = await generated();
    await steer(id, wish).expect(200);
    expect((await record(id)).alternatives[0]).toMatchObject({ angle });
  });

  it('is undone by a pick, text and analysis, and done again by another', async () => {
    const { id } = await generated();
    const [before] = await drafting.rows();
    await steer(id, { steer: 'shorter' }).expect(200);
    await undo(id).expect(200);
    const [after] = await drafting.rows();
    const { content, generatedContent, qualityScore, analysis } = before ?? {};
    expect(after).toMatchObject({ content, generatedContent, qualityScore, analysis, revision: 3 });
    expect((await record(id)).alternatives[0]).toMatchObject({ content: shorter, angle: '' });
    await undo(id).expect(200);
    expect(await drafting.rows()).toMatchObject([{ content: shorter, analysis: { tone: 'curt' } }]);
  });

  it('loses no version over three wishes', async () => {
    const { id } = await generated();
    await steer(id, { steer: 'shorter' }).expect(200);
    await steer(id, { steer: 'ask_instead' }).expect(200);
    drafting.answer(() => ({ ...goodDraft, comment: points[2] ?? '' }));
    await steer(id, { instruction: 'Something else.' }).expect(200);
    expect((await record(id)).alternatives.map(({ content }) => content)).toEqual([
      asked,
      shorter,
      goodDraft.comment,
      first,
      second,
    ]);
  });

  it('keeps eight versions at most, the newest ones', async () => {
    const { id } = await generated();
    for (let wish = 1; wish <= 8; wish += 1) await steer(id, { instruction: `Wish ${wish}` }).expect(200);
    const { alternatives } = await record(id);
    expect(alternatives.map(({ angle }) => angle)).toEqual(
      [8, 7, 6, 5, 4, 3, 2, 1].map((wish) => `Before: Wish ${wish}`),
    );
  });

  it('may be close to the text it comes from, of an answer too', async () => {
    const { id } = await generated();
    const { body } = await steer(id, { steer: 'shorter' }).expect(200);
    const reply = await makeReply(drafting.db);
    const { id: answerId } = await makeComment(drafting.db, {
      replyId: reply.id,
      content: `${points[3]} ${points[4]}`,
    });
    drafting.answer(() => ({ ...goodDraft, comment: points[3] ?? '' }));
    const answer = await steer(answerId, { steer: 'shorter' }).expect(200);
    for (const { checks } of [body.analysis, answer.body.analysis])
      expect(checks).toContainEqual(expect.objectContaining({ name: 'repetition', passed: true }));
    expect(drafting.asked).toHaveLength(5);
  });

  it('starts from what the person wrote into it', async () => {
    const { id } = await generated();
    const typed = `${goodDraft.comment} Ours did.`;
    await edit(typed);
    await steer(id, { steer: 'shorter' }).expect(200);
    expect(drafting.asked.at(-1)).toMatchObject({ steered: { text: typed } });
    expect((await record(id)).alternatives[0]).toMatchObject({ content: typed });
    const { body } = await undo(id).expect(200);
    expect(body.comment).toMatchObject({ content: typed });
  });

  it('changes nothing where the model fails', async () => {
    const { id } = await generated();
    const before = [await drafting.rows(), await record(id)];
    drafting.answer(() => new LanguageModelError('unavailable'));
    expect((await steer(id, { steer: 'shorter' })).status).toBeGreaterThanOrEqual(500);
    expect([await drafting.rows(), await record(id)]).toEqual(before);
  });

  it('goes back to a draft that was never analyzed', async () => {
    const { id, content } = await makeComment(drafting.db);
    await steer(id, { steer: 'shorter' }).expect(200);
    const { body } = await undo(id).expect(200);
    expect(body.comment).toMatchObject({ content });
    expect(body.analysis).toMatchObject({ checks: [], sentences: [] });
  });

  it('leaves the age of what YouTube’s texts are quoted (rule 3.7)', async () => {
    const { id } = await generated();
    const quotedAt = drafting.clock.now();
    await drafting.db.update(draftRecords).set({ quotedAt });
    drafting.clock.advance(24 * 3_600_000);
    await steer(id, { steer: 'shorter' }).expect(200);
    expect(await drafting.db.select().from(draftRecords)).toMatchObject([{ quotedAt }]);
  });
});

it('an empty instruction is no wish: the draft is written anew', async () => {
  const { id } = await generated();
  drafting.answer(() => ({ ...goodDraft, comment: points[3] ?? '' }));
  await steer(id, { instruction: '  ' }).expect(200);
  expect(drafting.asked.at(-1)).not.toHaveProperty('steered');
  expect((await record(id)).alternatives).toEqual([]);
});
