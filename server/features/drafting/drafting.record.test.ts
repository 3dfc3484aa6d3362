import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { draftRecordSchema } from '#shared/contracts/drafts.ts';
import { comments, draftRecords, ownComments, styleRules } from '#shared/schema.ts';
import {
  draftingApp,
  goodDraft,
  goodReading,
  points,
} from '../../testing/drafting-app.ts';
import {
  makeComment,
  makeVideo,
  makeVoiceProfile,
  setSettings,
} from '../../testing/factories.ts';
import type { DraftCall } from './prompts/requests.ts';

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
  draftRecordSchema.parse(
    (await request(drafting.app).get(`/comments/${id}/draft`).expect(200)).body,
  );

const call = (change: Partial<DraftCall>): DraftCall => ({
  ...goodDraft.call,
  ...change,
});

describe('why this draft', () => {
  it('is stored and returned with prompt, profile, rules, examples, model, tokens and cost', async () => {
    const [rule] = await drafting.db
      .insert(styleRules)
      .values([
        {
          profileId,
          text: 'No emoji.',
          status: 'accepted',
          evidence: [],
          createdAt: now(),
        },
        {
          profileId,
          text: 'Never thank.',
          status: 'proposed',
          evidence: [],
          createdAt: now(),
        },
        {
          profileId,
          text: 'Be loud.',
          status: 'rejected',
          evidence: [],
          createdAt: now(),
        },
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
      .values({
        profileId,
        content: points[1] ?? '',
        contentKey: 'k',
        source: 'pasted',
        createdAt: now(),
      })
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
        call: call({
          parts: [{ name: 'Task', text: 'Again.' }],
          tokens: { input: 1000, output: 110 },
        }),
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
    drafting.answer(() => ({
      ...goodDraft,
      call: call({ tokens: null, costUsd: null }),
    }));
    drafting.answerReader(({ comment }) => ({
      ...goodReading(comment),
      call: call({ tokens: null, costUsd: null }),
    }));
    expect((await generate()).analysis.why).toMatchObject({
      tokens: null,
      costUsd: null,
    });
  });

  it('names no profile for a neutral voice', async () => {
    await setSettings(drafting.db, { activeVoiceProfileId: null });
    const { comment, analysis } = await generate();
    expect(analysis.why).toMatchObject({ profile: null, rules: [], examples: [] });
    expect(comment.voiceProfileId).toBeNull();
    expect(drafting.asked[0]?.profile).toBeNull();
  });

  it('is replaced together with the draft', async () => {
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
    expect(await drafting.db.select().from(draftRecords)).toMatchObject([
      { createdAt: now() },
    ]);
  });

  it('is deleted with the comment', async () => {
    await generate();
    await drafting.db.delete(comments);
    expect(await drafting.db.select().from(draftRecords)).toEqual([]);
  });

  it('is null for a comment without a record', async () => {
    const { id } = await makeComment(drafting.db);
    expect(await record(id)).toEqual({
      why: null,
      alternatives: [],
      previousTexts: [],
      material: null,
    });
  });

  it('is 404 for an unknown comment', async () => {
    await request(drafting.app).get('/comments/99999/draft').expect(404);
  });
});
