import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DraftWhy, draftRecordSchema } from '#shared/contracts/drafts.ts';
import { voiceProfileSchema } from '#shared/contracts/voice.ts';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import { comments, draftRecords, ownComments, styleRules, userSettings } from '#shared/schema.ts';
import type { DraftCall } from '../../providers/language-model/language-model.ts';
import { reviewApp } from '../../testing/app.ts';
import { draftingApp, goodDraft, goodReading, points } from '../../testing/drafting-app.ts';
import { makeComment, makeVideo, makeVoiceProfile } from '../../testing/factories.ts';

describe('drafting record', () => {
  const drafting = draftingApp();
  let profileId = 0;
  const now = () => drafting.clock.now();

  beforeEach(async () => {
    drafting.reset();
    profileId = (await makeVoiceProfile(drafting.db, { name: 'Platform engineer' })).id;
    await drafting.db
      .insert(userSettings)
      .values({ activeVoiceProfileId: profileId, createdAt: now(), updatedAt: now() });
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
    it('is stored and returned with the comment: prompt, profile, rules, examples, model, tokens, cost', async () => {
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
        // The draft and its reading.
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

    it('counts every call it took, and shows the prompt of the draft that was kept', async () => {
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

    it('says that tokens and cost are not known where they are not', async () => {
      drafting.answer(() => ({ ...goodDraft, call: call({ tokens: null, costUsd: null }) }));
      drafting.answerReader(({ comment }) => ({
        ...goodReading(comment),
        call: call({ tokens: null, costUsd: null }),
      }));
      expect((await generate()).analysis.why).toMatchObject({ tokens: null, costUsd: null });
    });

    it('names no profile for a neutral voice', async () => {
      await drafting.db.delete(userSettings);
      expect((await generate()).analysis.why).toMatchObject({ profile: null, rules: [], examples: [] });
    });

    it('is replaced with the draft, and goes with the comment', async () => {
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

    it('is null for a comment that is older than the record, and 404 for none', async () => {
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

  it('a bulk keeps its records too, without alternatives', async () => {
    const videos = [await makeVideo(drafting.db), await makeVideo(drafting.db)];
    drafting.answer(
      () => goodDraft,
      () => ({ ...goodDraft, comment: points[3] ?? '' }),
    );
    const { body } = await request(drafting.app)
      .post('/comments/generate-bulk')
      .send({ videoIds: videos.map(({ id }) => id), style: 'insightful', addToQueue: false })
      .expect(200);
    for (const { commentId } of body.results)
      expect(await record(commentId)).toMatchObject({ why: { model: 'some-model' }, alternatives: [] });
  });
});

const test = reviewApp();

async function draftedBy(profile: object): Promise<{ system: string; user: string; why: DraftWhy }> {
  const created = await test.me.post('/api/voice-profiles', { name: 'Ada', ...profile });
  voiceProfileSchema.parse(await created.json());
  const video = await makeVideo(test.db, { title: 'Kubernetes probes', description: 'Liveness.' });
  const answer = await test.me.post('/api/comments/generate', { videoId: video.id, style: 'insightful' });
  const { analysis } = (await answer.json()) as { analysis: { why: DraftWhy } };
  const asked = test.app.sandbox.admin.requests().find(({ path }) => path === '/v1/chat/completions');
  const { messages } = (asked?.body ?? { messages: [] }) as { messages: { content: string }[] };
  const [system = '', user = ''] = messages.map(({ content }) => content);
  return { system, user, why: analysis.why };
}

const part = ({ why }: { why: DraftWhy }, name: string) => why.parts.find((one) => one.name === name)?.text;

it('sends each field of the profile, and records what was sent part by part (rule 8.1)', async () => {
  const fields = forVoiceFields({
    text: ({ name }) => `A wish about herons for ${name}`,
    list: ({ name }) => [`Wading for ${name}`],
  });
  const drafted = await draftedBy({ name: 'Heron keeper', ...fields });
  for (const wish of ['Heron keeper', ...Object.values(fields).flat()]) {
    expect(drafted.system).toContain(wish);
    expect(part(drafted, 'Voice profile')).toContain(wish);
    expect(drafted.user).not.toContain(wish);
  }
  const texts = drafted.why.parts.map(({ text }) => text);
  expect(`${drafted.system}\n\n${drafted.user}`).toBe(texts.join('\n\n'));
});

it('shortens a long field to its budget, and the recorded part says so (rule 8.1)', async () => {
  const drafted = await draftedBy({ voiceExamples: 'heron '.repeat(1500) });
  expect(part(drafted, 'Voice profile')).toMatch(/\[shortened: the first 5000 of 8999 characters\]/);
  expect(drafted.system).toContain('[shortened: the first 5000 of 8999 characters]');
});

it('drafts by the changed profile and records its new version', async () => {
  const { why } = await draftedBy({ targetAudience: 'Herons.' });
  expect(why.profile).toMatchObject({ name: 'Ada', version: 1 });
  await test.me.put(`/api/voice-profiles/${why.profile?.id}`, { targetAudience: 'Storks.' });
  const video = await makeVideo(test.db);
  const answer = await test.me.post('/api/comments/generate', { videoId: video.id, style: 'insightful' });
  const { analysis } = (await answer.json()) as { analysis: { why: DraftWhy } };
  expect(analysis.why.profile).toMatchObject({ name: 'Ada', version: 2 });
  expect(part(analysis, 'Voice profile')).toContain('Storks.');
  expect(part(analysis, 'Voice profile')).not.toContain('Herons.');
});
