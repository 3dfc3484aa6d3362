import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ModelSettings, ModelTest } from '#shared/contracts/model-settings.ts';
import { modelSettings } from '#shared/schema.ts';
import type { Environment } from '../../config/config.ts';
import { createLog } from '../../core/log.ts';
import { listModels } from '../../providers/language-model/list-models.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { fakeClock } from '../../testing/clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { makeComment, makeVideo, makeVoiceProfile } from '../../testing/factories.ts';
import { heldDeadlines } from '../../testing/held-deadlines.ts';
import { goodAnswer, type ScriptedAnswer, said, scriptedServer } from '../../testing/scripted-model.ts';
import { createModelSettingsService } from './model-settings.service.ts';

const test: TestDatabase = testDatabase();
const path = '/api/model-settings';
const secretKey = 'sk-chime-in-secret-key-1234567890';

let app: TestApp;
let me: Browser;
let written: string[];

async function start(env: Environment = {}): Promise<void> {
  written = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  app = await startTestApp({ database: test.database, env, log: createLog('trace', sink) });
  me = await app.ownersBrowser();
}
afterEach(() => app.close());

const realGoogle = (googleOrigin: string) => ({
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'a-secret',
  GOOGLE_BASE_URL: googleOrigin,
});

const settings = async () => (await (await me.get(path)).json()) as ModelSettings;
const answerOf = async (response: Response) => ({ status: response.status, body: await response.json() });
const put = async (body: unknown) => answerOf(await me.put(path, body));
const post = async (part: string, body?: unknown) => answerOf(await me.post(`${path}/${part}`, body));

async function server(script: ScriptedAnswer[], onHang?: () => void) {
  const scripted = await scriptedServer(script, onHang);
  onTestFinished(() => scripted.close());
  return { ...scripted, baseUrl: `${scripted.origin}/v1` };
}

const draft = async () => {
  const { id } = await makeVideo(test.db);
  return answerOf(await me.post('/api/comments/generate', { videoId: id, style: 'insightful' }));
};

describe('without a model beside real Google (rule 8.7)', () => {
  let google: Sandbox;
  beforeEach(async () => {
    google = await startSandbox({ dataDir: null, port: 0, clock: fakeClock() });
    await start(realGoogle(google.googleOrigin));
  });
  afterEach(() => google.close());

  it('drafting answers no_model before it asks YouTube, and leads to Settings, until a model is connected without a restart', async () => {
    expect(await settings()).toMatchObject({ source: 'none', model: '', hasKey: false });
    const user = await (await me.get('/api/auth/user')).json();
    expect(user.sandbox).toEqual({ google: false, languageModel: false });
    const { id: videoId } = await makeVideo(test.db);
    const refused = { status: 409, code: 'no_model', detail: expect.stringContaining('Settings') };
    expect((await draft()).body).toMatchObject(refused);
    const { id: commentId } = await makeComment(test.db);
    const again = await me.post(`/api/comments/${commentId}/regenerate`, { style: 'insightful' });
    expect(await again.json()).toMatchObject(refused);
    expect(google.admin.requests().filter((call) => call.path.endsWith('/commentThreads'))).toEqual([]);
    const bulk = await me.post('/api/comments/generate-bulk', {
      videoIds: [videoId],
      style: 'insightful',
      addToQueue: true,
    });
    expect(await bulk.json()).toMatchObject(refused);
    const stream = await me.send('/api/comments/generate', {
      method: 'POST',
      body: { videoId, style: 'insightful' },
      headers: { Accept: 'text/event-stream' },
    });
    expect(await stream.json()).toMatchObject(refused);

    const other = await server([said(JSON.stringify(goodAnswer))]);
    const saved = await put({ kind: 'other', baseUrl: other.origin, model: 'gpt-4.1-mini' });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        source: 'settings',
        kind: 'other',
        baseUrl: other.baseUrl,
        model: 'gpt-4.1-mini',
        hasKey: false,
      },
    });
    expect(await draft()).toMatchObject({ status: 201 });
    expect(other.received[0]?.path).toBe('/v1/chat/completions');

    expect((await me.delete(path)).status).toBe(204);
    expect((await draft()).body).toMatchObject(refused);
  });
});

describe('beside the sandbox', () => {
  beforeEach(() => start());

  it('the sandbox stands in until a model is connected, and again after it was removed', async () => {
    const isSandbox = async () => (await (await me.get('/api/auth/user')).json()).sandbox.languageModel;
    expect(await settings()).toMatchObject({ source: 'sandbox', model: 'gpt-6-luna', hasKey: false });
    expect(await isSandbox()).toBe(true);
    await put({ kind: 'ollama', model: 'qwen3:8b' });
    expect(await settings()).toMatchObject({
      source: 'settings',
      kind: 'ollama',
      baseUrl: 'http://localhost:11434/v1',
    });
    expect(await isSandbox()).toBe(false);
    await me.delete(path);
    expect(await isSandbox()).toBe(true);
  });

  it('lists and tries the sandbox’s model over real HTTP, in the active voice (rule 8.8)', async () => {
    const connection = { kind: 'other', baseUrl: app.sandbox.modelBaseUrl };
    expect(await post('models', connection)).toEqual({
      status: 200,
      body: { models: ['gpt-6-luna', 'gpt-6-sol'] },
    });
    await makeVoiceProfile(test.db, { name: 'Dry Platform Voice' });
    const { status, body } = await post('test', { ...connection, model: 'some-model' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ model: 'some-model', structured: true, streaming: true });
    expect((body as ModelTest).text.length).toBeGreaterThan(40);
    expect(await settings()).toMatchObject({ source: 'sandbox' });
    expect(await (await me.get('/api/comments')).json()).toEqual([]);
  });

  it('says that one writes without structured answers and without streaming', async () => {
    const plain = await server([
      { status: 400, json: { error: "'response_format.type' must be 'text'" } },
      said(JSON.stringify(goodAnswer)),
    ]);
    const { body } = await post('test', { kind: 'other', baseUrl: plain.baseUrl, model: 'gpt-4.1-mini' });
    expect(body).toMatchObject({ text: goodAnswer.comment, structured: false, streaming: false });
  });

  it.each<[string, ScriptedAnswer, number, string]>([
    [
      'a bad key',
      { status: 401, json: { error: { message: `bad ${secretKey}` } } },
      503,
      'refused the API key',
    ],
    ['another kind of server', { text: '<html>Router</html>' }, 503, 'not a language model server'],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://127.0.0.1:1/' }, text: '' },
      503,
      'not a language',
    ],
    ['a server in trouble', { status: 404, json: {} }, 503, 'not a language model server'],
  ])('says in words what is wrong with %s', async (_, answer, status, words) => {
    const other = await server([answer]);
    const asked = { kind: 'other', baseUrl: other.baseUrl, key: secretKey };
    for (const [part, body] of [
      ['models', asked],
      ['test', { ...asked, model: 'gpt-4.1-mini' }],
    ] as const) {
      const answered = await post(part, body);
      expect(answered).toMatchObject({ status, body: { detail: expect.stringContaining(words) } });
      expect(JSON.stringify(answered)).not.toContain(secretKey);
    }
    expect(other.received).toHaveLength(2);
  });

  it('says that nothing answers there, and which model is unknown', async () => {
    const gone = await server([{}]);
    await gone.close();
    expect(await post('models', { kind: 'other', baseUrl: gone.baseUrl })).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('Nothing answers') },
    });
    const other = await server([{ status: 404, json: { error: { message: 'model "llama" not found' } } }]);
    expect(
      await post('test', { kind: 'other', baseUrl: other.baseUrl, model: 'gpt-4.1-mini' }),
    ).toMatchObject({
      status: 503,
      body: { code: 'model_misconfigured', detail: expect.stringContaining('does not have this model') },
    });
  });

  it('waits ten seconds for the list, then says that nothing was heard', async () => {
    const deadlines = heldDeadlines();
    const slow = await server(['hang'], () => deadlines.pass());
    expect(await post('models', { kind: 'other', baseUrl: slow.baseUrl })).toMatchObject({
      status: 503,
      body: { code: 'model_unavailable', detail: expect.stringContaining('said nothing') },
    });
    expect(deadlines.lengths).toEqual([10_000]);
  });

  it.each([
    [{ kind: 'other', model: 'm' }, 'baseUrl'],
    [{ kind: 'other', baseUrl: 'ftp://localhost', model: 'm' }, 'http://'],
    [{ kind: 'other', baseUrl: 'http://models.example.org/v1', model: 'm' }, 'https://'],
    [{ kind: 'other', baseUrl: 'http://169.254.169.254/latest', model: 'm' }, 'https://'],
    [{ kind: 'other', baseUrl: 'https://a:b@models.example.org/v1', model: 'm' }, 'key'],
    [{ kind: 'ollama', model: ' ' }, 'model'],
    [{ kind: 'ollama', model: 'm', key: 'two words' }, 'key'],
    [{ kind: 'openai', model: 'm' }, 'key'],
    [{ kind: 'claude', model: 'm' }, 'kind'],
  ])('refuses %o and keeps what is stored', async (body, word) => {
    await put({ kind: 'ollama', model: 'qwen3:8b' });
    expect(await put(body)).toMatchObject({ status: 400, body: { detail: expect.stringContaining(word) } });
    expect(await settings()).toMatchObject({ kind: 'ollama', model: 'qwen3:8b' });
  });
});

describe('the key of a model (rule 6.5)', () => {
  beforeEach(() => start());

  it('is stored encrypted, used, never sent back, and kept only for its address', async () => {
    const answers: string[] = [];
    const told = async (body: unknown) => {
      const answer = await put(body);
      answers.push(JSON.stringify(answer));
      return answer.body;
    };
    const first = await server([said(JSON.stringify(goodAnswer))]);
    const second = await server([said(JSON.stringify(goodAnswer))]);
    const at = (baseUrl: string) => ({ kind: 'other', baseUrl, model: 'gpt-4.1-mini' });
    expect(await told({ ...at(first.baseUrl), key: secretKey })).toMatchObject({ hasKey: true });
    const [row] = await test.db.select().from(modelSettings);
    expect(row?.sealedKey).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain(secretKey);

    expect(await told({ ...at(`${first.origin}/v1/`), model: 'phi' })).toMatchObject({ hasKey: true });
    await draft();
    expect(first.received.at(-1)?.headers.authorization).toBe(`Bearer ${secretKey}`);

    await post('test', at(second.baseUrl));
    expect(await told(at(second.baseUrl))).toMatchObject({ hasKey: false });
    expect(await told(at(first.baseUrl))).toMatchObject({ hasKey: false });
    await draft();
    for (const { headers } of second.received) expect(headers.authorization).not.toContain(secretKey);

    await told({ ...at(first.baseUrl), key: secretKey });
    expect(await told({ ...at(first.baseUrl), key: null })).toMatchObject({ hasKey: false });
    expect(answers.join()).not.toContain(secretKey);
    expect(written.join('')).toContain('/api/model-settings');
    expect(written.join('')).not.toContain(secretKey);
  });
});

describe('what the environment says (rule 8.7)', () => {
  it('wins over what is stored, and is named', async () => {
    const mine = await server([said(JSON.stringify(goodAnswer))]);
    const environment = {
      OPENAI_BASE_URL: mine.baseUrl,
      OPENAI_API_KEY: secretKey,
      OPENAI_MODEL: 'gpt-4.1-mini',
    };
    await start(environment);
    const fixedBy = { baseUrl: 'OPENAI_BASE_URL', key: 'OPENAI_API_KEY', model: 'OPENAI_MODEL' };
    const shown = {
      source: 'environment',
      baseUrl: mine.baseUrl,
      model: 'gpt-4.1-mini',
      hasKey: true,
      fixedBy,
    };
    const stored = await put({ kind: 'ollama', key: 'another', model: 'qwen3:8b' });
    expect(stored.body).toMatchObject({ ...shown, kind: 'other' });
    expect(JSON.stringify(stored)).not.toContain(secretKey);
    await draft();
    await post('test', { kind: 'ollama', model: 'qwen3:8b' });
    expect(mine.received.map(({ headers }) => headers.authorization)).toEqual(
      Array(mine.received.length).fill(`Bearer ${secretKey}`),
    );
    expect(new Set(mine.received.map(({ body }) => JSON.parse(body).model))).toEqual(
      new Set(['gpt-4.1-mini']),
    );
    expect(mine.received.length).toBeGreaterThanOrEqual(2);
  });

  it('leaves the model to choose where it names only the address', async () => {
    const mine = await server([said(JSON.stringify(goodAnswer))]);
    await start({ OPENAI_BASE_URL: mine.baseUrl });
    expect(await settings()).toMatchObject({ model: 'gpt-6-luna', fixedBy: { model: null } });
    await put({ kind: 'other', baseUrl: 'http://localhost:9/v1', model: 'qwen3:8b' });
    expect(await settings()).toMatchObject({ baseUrl: mine.baseUrl, model: 'qwen3:8b' });
  });
});

it('finds the servers that answer on this machine, and leaves the others out', async () => {
  await start();
  const found = await server([{ json: { data: [{ id: 'qwen3:8b' }, { id: 'llama3' }] } }]);
  const page = await server([{ text: '<html></html>' }]);
  const nothing = {
    find: async () => null,
    save: async () => {},
    profile: async () => null,
    saveProfile: async () => {},
    remove: async () => {},
  };
  const service = createModelSettingsService({
    repository: nothing,
    vault: app.context.services.vault,
    environment: app.config.languageModel,
    standIn: null,
    listModels,
    localServers: [
      { kind: 'ollama', baseUrl: found.baseUrl },
      { kind: 'lm_studio', baseUrl: page.baseUrl },
    ],
    events: app.context.events,
    clock: app.clock,
  });
  expect(await service.find()).toEqual([
    { kind: 'ollama', baseUrl: found.baseUrl, models: ['llama3', 'qwen3:8b'] },
  ]);
});
