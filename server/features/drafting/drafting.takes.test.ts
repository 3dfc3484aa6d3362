import type { Test } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { draftingApp, goodDraft, points } from '../../testing/drafting-app.ts';
import { makeComment, makePostAttempt, makeReply } from '../../testing/factories.ts';
import { redrafting } from '../../testing/redrafts.ts';

const drafting = draftingApp();
beforeEach(() => drafting.reset());

const { post, otherTakes, pick, undo, regenerate, record, edit, generated } =
  redrafting(drafting);
const [first = '', second = ''] = points;

/** The requests that name the revision which they change. */
const revised: [string, (id: number, revision?: number) => Test][] = [
  ['other takes', (id, revision) => otherTakes(id, { revision })],
  ['a pick', (id, revision) => pick(id, { alternative: 0, revision })],
  ['a reading', (id, revision) => post(`/comments/${id}/read`, { revision })],
];
const requests: [string, (id: number) => Test][] = [
  ...revised,
  ['a redraft', (id) => regenerate(id)],
];

describe.each(requests)('%s of a comment', (_, send) => {
  it.each([
    ['posted', { status: 'posted' as const, youtubeCommentId: 'Ugz' }, 'already_posted'],
    [
      'unconfirmed',
      { status: 'failed' as const, failureCode: 'unconfirmed' },
      'unconfirmed',
    ],
    ['being posted', { status: 'approved' as const }, 'being_posted'],
  ])('that is %s is refused, and no model is asked', async (_, change, code) => {
    const { id } = await makeComment(drafting.db, change);
    if (code === 'being_posted') await makePostAttempt(drafting.db, { commentId: id });
    const { status, body } = await send(id);
    expect([status, body.code]).toEqual([409, code]);
    expect([drafting.asked, drafting.read]).toEqual([[], []]);
  });

  it('that is unknown is 404', async () => {
    await send(99_999).expect(404);
  });
});

it.each(revised)(
  '%s for an outdated revision is refused, with the current text',
  async (_, send) => {
    const { id } = await generated();
    const before = await record(id);
    await edit('Typed in another tab.');
    const { status, body } = await send(id, 1);
    expect([status, body.code]).toEqual([409, 'revision_conflict']);
    expect(body.current).toMatchObject({ content: 'Typed in another tab.', revision: 2 });
    expect(await drafting.rows()).toMatchObject([
      { content: 'Typed in another tab.', revision: 2 },
    ]);
    expect(await record(id)).toEqual(before);
  },
);

describe('other takes of a text that no model drafted (rule 8.16)', () => {
  async function expectRefusal(id: number) {
    const { status, body } = await otherTakes(id);
    expect([status, body.code]).toEqual([409, 'no_draft']);
    expect(await record(id)).toMatchObject({ why: null, alternatives: [] });
    expect([drafting.asked, drafting.topComments.asked]).toEqual([[], []]);
  }

  it('are refused for a comment from before there were records, and no model is asked', async () => {
    const { id } = await makeComment(drafting.db);
    await expectRefusal(id);
  });

  it('are refused for an answer that the owner typed, and no model is asked', async () => {
    const { id: replyId } = await makeReply(drafting.db);
    const { body } = await post(`/replies/${replyId}/answer`, {
      content: 'In my own words.',
    });
    await expectRefusal(body.id);
  });
});

describe('other takes (rule 8.16)', () => {
  it('are written only on request, each with the texts already shown, and are not read', async () => {
    const { id } = await generated();
    expect(
      drafting.asked.map(({ shownDrafts = [], anyway }) => [shownDrafts, anyway]),
    ).toEqual([
      [[], undefined],
      [[goodDraft.comment], true],
      [[goodDraft.comment, first], true],
    ]);
    expect(drafting.read).toHaveLength(1);
    const { alternatives } = await record(id);
    expect(alternatives).toMatchObject([
      {
        content: first,
        angle: '',
        qualityScore: 60,
        platformCompliance: true,
        reading: null,
      },
      {
        content: second,
        angle: '',
        qualityScore: 60,
        platformCompliance: true,
        reading: null,
      },
    ]);
    expect(await drafting.rows()).toMatchObject([
      { content: goodDraft.comment, revision: 1 },
    ]);
  });

  it('are written once more when they repeat the draft', async () => {
    const { id } = await generated();
    drafting.answer(() => goodDraft);
    await otherTakes(id).expect(200);
    expect(drafting.asked.slice(-2).map(({ corrections }) => corrections.length)).toEqual(
      [0, 1],
    );
  });

  it('are kept when a later one fails', async () => {
    const { id } = await generated();
    drafting.answer(
      ...[goodDraft, goodDraft, goodDraft].map((draft) => () => draft),
      () => ({ ...goodDraft, comment: points[2] ?? '' }),
      () => new LanguageModelError('unavailable'),
    );
    const { body } = await otherTakes(id).expect(200);
    expect(body.alternatives.map(({ content }: { content: string }) => content)).toEqual([
      first,
      second,
      points[2],
    ]);
    expect((await record(id)).alternatives).toHaveLength(3);
  });

  it('are refused with 503 when all of them fail', async () => {
    const { id } = await generated();
    drafting.answer(() => new LanguageModelError('unavailable'));
    expect((await otherTakes(id)).status).toBe(503);
    expect((await record(id)).alternatives).toHaveLength(2);
  });
});

describe('POST /comments/:id/pick', () => {
  it('swaps the draft and the chosen alternative', async () => {
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

  it('keeps a text that the owner typed among the earlier texts', async () => {
    const { id } = await generated();
    await edit('Typed by hand.');
    const { body } = await pick(id, { alternative: 0, revision: 2 }).expect(200);
    expect(body.alternatives[0]).toMatchObject({ content: goodDraft.comment });
    const [row] = await drafting.rows();
    expect(row).toMatchObject({
      content: first,
      previousTexts: [{ content: 'Typed by hand.' }],
    });
  });

  it('succeeds once when two requests arrive at the same time', async () => {
    const { id } = await generated();
    const answers = await Promise.all([
      pick(id, { alternative: 0, revision: 1 }),
      pick(id, { alternative: 1, revision: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [row] = await drafting.rows();
    const texts = [
      row?.content,
      ...(await record(id)).alternatives.map(({ content }) => content),
    ];
    expect(texts.sort()).toEqual([goodDraft.comment, first, second].sort());
  });

  it.each([goodDraft.comment, '', 7, -1, 0.5, undefined])(
    'refuses the alternative %o, which does not exist or is no whole number or text',
    async (alternative) => {
      const { id } = await generated();
      const { status, body } = await pick(id, { alternative });
      expect(status).toBe(400);
      expect(body.detail).toMatch(/\.$/);
      expect(await drafting.rows()).toMatchObject([
        { content: goodDraft.comment, revision: 1 },
      ]);
    },
  );

  it('refuses to pick for a comment without alternatives', async () => {
    await undo((await makeComment(drafting.db)).id).expect(400);
  });
});
