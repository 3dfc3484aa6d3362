import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelTest } from '#shared/contracts/settings.ts';
import { type Environment, loadConfig } from '../../config/config.ts';
import { listModels } from '../../providers/language-model/connect-language-model.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { reviewApp, startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { fakeClock, heldDeadlines } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { makeComment, makeVideo, makeVoiceProfile } from '../../testing/factories.ts';
import {
  modelSettingsPath,
  modelSettingsRequests,
  openModelServer,
} from '../../testing/model-settings-requests.ts';
import { goodAnswer, type ScriptedAnswer, said } from '../../testing/scripted-model.ts';
import { createModelSettingsService } from './model-settings.service.ts';

const test = testDatabase();
const secretKey = 'sk-chime-in-secret-key-1234567890';

let app: TestApp | undefined;
let me: Browser;

async function start(env: Environment = {}): Promise<void> {
  app = await startTestApp({ database: test.database, env });
  me = await app.ownersBrowser();
}
afterEach(() => app?.close());

const realGoogle = (googleOrigin: string) => ({
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'a-secret',
  GOOGLE_BASE_URL: googleOrigin,
});

const { settings, put, post, draft } = modelSettingsRequests(() => me);

describe('without a model beside real Google (rule 8.7)', () => {
  let google: Sandbox;
  beforeEach(async () => {
    google = await startSandbox({ dataDir: null, port: 0, clock: fakeClock() });
    await start(realGoogle(google.googleOrigin));
  });
  afterEach(() => google.close());

  const refused = {
    status: 409,
    code: 'no_model',
    detail: expect.stringContaining('Settings'),
  };

  it('the settings say so', async () => {
    expect(await settings()).toMatchObject({ source: 'none', model: '', hasKey: false });
    const user = await (await me.get('/api/auth/user')).json();
    expect(user.sandbox).toMatchObject({ google: false, languageModel: false });
  });

  it.each(['application/json', 'text/event-stream'])(
    'drafting as %s is refused with a link to Settings, before YouTube is asked for anything',
    async (Accept) => {
      const { id: videoId } = await makeVideo(test.db);
      const { id: commentId } = await makeComment(test.db);
      const asks: [string, object][] = [
        ['generate', { videoId, style: 'insightful' }],
        [`${commentId}/regenerate`, { style: 'insightful' }],
        ['generate-bulk', { videoIds: [videoId], style: 'insightful', addToQueue: true }],
      ];
      for (const [call, body] of asks) {
        const sent = { method: 'POST', body, headers: { Accept } };
        expect(await (await me.send(`/api/comments/${call}`, sent)).json()).toMatchObject(
          refused,
        );
      }
      expect(
        google.admin.requests().filter((call) => call.path.endsWith('/commentThreads')),
      ).toEqual([]);
    },
  );

  describe('a model that is connected then', () => {
    async function connectModel() {
      const other = await openModelServer([said(JSON.stringify(goodAnswer))]);
      const saved = await put({
        kind: 'other',
        baseUrl: other.origin,
        model: 'gpt-4.1-mini',
      });
      return { other, saved };
    }

    it('is shown in the settings', async () => {
      const { other, saved } = await connectModel();
      const { baseUrl } = other;
      const connected = {
        source: 'settings',
        kind: 'other',
        baseUrl,
        model: 'gpt-4.1-mini',
        hasKey: false,
      };
      expect(saved).toMatchObject({ status: 200, body: connected });
    });

    it('writes drafts', async () => {
      const { other } = await connectModel();
      expect(await draft(test.db)).toMatchObject({ status: 201 });
      expect(other.received[0]?.path).toBe('/v1/chat/completions');
    });

    it('writes none any more once it is removed', async () => {
      await connectModel();
      expect((await me.delete(modelSettingsPath)).status).toBe(204);
      expect((await draft(test.db)).body).toMatchObject(refused);
    });
  });
});

describe('with the sandbox', () => {
  const shared = reviewApp({}, 'once, emptied');
  beforeEach(() => {
    me = shared.me;
  });

  describe('the sandbox', () => {
    const isSandbox = async () =>
      (await (await me.get('/api/auth/user')).json()).sandbox.languageModel;

    it('writes until a model is connected', async () => {
      expect(await settings()).toMatchObject({
        source: 'sandbox',
        model: 'gpt-6-luna',
        hasKey: false,
      });
      expect(await isSandbox()).toBe(true);
      await put({ kind: 'ollama', model: 'qwen3:8b' });
      expect(await settings()).toMatchObject({
        source: 'settings',
        kind: 'ollama',
        baseUrl: 'http://localhost:11434/v1',
      });
      expect(await isSandbox()).toBe(false);
    });

    it('writes again after the model was removed', async () => {
      await put({ kind: 'ollama', model: 'qwen3:8b' });
      await me.delete(modelSettingsPath);
      expect(await isSandbox()).toBe(true);
    });
  });

  it('the sandbox’s models are listed', async () => {
    expect(
      await post('models', { kind: 'other', baseUrl: shared.app.sandbox.modelBaseUrl }),
    ).toEqual({
      status: 200,
      body: { models: ['gpt-6-luna', 'gpt-6-sol'] },
    });
  });

  it('a test drafts in the active voice over real HTTP, and keeps nothing (rule 8.8)', async () => {
    await makeVoiceProfile(test.db, { name: 'Dry Platform Voice' });
    const connection = { kind: 'other', baseUrl: shared.app.sandbox.modelBaseUrl };
    const { status, body } = await post('test', { ...connection, model: 'some-model' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      model: 'some-model',
      structured: true,
      streaming: true,
    });
    expect((body as ModelTest).text.length).toBeGreaterThan(40);
    expect(await settings()).toMatchObject({ source: 'sandbox' });
    expect(await (await me.get('/api/comments')).json()).toEqual([]);
  });

  it('a test says that a model writes without structured answers and without streaming', async () => {
    const plain = await openModelServer([
      { status: 400, json: { error: "'response_format.type' must be 'text'" } },
      said(JSON.stringify(goodAnswer)),
    ]);
    const { body } = await post('test', {
      kind: 'other',
      baseUrl: plain.baseUrl,
      model: 'gpt-4.1-mini',
    });
    expect(body).toMatchObject({
      text: goodAnswer.comment,
      structured: false,
      streaming: false,
    });
  });

  it.each<[string, ScriptedAnswer, string]>([
    [
      'a server that refuses the key',
      { status: 401, json: { error: { message: `bad ${secretKey}` } } },
      'refused the API key',
    ],
    [
      'another kind of server',
      { text: '<html>Router</html>' },
      'not a language model server',
    ],
    [
      'a redirect',
      { status: 302, headers: { location: '/login' }, text: '' },
      'not a language',
    ],
  ])(
    'a connection to %s is refused with a sentence that names the problem',
    async (_, answer, words) => {
      const other = await openModelServer([answer]);
      const asked = { kind: 'other', baseUrl: other.baseUrl, key: secretKey };
      const tried = { ...asked, model: 'gpt-4.1-mini' };
      for (const answered of [await post('models', asked), await post('test', tried)]) {
        expect(answered).toMatchObject({
          status: 503,
          body: { detail: expect.stringContaining(words) },
        });
        expect(JSON.stringify(answered)).not.toContain(secretKey);
      }
      expect(other.received).toHaveLength(2);
    },
  );

  it('a connection to an address where nothing answers is refused with that reason', async () => {
    const gone = await openModelServer([{}]);
    await gone.close();
    expect(await post('models', { kind: 'other', baseUrl: gone.baseUrl })).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('Nothing answers') },
    });
  });

  it('the list of models is awaited for ten seconds, and then refused with a sentence', async () => {
    const deadlines = heldDeadlines();
    const slow = await openModelServer(['hang'], () => deadlines.pass());
    expect(await post('models', { kind: 'other', baseUrl: slow.baseUrl })).toMatchObject({
      status: 503,
      body: {
        code: 'model_unavailable',
        detail: expect.stringContaining('said nothing'),
      },
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
  ])('%o is refused, and the stored settings stay', async (body, word) => {
    await put({ kind: 'ollama', model: 'qwen3:8b' });
    expect(await put(body)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(word) },
    });
    expect(await settings()).toMatchObject({ kind: 'ollama', model: 'qwen3:8b' });
  });
});

describe('the connection in the environment (rule 8.7)', () => {
  it('overrides the stored one, and is named', async () => {
    const mine = await openModelServer([said(JSON.stringify(goodAnswer))]);
    await start({
      OPENAI_BASE_URL: mine.baseUrl,
      OPENAI_API_KEY: secretKey,
      OPENAI_MODEL: 'gpt-4.1-mini',
    });
    const fixedBy = {
      baseUrl: 'OPENAI_BASE_URL',
      key: 'OPENAI_API_KEY',
      model: 'OPENAI_MODEL',
    };
    const { baseUrl } = mine;
    const shown = {
      source: 'environment',
      baseUrl,
      model: 'gpt-4.1-mini',
      hasKey: true,
      fixedBy,
    };
    const stored = await put({ kind: 'ollama', key: 'another', model: 'qwen3:8b' });
    expect(stored.body).toMatchObject({ ...shown, kind: 'other' });
    expect(JSON.stringify(stored)).not.toContain(secretKey);
    await draft(test.db);
    await post('test', { kind: 'ollama', model: 'qwen3:8b' });
    expect(mine.received.length).toBeGreaterThanOrEqual(2);
    for (const { headers, body } of mine.received)
      expect([headers.authorization, JSON.parse(body).model]).toEqual([
        `Bearer ${secretKey}`,
        'gpt-4.1-mini',
      ]);
  });

  it('leaves the choice of the model to the owner when it names only the address', async () => {
    const mine = await openModelServer([said(JSON.stringify(goodAnswer))]);
    await start({ OPENAI_BASE_URL: mine.baseUrl });
    expect(await settings()).toMatchObject({
      model: 'gpt-6-luna',
      fixedBy: { model: null },
    });
    await put({ kind: 'other', baseUrl: 'http://localhost:9/v1', model: 'qwen3:8b' });
    expect(await settings()).toMatchObject({ baseUrl: mine.baseUrl, model: 'qwen3:8b' });
  });
});

it('a search for local servers lists those that answer, and leaves the others out', async () => {
  const found = await openModelServer([
    { json: { data: [{ id: 'qwen3:8b' }, { id: 'llama3' }] } },
  ]);
  const page = await openModelServer([{ text: '<html></html>' }]);
  const nothing = {
    find: async () => null,
    save: async () => {},
    profile: async () => null,
    saveProfile: async () => {},
    remove: async () => {},
  };
  const service = createModelSettingsService({
    repository: nothing,
    vault: { seal: (text) => text, open: (text) => text },
    environment: loadConfig({}).languageModel,
    standIn: null,
    listModels,
    localServers: [
      { kind: 'ollama', baseUrl: found.baseUrl },
      { kind: 'lm_studio', baseUrl: page.baseUrl },
    ],
    events: { changed: () => {}, subscribe: () => () => {} },
    clock: fakeClock(),
  });
  expect(await service.find()).toEqual([
    { kind: 'ollama', baseUrl: found.baseUrl, models: ['llama3', 'qwen3:8b'] },
  ]);
});
