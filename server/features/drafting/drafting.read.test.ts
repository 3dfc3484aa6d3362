import { eq } from 'drizzle-orm';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { comments, userSettings } from '#shared/schema.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { draftingApp, goodDraft, goodReading } from '../../testing/drafting-app.ts';
import { makeVideo, makeVoiceProfile, setSettings } from '../../testing/factories.ts';

const drafting = draftingApp();
beforeEach(async () => {
  drafting.reset();
  const profile = await makeVoiceProfile(drafting.db);
  await setSettings(drafting.db, { activeVoiceProfileId: profile.id });
});

const post = (path: string, body: object = {}) =>
  request(drafting.app).post(path).send(body);
const generate = async () => {
  const video = await makeVideo(drafting.db);
  return post('/comments/generate', { videoId: video.id, style: 'insightful' }).expect(
    201,
  );
};
const edit = (content: string) =>
  drafting.db.update(comments).set({ content, revision: 2 });
/** Makes the reader answer only after this change. */
const during = (change: () => Promise<unknown>) =>
  drafting.answerReader(async ({ comment }) => {
    await change();
    return goodReading(comment);
  });

describe('the reading of a draft (rule 8.11)', () => {
  it('receives the material, the profile and own texts, but nothing from the writer’s answer', async () => {
    const { body } = await generate();
    expect(drafting.read).toMatchObject([
      {
        comment: goodDraft.comment,
        video: { title: body.comment.video.title },
        ownTexts: [],
      },
    ]);
    expect(Object.keys(drafting.read[0] ?? {}).sort()).toEqual([
      'comment',
      'material',
      'ownTexts',
      'profile',
      'video',
    ]);
    expect(body.comment).toMatchObject({ qualityScore: 84, revision: 1 });
  });

  it('is stored beside an edit that was made meanwhile, and the edit stays', async () => {
    during(() => edit('Typed meanwhile.'));
    const { body } = await generate();
    expect(body.comment).toMatchObject({
      content: 'Typed meanwhile.',
      qualityScore: 84,
      revision: 2,
    });
    expect(body.analysis.reading.text).toBe(goodDraft.comment);
  });

  it('keeps what the owner vouched for meanwhile', async () => {
    const person = { kind: 'person' as const, quote: null, at: null };
    during(async () => {
      const [row] = await drafting.rows();
      if (!row?.analysis) return;
      const sentences = row.analysis.sentences.map((each) => ({
        ...each,
        source: person,
      }));
      await drafting.db
        .update(comments)
        .set({ analysis: { ...row.analysis, sentences }, revision: 2 });
    });
    const { body } = await generate();
    expect(body.analysis.reading).not.toBeNull();
    for (const { source } of body.analysis.sentences) expect(source).toEqual(person);
  });

  it.each([
    [
      'another draft took its place',
      () =>
        drafting.db.update(comments).set({ content: 'Else.', generatedContent: 'Else.' }),
    ],
    ['the comment is gone', () => drafting.db.delete(comments)],
  ])('is dropped when %s', async (_, change) => {
    during(() => change());
    const video = await makeVideo(drafting.db);
    await post('/comments/generate', { videoId: video.id, style: 'insightful' });
    const [row] = await drafting.rows();
    expect(row?.analysis?.reading ?? null).toBeNull();
    expect(drafting.reported).toEqual([]);
  });

  describe.each([
    [
      'fails',
      async () => drafting.answerReader(() => new LanguageModelError('unavailable')),
    ],
    [
      'is switched off',
      () => drafting.db.update(userSettings).set({ readDrafts: false }),
    ],
  ])('when its reader %s', (_, prepare) => {
    beforeEach(async () => void (await prepare()));

    it('is missing, and leaves a score of 60', async () => {
      expect((await generate()).body).toMatchObject({
        comment: { qualityScore: 60 },
        analysis: { reading: null, tone: '' },
      });
    });

    it('leaves a score that is lower by 20 for each mark', async () => {
      drafting.answer(() => ({ ...goodDraft, comment: 'It took 4711 pods down.' }));
      expect((await generate()).body.comment.qualityScore).toBe(40);
    });
  });

  it('is logged when it throws an unexpected error, and the draft stays', async () => {
    drafting.answerReader(() => {
      throw new TypeError('a secret of ours');
    });
    expect((await generate()).body.analysis.reading).toBeNull();
    expect(drafting.reported).toEqual([{ err: expect.any(TypeError) }]);
  });
});

describe('POST /comments/:id/read', () => {
  it('reads the edited text and looks up its sentences again', async () => {
    const { body } = await generate();
    await edit('We saw 4711 pods go. Did you ever separate startup from liveness?');
    const answer = await post(`/comments/${body.comment.id}/read`, {
      revision: 2,
    }).expect(200);
    expect(answer.body.comment).toMatchObject({
      revision: 2,
      qualityScore: 50,
      isScoreCurrent: true,
    });
    expect(answer.body.analysis).toMatchObject({
      reading: {
        text: 'We saw 4711 pods go. Did you ever separate startup from liveness?',
      },
      sentences: [{ unsupported: ['4711'] }, { unsupported: [] }],
    });
    expect(drafting.changed.at(-1)).toEqual({ comment: body.comment.id });
  });

  it('refuses a text that was changed meanwhile', async () => {
    const { id } = (await generate()).body.comment;
    await edit('Typed by hand.');
    during(() => edit('Typed meanwhile.').where(eq(comments.id, id)));
    const { status, body } = await post(`/comments/${id}/read`);
    expect([status, body.code, body.current.content]).toEqual([
      409,
      'revision_conflict',
      'Typed meanwhile.',
    ]);
  });

  it('responds 503 when the model fails', async () => {
    const { id } = (await generate()).body.comment;
    await edit('Typed by hand.');
    drafting.answerReader(() => new LanguageModelError('unavailable'));
    expect((await post(`/comments/${id}/read`)).status).toBe(503);
  });
});
