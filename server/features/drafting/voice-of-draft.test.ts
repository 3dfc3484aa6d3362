import { beforeEach, describe, expect, it } from 'vitest';
import { bulkDrafts, userSettings } from '#shared/schema.ts';
import { LanguageModelError } from '../../providers/language-model/language-model.ts';
import { draftingApp, goodDraft, points } from '../../testing/drafting-app.ts';
import { makeVideo, makeVoiceProfile, setSettings } from '../../testing/factories.ts';

const drafting = draftingApp();
let active: { id: number };
let chosen: { id: number };

beforeEach(async () => {
  drafting.reset();
  active = await makeVoiceProfile(drafting.db, { name: 'Active' });
  chosen = await makeVoiceProfile(drafting.db, { name: 'Chosen' });
  await setSettings(drafting.db, { activeVoiceProfileId: active.id });
});

const generate = async (body: object = {}) =>
  drafting.me.post('/comments/generate', {
    videoId: (await makeVideo(drafting.db)).id,
    style: 'insightful',
    ...body,
  });

/** Drafts in the chosen voice. Returns the id of the comment. */
async function drafted(): Promise<number> {
  const { comment } = await (await generate({ voiceProfileId: chosen.id })).json();
  return comment.id;
}

const voicesAsked = () => drafting.asked.map(({ profile }) => profile?.name ?? null);

describe('the voice profile of a draft (rule 8.28)', () => {
  it('is the active one if the request names none', async () => {
    const { comment } = await (await generate()).json();
    expect(comment.voiceProfileId).toBe(active.id);
    expect(voicesAsked()).toEqual(['Active']);
  });

  it('is the one that the request names, which does not become active', async () => {
    const { comment } = await (await generate({ voiceProfileId: chosen.id })).json();
    expect(comment.voiceProfileId).toBe(chosen.id);
    expect(voicesAsked()).toEqual(['Chosen']);
    const [settings] = await drafting.db.select().from(userSettings);
    expect(settings?.activeVoiceProfileId).toBe(active.id);
  });

  it('is kept with the draft for its later versions, takes and readings', async () => {
    const id = await drafted();
    drafting.answer(...points.map((comment) => () => ({ ...goodDraft, comment })));
    await drafting.me.post(`/comments/${id}/regenerate`, { style: 'supportive' });
    await drafting.me.post(`/comments/${id}/takes`, { count: 1 });
    await drafting.me.post(`/comments/${id}/read`, {});
    expect(voicesAsked()).toEqual(['Chosen', 'Chosen', 'Chosen']);
    expect(drafting.read.map(({ profile }) => profile?.name)).toEqual([
      'Chosen',
      'Chosen',
      'Chosen',
    ]);
    const record = await (await drafting.me.get(`/comments/${id}/draft`)).json();
    expect(record.material).toMatchObject({ voiceProfileId: chosen.id });
  });

  it('is neutral if the request names none on purpose, also for its later versions', async () => {
    const { comment } = await (await generate({ voiceProfileId: null })).json();
    expect(comment.voiceProfileId).toBeNull();
    drafting.answer(...points.map((text) => () => ({ ...goodDraft, comment: text })));
    await drafting.me.post(`/comments/${comment.id}/regenerate`, { style: 'supportive' });
    expect(voicesAsked()).toEqual([null, null]);
    const record = await (await drafting.me.get(`/comments/${comment.id}/draft`)).json();
    expect(record.material).toMatchObject({ voiceProfileId: null });
  });

  it('can be switched with another version', async () => {
    const id = await drafted();
    drafting.answer(...points.map((comment) => () => ({ ...goodDraft, comment })));
    const body = { style: 'insightful', voiceProfileId: active.id };
    await drafting.me.post(`/comments/${id}/regenerate`, body);
    expect(voicesAsked()).toEqual(['Chosen', 'Active']);
  });

  it('is the active one again once the chosen one is deleted', async () => {
    const id = await drafted();
    drafting.answer(...points.map((comment) => () => ({ ...goodDraft, comment })));
    await drafting.me.delete(`/voice-profiles/${chosen.id}`);
    await drafting.me.post(`/comments/${id}/regenerate`, { style: 'supportive' });
    expect(voicesAsked()).toEqual(['Chosen', 'Active']);
  });

  it('is refused if there is no such profile, before the model is asked', async () => {
    const unknown = { voiceProfileId: chosen.id + 1 };
    expect((await generate(unknown)).status).toBe(404);
    const bulk = {
      videoIds: [(await makeVideo(drafting.db)).id],
      style: 'insightful',
      addToQueue: false,
    };
    expect(
      (await drafting.me.post('/comments/generate-bulk', { ...bulk, ...unknown })).status,
    ).toBe(404);
    expect(drafting.asked).toEqual([]);
  });

  /**
   * Drafts a bulk of one video, which fails, and then the rest of the bulk, which
   * succeeds.
   */
  async function draftBulkTwice(voiceProfileId: number | null): Promise<void> {
    drafting.answer(
      () => new LanguageModelError('unavailable'),
      () => goodDraft,
    );
    const videoIds = [(await makeVideo(drafting.db)).id];
    const bulk = { videoIds, style: 'insightful', addToQueue: false, voiceProfileId };
    await drafting.me.post('/comments/generate-bulk', bulk);
    expect(await drafting.db.select().from(bulkDrafts)).toMatchObject([
      { state: 'failed' },
    ]);
    await drafting.me.post('/bulk-run/rest', undefined);
  }

  it('is kept for the rest of a bulk', async () => {
    await draftBulkTwice(chosen.id);
    expect(voicesAsked()).toEqual(['Chosen', 'Chosen']);
  });

  it('stays neutral for the rest of a bulk', async () => {
    await draftBulkTwice(null);
    expect(voicesAsked()).toEqual([null, null]);
  });
});
