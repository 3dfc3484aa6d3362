import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { comments, styleRules } from '#shared/schema.ts';
import { createLanguageModel } from '../../providers/language-model/create-language-model.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { draftingApp, generateStreamed, seenDraft } from '../../testing/drafting-app.ts';
import {
  makeComment,
  makeVideo,
  makeVoiceProfile,
  setSettings,
} from '../../testing/factories.ts';
import { connectionTo } from '../../testing/scripted-model.ts';
import { startTestSandbox } from '../../testing/start-test-sandbox.ts';
import { createDraftModel, type DraftModel } from './prompts/draft-model.service.ts';

/** Covers one case of each class of bad answers; the provider's tests cover the rest. */
const drafting = draftingApp(() => languageModel);
let languageModel: DraftModel;
let sandbox: Sandbox;
let videoId = 0;
let profileId = 0;

type Order = Parameters<Sandbox['admin']['fault']>[0];
type Fault = Order['fault'];
const model = (behaviour: string, text?: string) =>
  ({ kind: 'model', behaviour, ...(text !== undefined && { text }) }) as Fault;
const status = (reason: string, code: number): Fault => ({
  kind: 'status',
  reason,
  status: code,
});

const draft = {
  comment:
    'Readiness probes that call the database take every pod down at once, which one sees too late.',
  sources: [],
  nothingToAdd: '',
  rules: [{ text: 'Use no exclamation marks.', edits: [1, 2] }],
};
const said = (change: Record<string, unknown>) =>
  model('text', JSON.stringify({ ...draft, ...change }));

beforeAll(async () => {
  const atOnce = Number.POSITIVE_INFINITY;
  sandbox = await startTestSandbox({
    dataDir: null,
    port: 0,
    clock: drafting.clock,
    tokensPerSecond: atOnce,
  });
});
afterAll(() => sandbox.close());

beforeEach(async () => {
  drafting.reset();
  sandbox.admin.clearFaults();
  sandbox.admin.clearRequests();
  languageModel = modelThatWaits(60_000);
  const profile = await makeVoiceProfile(drafting.db);
  profileId = profile.id;
  await setSettings(drafting.db, { activeVoiceProfileId: profileId });
  videoId = (
    await makeVideo(drafting.db, { title: 'Kubernetes probes', description: 'Liveness.' })
  ).id;
});

/**
 * Times out after `ms` of silence. A valid answer may take a second on a busy machine, so
 * only the tests of silence use a short time.
 */
const modelThatWaits = (ms: number) =>
  createDraftModel(
    createLanguageModel({
      connection: connectionTo(sandbox.modelBaseUrl, { model: 'gpt-6-luna' }),
      clock: drafting.clock,
      random: () => 0,
      sleep: async () => {},
      patience: { firstMs: ms, furtherMs: ms },
    }),
  );

const rows = () => drafting.db.select().from(comments);
const ask = (path: string) => request(drafting.app).post(path);
const wanted = () => ({ videoId, style: 'insightful' });

/** Makes two edits that a model could derive a rule from. */
async function edited() {
  for (const subject of ['Probes', 'Nodes'])
    await makeComment(drafting.db, {
      voiceProfileId: profileId,
      status: 'approved',
      generatedContent: `${subject} are great! I like how you show it!`,
      content: `${subject} are hard. I like how you show it.`,
    });
}

interface Asked {
  /** Null if the model's answer was usable. */
  problem: { status: number; code: string; detail: string } | null;
}

/**
 * Every way to ask the model for text, with what must hold whether it succeeds or fails.
 */
const ways: Record<string, () => Promise<Asked>> = {
  async 'a draft'() {
    const { status, body } = await ask('/comments/generate').send(wanted());
    const kept = await rows();
    expect(kept).toHaveLength(status === 201 ? 1 : 0);
    if (status === 201) expect(kept[0]?.content).toMatch(/\w{3}.*\w{3}/);
    return { problem: status === 201 ? null : body };
  },

  async 'a streamed draft'() {
    const answer = await generateStreamed(drafting.me, wanted());
    if (answer.status !== 200) {
      expect(await rows()).toEqual([]);
      return { problem: await answer.json() };
    }
    const { text, last } = await seenDraft(answer);
    if (last?.name !== 'problem') {
      expect(await rows()).toMatchObject([{ content: text }]);
      return { problem: null };
    }
    expect(await rows()).toEqual([]);
    return { problem: last.data };
  },

  async 'another draft for an edited comment'() {
    const text = 'What the owner typed here by hand is not to be lost.';
    const { id } = await makeComment(drafting.db, {
      videoId,
      content: text,
      revision: 2,
    });
    const { status, body } = await ask(`/comments/${id}/regenerate`).send({
      style: 'insightful',
    });
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    if (status === 200) expect(row?.previousTexts).toMatchObject([{ content: text }]);
    else expect(row).toMatchObject({ content: text, revision: 2 });
    return { problem: status === 200 ? null : body };
  },

  async rules() {
    await edited();
    const before = await rows();
    const { status, body } = await ask(
      `/voice-profiles/${profileId}/style-rules/propose`,
    );
    expect(await rows()).toEqual(before);
    const kept = await drafting.db.select().from(styleRules);
    if (status === 200)
      expect(kept).toMatchObject([{ text: 'Use no exclamation marks.' }]);
    else expect(kept).toEqual([]);
    return { problem: status === 200 ? null : body };
  },
};

const once = 1;
const always = 0;

describe.each(Object.entries(ways))('asking the model for %s', (_way, use) => {
  it.each<[string, Fault]>([
    [
      'prose with braces around the JSON',
      model('text', `So {here} it is: ${JSON.stringify(draft)} Enjoy {it}.`),
    ],
    ['one answer with broken JSON', model('bad-json')],
    ['one answer with wrong types', said({ comment: 7, rules: 'none' })],
    ['one answer that is cut off', model('cut-off')],
    ['one 429', status('rate_limit_exceeded', 429)],
  ])('succeeds in spite of %s', async (_, fault) => {
    sandbox.admin.fault({ match: { path: '/v1/chat/completions' }, times: once, fault });
    expect(await use()).toEqual({ problem: null });
  });

  it.each<[string, Fault, number, string]>([
    ['broken JSON', model('bad-json'), 502, 'model_bad_answer'],
    ['a refusal', model('refusal'), 422, 'model_refused'],
    ['silence', { kind: 'hang' }, 503, 'model_unavailable'],
    [
      'a 429 because the account has no credit',
      status('insufficient_quota', 429),
      503,
      'model_quota',
    ],
    ['a wrong key', status('invalid_api_key', 401), 503, 'model_misconfigured'],
  ])('fails with one clear sentence after %s', async (_, fault, expected, code) => {
    if (fault.kind === 'hang') languageModel = modelThatWaits(50);
    sandbox.admin.fault({
      match: { path: '/v1/chat/completions' },
      times: always,
      fault,
    });
    const { problem } = await use();
    expect(problem).toMatchObject({ status: expected, code });
    expect(problem?.detail).toMatch(/^The (language )?model[^{}<>]*\.$/);
    expect(drafting.reported.every((error) => error instanceof Error)).toBe(true);
  });
});
