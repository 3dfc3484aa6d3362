import { beforeEach, describe, expect, it } from 'vitest';
import { commentAnalysisSchema } from '#shared/contracts/comment-detail.ts';
import { draftRecords } from '#shared/schema.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import {
  draftingApp,
  goodDraft,
  goodReading,
  points,
} from '../../testing/drafting-app.ts';
import { makeComment, makeReply } from '../../testing/factories.ts';
import { asQuestion, redrafting, shorter } from '../../testing/redrafts.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

const { otherTakes, pick, undo, steer, record, edit, generated } = redrafting(drafting);
const [first = '', second = ''] = points;

beforeEach(() =>
  drafting.answerReader(({ comment }) => ({
    ...goodReading(comment),
    tone: comment === shorter ? 'curt' : 'friendly',
  })),
);

describe('a steered draft (rule 8.14)', () => {
  it('is written from the current text and the wish, even if the model has nothing to add', async () => {
    const { id } = await generated();
    await steer(id, { steer: 'shorter' }).expect(200);
    expect(drafting.asked.at(-1)).toMatchObject({
      anyway: true,
      steered: { text: goodDraft.comment, steer: 'shorter', instruction: null },
    });
  });

  it('is written from the current text and an instruction in the owner’s words', async () => {
    const { id } = await generated();
    await steer(id, { instruction: ' Mention  our own outage. ' }).expect(200);
    expect(drafting.asked.at(-1)).toMatchObject({
      anyway: true,
      steered: {
        text: goodDraft.comment,
        steer: null,
        instruction: 'Mention  our own outage.',
      },
    });
  });

  it('is written from the steered version before it', async () => {
    const { id } = await generated();
    await steer(id, { steer: 'shorter' }).expect(200);
    await steer(id, { instruction: 'Mention our own outage.' }).expect(200);
    expect(drafting.asked.at(-1)).toMatchObject({ steered: { text: shorter } });
  });

  it('keeps the version before as the first alternative, with its analysis', async () => {
    const { id, qualityScore } = await generated();
    const [{ analysis } = { analysis: null }] = await drafting.rows();
    const { body } = await steer(id, { steer: 'shorter' }).expect(200);
    expect(body.comment).toMatchObject({
      content: shorter,
      status: 'pending',
      revision: 2,
    });
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

  it.each<[object, string]>([
    [{ steer: 'ask_instead', instruction: 'And be kind.' }, 'Before: Ask instead'],
    [{ instruction: 'Say  it\nkindly.' }, 'Before: Say it kindly.'],
    [{ instruction: 'x'.repeat(41) }, `Before: ${'x'.repeat(39)}…`],
  ])('with the wish %o names it beside the version before', async (wish, angle) => {
    const { id } = await generated();
    await steer(id, wish).expect(200);
    expect((await record(id)).alternatives[0]).toMatchObject({ angle });
  });

  it('can be undone by a pick, including its analysis', async () => {
    const { id } = await generated();
    const [before] = await drafting.rows();
    await steer(id, { steer: 'shorter' }).expect(200);
    await undo(id).expect(200);
    const [after] = await drafting.rows();
    const { content, generatedContent, qualityScore, analysis } = before ?? {};
    expect(after).toMatchObject({
      content,
      generatedContent,
      qualityScore,
      analysis,
      revision: 3,
    });
    expect((await record(id)).alternatives[0]).toMatchObject({
      content: shorter,
      angle: '',
    });
  });

  it('can be redone by another pick', async () => {
    const { id } = await generated();
    await steer(id, { steer: 'shorter' }).expect(200);
    await undo(id).expect(200);
    await undo(id).expect(200);
    expect(await drafting.rows()).toMatchObject([
      { content: shorter, analysis: { tone: 'curt' } },
    ]);
  });

  it('can be undone to any earlier text by naming that text', async () => {
    const { id } = await generated();
    await steer(id, { steer: 'shorter' }).expect(200);
    await steer(id, { steer: 'ask_instead' }).expect(200);
    for (const content of [shorter, goodDraft.comment]) {
      const { body } = await pick(id, { alternative: content }).expect(200);
      expect(body.comment).toMatchObject({ content });
    }
    expect((await record(id)).alternatives.map(({ content }) => content)).toEqual([
      asQuestion,
      shorter,
      first,
      second,
    ]);
  });

  describe('after eight wishes', () => {
    async function steeredEightTimes(): Promise<number> {
      const { id } = await generated();
      for (let wish = 1; wish <= 8; wish += 1)
        await steer(id, { instruction: `Wish ${wish}` }).expect(200);
      return id;
    }

    it('keeps the newest eight versions', async () => {
      const { alternatives } = await record(await steeredEightTimes());
      expect(alternatives.map(({ angle }) => angle)).toEqual(
        [8, 7, 6, 5, 4, 3, 2, 1].map((wish) => `Before: Wish ${wish}`),
      );
    });

    it('keeps no more after other takes', async () => {
      const id = await steeredEightTimes();
      await otherTakes(id).expect(200);
      expect((await record(id)).alternatives).toHaveLength(8);
    });
  });

  describe('may resemble the text that it comes from', () => {
    const failed = ({ checks }: { checks: { passed: boolean }[] }) =>
      checks.filter(({ passed }) => !passed);

    it('in a comment', async () => {
      const { id } = await generated();
      const { body } = await steer(id, { steer: 'shorter' }).expect(200);
      expect(failed(body.analysis)).toEqual([]);
      expect(drafting.asked).toHaveLength(4);
    });

    it('in an answer', async () => {
      const { id: replyId } = await makeReply(drafting.db);
      const content = `${points[3]} ${points[4]}`;
      const { id } = await makeComment(drafting.db, { replyId, content });
      drafting.answer(() => ({ ...goodDraft, comment: points[3] ?? '' }));
      const { body } = await steer(id, { steer: 'shorter' }).expect(200);
      expect(failed(body.analysis)).toEqual([]);
      expect(drafting.asked).toHaveLength(1);
    });
  });

  it('starts from the text that the owner edited', async () => {
    const { id } = await generated();
    const typed = `${goodDraft.comment} Ours did.`;
    await edit(typed);
    await steer(id, { steer: 'shorter' }).expect(200);
    expect(drafting.asked.at(-1)).toMatchObject({ steered: { text: typed } });
    expect((await record(id)).alternatives[0]).toMatchObject({ content: typed });
    const { body } = await undo(id).expect(200);
    expect(body.comment).toMatchObject({ content: typed });
  });

  it('changes nothing when the model fails', async () => {
    const { id } = await generated();
    const before = [await drafting.rows(), await record(id)];
    drafting.answer(() => new LanguageModelError('unavailable'));
    expect((await steer(id, { steer: 'shorter' })).status).toBeGreaterThanOrEqual(500);
    expect([await drafting.rows(), await record(id)]).toEqual(before);
  });

  it('can be undone to a draft without an analysis', async () => {
    const { id, content } = await makeComment(drafting.db);
    await steer(id, { steer: 'shorter' }).expect(200);
    const { body } = await undo(id).expect(200);
    expect(body.comment).toMatchObject({ content });
    expect(body.analysis).toMatchObject({ checks: [], sentences: [] });
  });

  it('does not change the age of what is quoted from YouTube (rule 3.7)', async () => {
    const { id } = await generated();
    const quotedAt = drafting.clock.now();
    await drafting.db.update(draftRecords).set({ quotedAt });
    drafting.clock.advance(24 * 3_600_000);
    await steer(id, { steer: 'shorter' }).expect(200);
    expect(await drafting.db.select().from(draftRecords)).toMatchObject([{ quotedAt }]);
  });
});

it('an empty instruction leads to an ordinary redraft', async () => {
  const { id } = await generated();
  drafting.answer(() => ({ ...goodDraft, comment: points[3] ?? '' }));
  await steer(id, { instruction: '  ' }).expect(200);
  expect(drafting.asked.at(-1)).not.toHaveProperty('steered');
  expect((await record(id)).alternatives).toEqual([]);
});
