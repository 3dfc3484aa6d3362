import { eq, sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import type { ModelSettings, ModelTest } from '#shared/contracts/settings.ts';
import { comments, draftRecords, modelProfiles } from '#shared/schema.ts';
import { nothingSeen } from '../../providers/language-model/language-model.ts';
import { reviewApp } from '../../testing/app.ts';
import { generateStreamed } from '../../testing/drafting-app.ts';
import { makeVideo, makeVoiceProfile } from '../../testing/factories.ts';
import {
  type PlayedKind,
  type PlayedOptions,
  playModelServer,
} from '../../testing/model-servers/model-servers.ts';
import {
  failed,
  goodAnswer,
  said,
  scriptedServer,
} from '../../testing/scripted-model.ts';

const test = reviewApp({}, 'once, emptied');

const path = '/api/model-settings';
const kindOf = { ollama: 'ollama', 'lm-studio': 'lm_studio' } as Record<string, string>;
const modelNames: Record<string, string> = { ollama: 'qwen3:8b', openai: 'gpt-6-luna' };

async function connect(options: PlayedOptions, byHand: object = {}) {
  const server = await playModelServer(options);
  onTestFinished(() => server.close());
  const model = modelNames[options.kind] ?? 'qwen3-8b';
  const asked = {
    kind: kindOf[options.kind] ?? 'other',
    baseUrl: server.baseUrl,
    model,
    ...byHand,
  };
  expect((await test.me.put(path, asked)).status).toBe(200);
  return { server, asked };
}

const generate = async () => {
  const { id: videoId } = await makeVideo(test.db);
  const answer = await test.me.post('/api/comments/generate', {
    videoId,
    style: 'insightful',
  });
  return { status: answer.status, body: await answer.json() };
};

const small = [expect.stringMatching(/^It holds 6,000 tokens, .*(16384|larger)/)];
const off = { thinking: 'off', possibleWindow: 16_384 };

it.each<[PlayedKind, object]>([
  ['ollama', { ...off, server: 'Ollama 0.12.6', window: 8192, shortfalls: [] }],
  ['lm-studio', { ...off, server: 'LM Studio', window: 6000, shortfalls: small }],
  [
    'llama-cpp',
    { thinking: 'off', server: 'llama.cpp', window: 6000, shortfalls: small },
  ],
  ['vllm', { thinking: 'off', server: 'vLLM', window: 6000, shortfalls: small }],
  ['openai', { window: 128_000 }],
])(
  'a test reports how %s has loaded the model, and how to fix what is insufficient (rule 8.8)',
  async (kind, loaded) => {
    await makeVoiceProfile(test.db);
    const { asked } = await connect({
      kind,
      window: 6000,
      possibleWindow: 16_384,
      thinks: true,
    });
    const answer = await test.me.post(`${path}/test`, asked);
    expect(answer.status).toBe(200);
    const told = (await answer.json()) as ModelTest;
    expect(told.text).not.toContain('SECRET');
    expect(told.transcriptMinutes).toBeGreaterThan(0);
    expect(told).toMatchObject({
      structured: true,
      streaming: true,
      firstWordMs: expect.any(Number),
      ...loaded,
    });
  },
);

it('a draft stores and sends no thoughts, and records that the model thinks (rule 8.19)', async () => {
  const { asked } = await connect({
    kind: 'ollama',
    window: 4096,
    thinks: true,
    obeysSwitch: false,
  });
  const { id: videoId } = await makeVideo(test.db);
  const stream = await generateStreamed(test.me, { videoId, style: 'insightful' });
  const sent = await stream.text();
  expect(sent).toContain('event: judged');
  expect(sent).not.toContain('SECRET');
  for (const table of [comments, draftRecords, modelProfiles]) {
    const rows = await test.db
      .select({ row: sql<string>`to_jsonb(${table})::text` })
      .from(table);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('SECRET');
  }
  const isIts = eq(modelProfiles.baseUrl, asked.baseUrl);
  // This is stored after the response was sent.
  await expect
    .poll(() => test.db.select().from(modelProfiles).where(isIts))
    .toMatchObject([{ seen: { hasThought: true } }]);
});

it('a test forgets what was recorded about the model before (rule 8.8)', async () => {
  const played = { kind: 'vllm', window: 16_384 } as const;
  const { server, asked } = await connect({
    ...played,
    thinks: true,
    obeysSwitch: false,
  });
  const limitOfDraft = async (from: typeof server) => {
    expect((await generate()).status).toBe(201);
    return from.requests.at(-2)?.body['max_tokens'];
  };
  await limitOfDraft(server);
  expect(await limitOfDraft(server)).toBe(7500);
  await server.close();
  const anew = await playModelServer({
    ...played,
    port: Number(new URL(server.origin).port),
  });
  onTestFinished(() => anew.close());
  expect((await test.me.post(`${path}/test`, asked)).status).toBe(200);
  expect(await limitOfDraft(anew)).toBe(3500);
});

const row = (baseUrl: string) =>
  test.db.select().from(modelProfiles).where(eq(modelProfiles.baseUrl, baseUrl));

it('the settings show what was recorded about the model, and it can be forgotten (rule 8.18)', async () => {
  const { asked } = await connect(
    { kind: 'vllm', window: 32_768 },
    { contextWindow: 9000 },
  );
  const seen = {
    namedWindow: 4096,
    hasThought: true,
    withoutSystemRole: true,
    needsThinking: true,
  };
  await test.db.update(modelProfiles).set({ seen });
  expect(await (await test.me.get(path)).json()).toMatchObject({ seen });

  const forgotten = await test.me.send(`${path}/learned`, { method: 'DELETE' });
  expect(forgotten.status).toBe(204);
  const nothing = { seen: nothingSeen, contextWindow: 9000 };
  expect(await (await test.me.get(path)).json()).toMatchObject(nothing);
  expect(await row(asked.baseUrl)).toMatchObject([nothing]);
});

it('the settings show that the template takes no system message, until it is forgotten (rule 8.23)', async () => {
  const refusal = failed(400, { message: 'System role not supported' });
  const probes = [
    '/api/version',
    '/api/v0/models',
    '/api/v1/models',
    '/props',
    '/v1/models',
  ];
  const beside = Object.fromEntries(probes.map((probe) => [probe, {}]));
  const server = await scriptedServer(
    [refusal, said(JSON.stringify(goodAnswer))],
    undefined,
    beside,
  );
  onTestFinished(() => server.close());
  const asked = {
    kind: 'other',
    baseUrl: `${server.origin}/v1`,
    key: '',
    model: 'gemma',
  };
  expect((await test.me.put(path, asked)).status).toBe(200);
  await generate();
  const settings = async () => (await (await test.me.get(path)).json()) as ModelSettings;
  await expect.poll(async () => (await settings()).seen.withoutSystemRole).toBe(true);
  await test.me.send(`${path}/learned`, { method: 'DELETE' });
  expect((await settings()).seen).toEqual(nothingSeen);
});

it('guesses of an earlier version from token counts are ignored (rule 8.18)', async () => {
  const { server } = await connect({ kind: 'openai', window: 128_000 });
  const guessed = {
    window: { tokens: 1024, insteadOf: 128_000 },
    thinks: true,
    factor: 0.3,
  };
  await test.db.execute(
    sql`update model_profiles set seen = ${JSON.stringify(guessed)}::jsonb`,
  );
  expect(await (await test.me.get(path)).json()).toMatchObject({
    seen: nothingSeen,
  });
  expect((await generate()).status).toBe(201);
  expect(server.requests[0]?.body['max_tokens']).toBe(3500);
});

it('a draft that was in progress when everything was forgotten records nothing (rule 8.18)', async () => {
  await connect({ kind: 'vllm', window: 32_768 });
  const { modelSettings } = test.app.context.services;
  const before = await modelSettings.connection();
  await modelSettings.forgetLearned();
  if (before)
    await modelSettings.learn(before, {
      ...nothingSeen,
      namedWindow: 1024,
      hasThought: true,
    });
  expect(await modelSettings.settings()).toMatchObject({ seen: nothingSeen });
});

it('instructions larger than the window are refused with advice, and nothing is stored (rule 8.18)', async () => {
  const style = 'Plain and concrete, never vague. '.repeat(60);
  const { id } = await makeVoiceProfile(test.db, {
    communicationStyle: style,
    customInstructions: style,
  });
  const chosen = await test.me.put('/api/user-settings', {
    activeVoiceProfileId: id,
    autoQueueEnabled: false,
  });
  expect(chosen.status).toBe(200);
  const { server } = await connect({ kind: 'llama-cpp', window: 2048 });
  expect(await generate()).toMatchObject({
    status: 409,
    body: {
      code: 'model_window',
      detail: expect.stringMatching(
        /^This model holds 2,048 tokens; your profile and the instructions alone need [\d,]+\. Load it with a larger window: llama-server -c \d+\.$/,
      ),
    },
  });
  expect(server.requests).toEqual([]);
  expect(await test.db.select().from(comments)).toEqual([]);
});

it('the owner’s statements about a model override what was found, and stay with that model', async () => {
  const kept = { contextWindow: 9000, thinksFirst: true, largestWindow: 16_384 };
  const { asked } = await connect({ kind: 'vllm', window: 32_768 }, kept);
  const change = async (body: object) => (await test.me.put(path, body)).json();
  expect(await (await test.me.get(path)).json()).toMatchObject(kept);
  const { contextWindow, thinksFirst, largestWindow, ...again } = asked as typeof asked &
    typeof kept;
  expect(await change({ ...again, model: 'another' })).toMatchObject({
    contextWindow: null,
    thinksFirst: null,
    largestWindow: 32_768,
  });
  expect(await change(again)).toMatchObject(kept);
  expect((await test.me.put(path, { ...again, contextWindow: 12 })).status).toBe(400);
});

it('a client that disconnects ends the call to the model, also without a stream (rule 8.20)', async () => {
  const { server } = await connect({
    kind: 'ollama',
    window: 8192,
    firstTokenMs: 60_000,
  });
  const { id: videoId } = await makeVideo(test.db);
  const gone = new AbortController();
  const asked = test.me.send('/api/comments/generate', {
    method: 'POST',
    body: { videoId, style: 'insightful' },
    signal: gone.signal,
  });
  await expect.poll(() => server.requests.length).toBe(1);
  gone.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(() => server.requests[0]?.isAborted, { timeout: 30_000 }).toBe(true);
  expect(await test.db.select().from(comments)).toEqual([]);
});

it('the model is loaded on request, so that the draft does not have to wait', async () => {
  const { server } = await connect({ kind: 'ollama', window: 4096 });
  expect((await test.me.post(`${path}/load`)).status).toBe(204);
  const loaded = async () =>
    (await (await fetch(`${server.origin}/api/ps`)).json()) as { models: object[] };
  await expect
    .poll(async () => (await loaded()).models)
    .toMatchObject([{ context_length: 8192 }]);
  expect(server.requests).toEqual([]);
});
