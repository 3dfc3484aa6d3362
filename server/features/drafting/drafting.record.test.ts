import { eq } from 'drizzle-orm';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { draftRecordSchema, generateResponseSchema } from '#shared/contracts/drafts.ts';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { comments, draftRecords, ownComments, styleRules, userSettings } from '#shared/schema.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { reviewApp } from '../../testing/app.ts';
import { draftingApp, goodDraft, goodReading, points } from '../../testing/drafting-app.ts';
import { makeComment, makeVideo, makeVoiceProfile, setSettings } from '../../testing/factories.ts';
import type { DraftCall } from './prompts/requests.ts';

describe('drafting record', () => {
  const drafting = draftingApp();
  let profileId = 0;
  const now = () => drafting.clock.now();

  beforeEach(async () => {
    drafting.reset();
    profileId = (await makeVoiceProfile(drafting.db, { name: 'Platform engineer' })).id;
    await setSettings(drafting.db, { activeVoiceProfileId: profileId });
  });

  const generate = async () => {
    const video = await makeVideo(drafting.db);
    const { body } = await request(drafting.app)
      .post('/comments/generate')
      .send({ videoId: video.id, style: 'insightful' })
      .expect(201);
    return body;
  };
  const record = async (id: number) =>
    draftRecordSchema.parse((await request(drafting.app).get(`/comments/${id}/draft`).expect(200)).body);

  const call = (change: Partial<DraftCall>): DraftCall => ({ ...goodDraft.call, ...change });

  describe('why this draft', () => {
    it('is stored and returned with prompt, profile, rules, examples, model, tokens and cost', async () => {
      const [rule] = await drafting.db
        .insert(styleRules)
        .values([
          { profileId, text: 'No emoji.', status: 'accepted', evidence: [], createdAt: now() },
          { profileId, text: 'Never thank.', status: 'proposed', evidence: [], createdAt: now() },
          { profileId, text: 'Be loud.', status: 'rejected', evidence: [], createdAt: now() },
        ])
        .returning();
      const approved = await makeComment(drafting.db, {
        voiceProfileId: profileId,
        status: 'approved',
        content: points[0] ?? '',
        generatedContent: 'Something else entirely.',
      });
      const [own] = await drafting.db
        .insert(ownComments)
        .values({ profileId, content: points[1] ?? '', contentKey: 'k', source: 'pasted', createdAt: now() })
        .returning();

      const { comment, analysis } = await generate();

      const why = {
        promptVersion: '2',
        parts: [{ name: 'Task', text: 'Write.' }],
        profile: { id: profileId, name: 'Platform engineer', version: 1 },
        rules: [{ id: rule?.id, text: 'No emoji.' }],
        examples: expect.arrayContaining([
          { kind: 'approved', id: approved.id, text: points[0] },
          { kind: 'own', id: own?.id, text: points[1] },
        ]),
        model: 'some-model',
        // The sums for the draft and its reading.
        tokens: { input: 1400, output: 150 },
        costUsd: 0.0002,
        transcript: null,
      };
      expect(analysis.why).toEqual(why);
      expect((await record(comment.id)).why).toEqual(why);
      expect(drafting.asked[0]).toMatchObject({
        rules: ['No emoji.'],
        examples: expect.arrayContaining([points[0], points[1]]),
      });
    });

    it('counts every call to the model, and shows the prompt of the draft that was kept', async () => {
      drafting.answer(
        () => ({ ...goodDraft, comment: `${goodDraft.comment} https://example.org` }),
        () => ({
          ...goodDraft,
          call: call({ parts: [{ name: 'Task', text: 'Again.' }], tokens: { input: 1000, output: 110 } }),
        }),
      );
      const { analysis } = await generate();
      expect(analysis.why).toMatchObject({
        parts: [{ name: 'Task', text: 'Again.' }],
        tokens: { input: 2400, output: 260 },
        costUsd: expect.closeTo(0.0003),
      });
    });

    it('has no tokens and no cost when the model reports none', async () => {
      drafting.answer(() => ({ ...goodDraft, call: call({ tokens: null, costUsd: null }) }));
      drafting.answerReader(({ comment }) => ({
        ...goodReading(comment),
        call: call({ tokens: null, costUsd: null }),
      }));
      expect((await generate()).analysis.why).toMatchObject({ tokens: null, costUsd: null });
    });

    it('names no profile for a neutral voice', async () => {
      await setSettings(drafting.db, { activeVoiceProfileId: null });
      const { comment, analysis } = await generate();
      expect(analysis.why).toMatchObject({ profile: null, rules: [], examples: [] });
      expect(comment.voiceProfileId).toBeNull();
      expect(drafting.asked[0]?.profile).toBeNull();
    });

    it('is replaced together with the draft, and deleted with the comment', async () => {
      const { comment } = await generate();
      drafting.answer(() => ({
        ...goodDraft,
        comment: points[2] ?? '',
        model: 'another-model',
        call: call({ parts: [{ name: 'Task', text: 'Newer.' }] }),
      }));
      drafting.clock.advance(60_000);
      await request(drafting.app)
        .post(`/comments/${comment.id}/regenerate`)
        .send({ style: 'supportive' })
        .expect(200);
      expect((await record(comment.id)).why).toMatchObject({
        model: 'another-model',
        parts: [{ text: 'Newer.' }],
      });
      expect(await drafting.db.select().from(draftRecords)).toMatchObject([{ createdAt: now() }]);
      await drafting.db.delete(comments);
      expect(await drafting.db.select().from(draftRecords)).toEqual([]);
    });

    it('is null for a comment without a record, and 404 for an unknown comment', async () => {
      const { id } = await makeComment(drafting.db);
      expect(await record(id)).toEqual({
        why: null,
        alternatives: [],
        previousTexts: [],
        material: null,
      });
      await request(drafting.app).get('/comments/99999/draft').expect(404);
    });
  });
});

const test = reviewApp({}, 'once, emptied');

it('each field of the profile is sent, and the record contains every part of the prompt (rule 8.1)', async () => {
  const fields = forVoiceFields({
    text: ({ name }) => `A wish about herons for ${name}`,
    list: ({ name }) => [`Wading for ${name}`],
  });
  await test.me.post('/api/voice-profiles', { name: 'Heron keeper', ...fields });
  const video = await makeVideo(test.db, { title: 'Kubernetes probes', description: 'Liveness.' });
  const answer = await test.me.post('/api/comments/generate', { videoId: video.id, style: 'insightful' });
  const { why } = generateResponseSchema.parse(await answer.json()).analysis;
  const asked = test.app.sandbox.admin.requests().find(({ path }) => path === '/v1/chat/completions');
  const { messages } = (asked?.body ?? { messages: [] }) as { messages: { content: string }[] };
  const [system = '', user = ''] = messages.map(({ content }) => content);
  const voice = why?.parts.find(({ name }) => name === 'Voice profile')?.text;
  for (const wish of ['Heron keeper', ...Object.values(fields).flat()]) {
    expect(system).toContain(wish);
    expect(voice).toContain(wish);
    expect(user).not.toContain(wish);
  }
  expect(`${system}\n\n${user}`).toBe(why?.parts.map(({ text }) => text).join('\n\n'));
});

describe('drafting read', () => {
  const drafting = draftingApp();
  beforeEach(async () => {
    drafting.reset();
    const profile = await makeVoiceProfile(drafting.db);
    await setSettings(drafting.db, { activeVoiceProfileId: profile.id });
  });

  const post = (path: string, body: object = {}) => request(drafting.app).post(path).send(body);
  const generate = async () => {
    const video = await makeVideo(drafting.db);
    return post('/comments/generate', { videoId: video.id, style: 'insightful' }).expect(201);
  };
  const edit = (content: string) => drafting.db.update(comments).set({ content, revision: 2 });
  const during = (change: () => Promise<unknown>) =>
    drafting.answerReader(async ({ comment }) => {
      await change();
      return goodReading(comment);
    });

  describe('the reading of a draft (rule 8.11)', () => {
    it('receives the material, the profile and own texts, but nothing from the writer’s answer', async () => {
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

    it('is stored beside an edit that was made meanwhile, and the edit stays', async () => {
      during(() => edit('Typed meanwhile.'));
      const { body } = await generate();
      expect(body.comment).toMatchObject({ content: 'Typed meanwhile.', qualityScore: 84, revision: 2 });
      expect(body.analysis.reading.text).toBe(goodDraft.comment);
    });

    it('keeps what the owner vouched for meanwhile', async () => {
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
        'another draft took its place',
        () => drafting.db.update(comments).set({ content: 'Else.', generatedContent: 'Else.' }),
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

    it.each([
      ['fails', () => drafting.answerReader(() => new LanguageModelError('unavailable'))],
      ['is switched off', () => drafting.db.update(userSettings).set({ readDrafts: false })],
    ])('leaves a score of 60, less 20 for each mark, when its reader %s', async (_, prepare) => {
      await prepare();
      expect((await generate()).body).toMatchObject({
        comment: { qualityScore: 60 },
        analysis: { reading: null, tone: '' },
      });
      drafting.answer(() => ({ ...goodDraft, comment: 'It took 4711 pods down.' }));
      expect((await generate()).body.comment.qualityScore).toBe(40);
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
      const answer = await post(`/comments/${body.comment.id}/read`, { revision: 2 }).expect(200);
      expect(answer.body.comment).toMatchObject({
        revision: 2,
        qualityScore: 50,
        isScoreCurrent: true,
      });
      expect(answer.body.analysis).toMatchObject({
        reading: { text: 'We saw 4711 pods go. Did you ever separate startup from liveness?' },
        sentences: [{ unsupported: ['4711'] }, { unsupported: [] }],
      });
      expect(drafting.changed.at(-1)).toEqual({ comment: body.comment.id });
    });

    it('refuses a text that was changed meanwhile, and reports a failure of the model', async () => {
      const { id } = (await generate()).body.comment;
      await edit('Typed by hand.');
      during(() => edit('Typed meanwhile.').where(eq(comments.id, id)));
      const { status, body } = await post(`/comments/${id}/read`);
      expect([status, body.code, body.current.content]).toEqual([
        409,
        'revision_conflict',
        'Typed meanwhile.',
      ]);
      drafting.answerReader(() => new LanguageModelError('unavailable'));
      expect((await post(`/comments/${id}/read`)).status).toBe(503);
    });
  });
});
