import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { ModelTest } from '#shared/contracts/model-settings.ts';
import { comments, draftRecords, modelProfiles } from '#shared/schema.ts';
import { type PlayedOptions, playedKinds, playModelServer } from '../../sandbox/model-servers.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { makeVideo, makeVoiceProfile } from '../../testing/factories.ts';

const test: TestDatabase = testDatabase();
let app: TestApp;
let me: Browser;

beforeEach(async () => {
  app = await startTestApp({ database: test.database });
  me = await app.ownersBrowser();
});
afterEach(() => app.close());

const path = '/api/model-settings';
const kindOf = { ollama: 'ollama', 'lm-studio': 'lm_studio' } as Record<string, string>;

async function connect(options: Omit<PlayedOptions, 'clock'>, byHand: object = {}) {
  const server = await playModelServer({ clock: app.clock, ...options });
  onTestFinished(() => server.close());
  const model =
    options.kind === 'ollama' ? 'qwen3:8b' : options.kind === 'openai' ? 'gpt-6-luna' : 'qwen3-8b';
  const asked = { kind: kindOf[options.kind] ?? 'other', baseUrl: server.baseUrl, model, ...byHand };
  expect((await me.put(path, asked)).status).toBe(200);
  return { server, asked };
}

const minutes = (count: number) =>
  Array.from(
    { length: count * 4 },
    (_, at) =>
      `${Math.floor(at / 4)}:${String((at % 4) * 15).padStart(2, '0')}\nIn part ${at} the probe waits for the cluster, and the rollout of the service goes on only when every pod has said that it is ready, which took us a long time to see.`,
  ).join('\n');

const generate = async (more: object = {}) => {
  const { id: videoId } = await makeVideo(test.db);
  const answer = await me.post('/api/comments/generate', { videoId, style: 'insightful', ...more });
  return { status: answer.status, body: await answer.json() };
};

it.each(playedKinds)(
  'a test tells what %s is loaded with, and what mends what falls short (rule 8.8)',
  async (kind) => {
    await makeVoiceProfile(test.db);
    const { asked } = await connect({ kind, window: 6000, possibleWindow: 16_384, thinks: true });
    const answer = await me.post(`${path}/test`, asked);
    expect(answer.status).toBe(200);
    const told = (await answer.json()) as ModelTest;
    expect(told.text).not.toContain('SECRET');
    expect(told.transcriptMinutes).toBeGreaterThan(0);
    expect(told).toMatchObject({ structured: true, streaming: true, firstWordMs: expect.any(Number) });
    const small = [expect.stringMatching(/^It holds 6,000 tokens, .*(16384|larger)/)];
    expect(told).toMatchObject(
      {
        ollama: {
          server: 'Ollama 0.12.6',
          window: 8192,
          possibleWindow: 16_384,
          thinking: 'off',
          shortfalls: [],
        },
        'lm-studio': {
          server: 'LM Studio',
          window: 6000,
          possibleWindow: 16_384,
          thinking: 'off',
          shortfalls: small,
        },
        'llama-cpp': { server: 'llama.cpp', window: 6000, thinking: 'off', shortfalls: small },
        vllm: { server: 'vLLM', window: 6000, thinking: 'off', shortfalls: small },
        openai: { window: 128_000 },
      }[kind],
    );
  },
);

it('stores and sends no thought, and learns that the model thinks (rule 8.19)', async () => {
  const { asked } = await connect({ kind: 'ollama', window: 4096, thinks: true, obeysSwitch: false });
  const stream = await me.send('/api/comments/generate', {
    method: 'POST',
    body: { videoId: (await makeVideo(test.db)).id, style: 'insightful' },
    headers: { Accept: 'text/event-stream' },
  });
  const sent = await stream.text();
  expect(sent).toContain('event: judged');
  expect(sent).not.toContain('SECRET');
  for (const table of [comments, draftRecords, modelProfiles]) {
    const rows = await test.db.select({ row: sql<string>`to_jsonb(${table})::text` }).from(table);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('SECRET');
  }
  const isIts = eq(modelProfiles.baseUrl, asked.baseUrl);
  // Kept behind the answer.
  await expect
    .poll(() => test.db.select().from(modelProfiles).where(isIts))
    .toMatchObject([{ seen: { thinks: true } }]);
});

it('a cut prompt is learned from within one draft, and the record tells what the draft knew (rule 8.18)', async () => {
  const { server } = await connect({ kind: 'openai', window: 4096, overflow: 'cut' });
  const transcript = minutes(40);
  const first = await generate({ transcript });
  expect(first).toMatchObject({
    status: 201,
    body: { analysis: { why: { transcript: { words: expect.any(Number) } } } },
  });
  const { words, usedWords } = first.body.analysis.why.transcript;
  expect(usedWords).toBeLessThan(words);
  const before = server.requests.length;
  expect((await generate({ transcript })).status).toBe(201);
  // A draft and its reading.
  expect(server.requests).toHaveLength(before + 2);
  expect(server.requests.slice(before).every(({ isCut }) => !isCut)).toBe(true);
});

it('instructions larger than the window are told with what mends it, and nothing is stored (rule 8.18)', async () => {
  const style = 'Plain and concrete, never vague. '.repeat(60);
  const { id } = await makeVoiceProfile(test.db, { communicationStyle: style, customInstructions: style });
  const chosen = await me.put('/api/user-settings', { activeVoiceProfileId: id, autoQueueEnabled: false });
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

it('what the person says of a model goes first, and stays with that model', async () => {
  const { asked } = await connect(
    { kind: 'vllm', window: 32_768 },
    { contextWindow: 9000, thinksFirst: true, largestWindow: 16_384 },
  );
  const kept = { contextWindow: 9000, thinksFirst: true, largestWindow: 16_384 };
  expect(await (await me.get(path)).json()).toMatchObject(kept);
  const other = await (
    await me.put(path, {
      ...asked,
      model: 'another',
      contextWindow: undefined,
      thinksFirst: undefined,
      largestWindow: undefined,
    })
  ).json();
  expect(other).toMatchObject({ contextWindow: null, thinksFirst: null, largestWindow: 32_768 });
  const { contextWindow, thinksFirst, largestWindow, ...again } = asked as typeof asked & typeof kept;
  expect(await (await me.put(path, again)).json()).toMatchObject(kept);
  expect((await me.put(path, { ...again, contextWindow: 12 })).status).toBe(400);
});

it('a caller who leaves ends the call at the server, also without a stream (rule 8.20)', async () => {
  const { server } = await connect({ kind: 'ollama', window: 8192, firstTokenMs: 60_000 });
  const { id: videoId } = await makeVideo(test.db);
  const gone = new AbortController();
  const asked = me.send('/api/comments/generate', {
    method: 'POST',
    body: { videoId, style: 'insightful' },
    signal: gone.signal,
  });
  await expect.poll(() => server.requests.length).toBe(1);
  gone.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(() => server.requests[0]?.isAborted, { timeout: 2000 }).toBe(true);
  expect(await test.db.select().from(comments)).toEqual([]);
});

it('the model is loaded when it is asked to, so that the draft need not wait', async () => {
  const { server } = await connect({ kind: 'ollama', window: 4096 });
  expect((await me.post(`${path}/load`)).status).toBe(204);
  const loaded = async () => (await (await fetch(`${server.origin}/api/ps`)).json()) as { models: object[] };
  await expect.poll(async () => (await loaded()).models).toMatchObject([{ context_length: 8192 }]);
  expect(server.requests).toEqual([]);
});
