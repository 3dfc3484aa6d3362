import { eq } from 'drizzle-orm';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { comments, userSettings } from '#shared/schema.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { draftingApp, goodDraft, goodReading, points } from '../../testing/drafting-app.ts';
import { makeComment, makeReply, makeVideo, makeVoiceProfile } from '../../testing/factories.ts';

const drafting = draftingApp();
beforeEach(async () => {
  drafting.reset();
  const profile = await makeVoiceProfile(drafting.db);
  const now = drafting.clock.now();
  await drafting.db
    .insert(userSettings)
    .values({ activeVoiceProfileId: profile.id, createdAt: now, updatedAt: now });
});

const post = (path: string, body: object = {}) => request(drafting.app).post(path).send(body);
const generate = async () => {
  const video = await makeVideo(drafting.db);
  return post('/comments/generate', { videoId: video.id, style: 'insightful' }).expect(201);
};
const edit = (content: string) => drafting.db.update(comments).set({ content, revision: 2 });
/** Changes the comment while it is read. */
const during = (change: () => Promise<unknown>) =>
  drafting.answerReader(async ({ comment }) => {
    await change();
    return goodReading(comment);
  });

describe('the reading of a draft (rule 8.11)', () => {
  it('sees the material, the profile and own texts, and nothing of the writer’s', async () => {
    const { body } = await generate();
    expect(drafting.read).toMatchObject([
      { comment: goodDraft.comment, video: { title: body.comment.video.title }, ownTexts: [] },
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

  it('is kept beside an edit that was made meanwhile, which stays', async () => {
    during(() => edit('Typed meanwhile.'));
    const { body } = await generate();
    expect(body.comment).toMatchObject({ content: 'Typed meanwhile.', qualityScore: 84, revision: 2 });
    expect(body.analysis.reading.text).toBe(goodDraft.comment);
  });

  it('keeps what the person confirmed meanwhile', async () => {
    const person = { kind: 'person' as const, quote: null, at: null };
    during(async () => {
      const [row] = await drafting.rows();
      if (!row?.analysis) return;
      const sentences = row.analysis.sentences.map((each) => ({ ...each, source: person }));
      await drafting.db.update(comments).set({ analysis: { ...row.analysis, sentences }, revision: 2 });
    });
    const { body } = await generate();
    expect(body.analysis.reading).not.toBeNull();
    for (const { source } of body.analysis.sentences) expect(source).toEqual(person);
  });

  it.each([
    [
      'another draft stands there',
      () => drafting.db.update(comments).set({ content: 'Else.', generatedContent: 'Else.' }),
    ],
    ['it is gone', () => drafting.db.delete(comments)],
  ])('is dropped where %s', async (_, change) => {
    during(() => change());
    const video = await makeVideo(drafting.db);
    await post('/comments/generate', { videoId: video.id, style: 'insightful' });
    const [row] = await drafting.rows();
    expect(row?.analysis?.reading ?? null).toBeNull();
    expect(drafting.reported).toEqual([]);
  });

  it.each([
    ['fails', () => drafting.answerReader(() => new LanguageModelError('unavailable'))],
    ['is switched off', () => drafting.db.update(userSettings).set({ readDrafts: false })],
  ])('leaves 60, less 20 for each mark, where its reader %s', async (_, prepare) => {
    await prepare();
    expect((await generate()).body).toMatchObject({
      comment: { qualityScore: 60 },
      analysis: { reading: null, tone: '' },
    });
    drafting.answer(() => ({ ...goodDraft, comment: 'It took 4711 pods down.' }));
    expect((await generate()).body.comment.qualityScore).toBe(40);
  });

  it('comes behind an answer to a reply too, and in bulk', async () => {
    const posted = await makeComment(drafting.db, { status: 'posted', youtubeCommentId: 'Ug1' });
    await makeReply(drafting.db, { commentId: posted.id });
    const videos = [await makeVideo(drafting.db), await makeVideo(drafting.db)];
    drafting.answer(
      () => goodDraft,
      () => ({ ...goodDraft, comment: points[0] ?? '' }),
    );
    await post('/comments/generate-bulk', {
      videoIds: videos.map(({ id }) => id),
      style: 'insightful',
      addToQueue: false,
    }).expect(200);
    const read = (await drafting.rows()).filter(({ analysis }) => analysis?.reading);
    expect(read).toHaveLength(2);
  });

  it('is one clear fault of the program in the log where nobody foresaw it, and the draft stays', async () => {
    drafting.answerReader(() => {
      throw new TypeError('a secret of ours');
    });
    expect((await generate()).body.analysis.reading).toBeNull();
    expect(drafting.reported).toEqual([{ err: expect.any(TypeError) }]);
  });
});

describe('POST /comments/:id/read', () => {
  it('reads the edited text, and looks it up anew', async () => {
    const { body } = await generate();
    await edit('We saw 4711 pods go. Did you ever separate startup from liveness?');
    const answer = await post(`/comments/${body.comment.id}/read`, { revision: 2 }).expect(200);
    expect(answer.body.comment).toMatchObject({ revision: 2, qualityScore: 50 });
    expect(answer.body.analysis).toMatchObject({
      reading: { text: 'We saw 4711 pods go. Did you ever separate startup from liveness?' },
      sentences: [{ unsupported: ['4711'] }, { unsupported: [] }],
    });
    expect(drafting.changed.at(-1)).toEqual({ comment: body.comment.id });
  });

  it('refuses what was changed elsewhere, meanwhile or before, and what is posted', async () => {
    const { body } = await generate();
    const { id } = body.comment;
    await edit('Typed in another tab.');
    expect((await post(`/comments/${id}/read`, { revision: 1 })).body.code).toBe('revision_conflict');
    during(() => edit('Typed meanwhile.').where(eq(comments.id, id)));
    const { status, body: late } = await post(`/comments/${id}/read`, { revision: 2 });
    expect([status, late.code, late.current.content]).toEqual([409, 'revision_conflict', 'Typed meanwhile.']);
    drafting.answerReader(() => new LanguageModelError('unavailable'));
    expect((await post(`/comments/${id}/read`)).status).toBe(503);
    const posted = await makeComment(drafting.db, { status: 'posted', youtubeCommentId: 'Ug1' });
    expect((await post(`/comments/${posted.id}/read`)).body.code).toBe('already_posted');
    await post('/comments/99999/read').expect(404);
  });
});
