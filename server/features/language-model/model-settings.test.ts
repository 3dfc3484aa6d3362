import { Writable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ModelSettings, ModelTest } from '#shared/contracts/settings.ts';
import { bulkDrafts, comments, draftRecords, modelProfiles, modelSettings, notices } from '#shared/schema.ts';
import { type Environment, loadConfig } from '../../config/config.ts';
import { createLog } from '../../core/log.ts';
import { listModels } from '../../providers/language-model/connect-language-model.ts';
import { nothingSeen } from '../../providers/language-model/language-model.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { reviewApp, startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { fakeClock, heldDeadlines } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { generateStreamed } from '../../testing/drafting-app.ts';
import { makeComment, makeVideo, makeVoiceProfile } from '../../testing/factories.ts';
import {
  type PlayedKind,
  type PlayedOptions,
  playModelServer,
} from '../../testing/model-servers/model-servers.ts';
import {
  failed,
  goodAnswer,
  type ScriptedAnswer,
  said,
  scriptedServer,
} from '../../testing/scripted-model.ts';
import { createModelSettingsService } from './model-settings.service.ts';

describe('model settings', () => {
  const test = testDatabase();
  const path = '/api/model-settings';
  const secretKey = 'sk-chime-in-secret-key-1234567890';

  let app: TestApp | undefined;
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
  afterEach(() => app?.close());

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

    it('drafting is refused with a link to Settings, and works once a model is connected', async () => {
      expect(await settings()).toMatchObject({ source: 'none', model: '', hasKey: false });
      const user = await (await me.get('/api/auth/user')).json();
      expect(user.sandbox).toMatchObject({ google: false, languageModel: false });
      const { id: videoId } = await makeVideo(test.db);
      const { id: commentId } = await makeComment(test.db);
      const refused = { status: 409, code: 'no_model', detail: expect.stringContaining('Settings') };
      const asks: [string, object][] = [
        ['generate', { videoId, style: 'insightful' }],
        [`${commentId}/regenerate`, { style: 'insightful' }],
        ['generate-bulk', { videoIds: [videoId], style: 'insightful', addToQueue: true }],
      ];
      for (const [call, body] of asks)
        for (const Accept of ['application/json', 'text/event-stream']) {
          const sent = { method: 'POST', body, headers: { Accept } };
          expect(await (await me.send(`/api/comments/${call}`, sent)).json()).toMatchObject(refused);
        }
      expect(google.admin.requests().filter((call) => call.path.endsWith('/commentThreads'))).toEqual([]);
      const other = await server([said(JSON.stringify(goodAnswer))]);
      const saved = await put({ kind: 'other', baseUrl: other.origin, model: 'gpt-4.1-mini' });
      const { baseUrl } = other;
      const connected = { source: 'settings', kind: 'other', baseUrl, model: 'gpt-4.1-mini', hasKey: false };
      expect(saved).toMatchObject({ status: 200, body: connected });
      expect(await draft()).toMatchObject({ status: 201 });
      expect(other.received[0]?.path).toBe('/v1/chat/completions');

      expect((await me.delete(path)).status).toBe(204);
      expect((await draft()).body).toMatchObject(refused);
    });
  });

  describe('with the sandbox', () => {
    const shared = reviewApp({}, 'once, emptied');
    beforeEach(() => {
      me = shared.me;
    });

    it('the sandbox writes until a model is connected, and again after it was removed', async () => {
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

    it('the sandbox’s model is listed and tested over real HTTP, in the active voice (rule 8.8)', async () => {
      const connection = { kind: 'other', baseUrl: shared.app.sandbox.modelBaseUrl };
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

    it('a test says that a model writes without structured answers and without streaming', async () => {
      const plain = await server([
        { status: 400, json: { error: "'response_format.type' must be 'text'" } },
        said(JSON.stringify(goodAnswer)),
      ]);
      const { body } = await post('test', { kind: 'other', baseUrl: plain.baseUrl, model: 'gpt-4.1-mini' });
      expect(body).toMatchObject({ text: goodAnswer.comment, structured: false, streaming: false });
    });

    it.each<[string, ScriptedAnswer, string]>([
      [
        'a server that refuses the key',
        { status: 401, json: { error: { message: `bad ${secretKey}` } } },
        'refused the API key',
      ],
      ['another kind of server', { text: '<html>Router</html>' }, 'not a language model server'],
      ['a redirect', { status: 302, headers: { location: '/login' }, text: '' }, 'not a language'],
    ])('a connection to %s is refused with a sentence that names the problem', async (_, answer, words) => {
      const other = await server([answer]);
      const asked = { kind: 'other', baseUrl: other.baseUrl, key: secretKey };
      const tried = { ...asked, model: 'gpt-4.1-mini' };
      for (const answered of [await post('models', asked), await post('test', tried)]) {
        expect(answered).toMatchObject({ status: 503, body: { detail: expect.stringContaining(words) } });
        expect(JSON.stringify(answered)).not.toContain(secretKey);
      }
      expect(other.received).toHaveLength(2);
    });

    it('a connection to an address where nothing answers is refused with that reason', async () => {
      const gone = await server([{}]);
      await gone.close();
      expect(await post('models', { kind: 'other', baseUrl: gone.baseUrl })).toMatchObject({
        status: 503,
        body: { detail: expect.stringContaining('Nothing answers') },
      });
    });

    it('the list of models is awaited for ten seconds, and then refused with a sentence', async () => {
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
    ])('%o is refused, and the stored settings stay', async (body, word) => {
      await put({ kind: 'ollama', model: 'qwen3:8b' });
      expect(await put(body)).toMatchObject({ status: 400, body: { detail: expect.stringContaining(word) } });
      expect(await settings()).toMatchObject({ kind: 'ollama', model: 'qwen3:8b' });
    });
  });

  describe('the key of a model (rule 6.5)', () => {
    beforeEach(() => start());

    it('is stored encrypted, sent only to its own address and never sent back', async () => {
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

  describe('a key that the model server’s error quotes (rule 6.5)', () => {
    const key = 'sk-chime+in/secret=key"1234567890';
    const inPath = 'path-key-0987654321';
    const base64 = Buffer.from(key).toString('base64');
    const forms = [key, `Bearer ${key}`, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), base64];
    const quoted = [...forms, inPath].join(' ');
    const quotes = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), base64, inPath];

    beforeEach(() => start());

    it.each<[string, ScriptedAnswer]>([
      ['400', { status: 400, json: { error: { message: quoted, param: quoted, code: quoted } } }],
      ['400 as a bare string', { status: 400, json: { error: quoted } }],
      ['401', { status: 401, json: { error: { message: quoted } } }],
      ['404', { status: 404, json: { error: { message: `No model ${quoted}`, type: quoted } } }],
      ['429', { status: 429, json: { error: { message: quoted, code: 'insufficient_quota' } } }],
      ['200 with an error inside', { json: { error: { message: quoted } } }],
      ['a page', { status: 500, headers: { 'content-type': 'text/html' }, text: `<p>${quoted}</p>` }],
      [
        'a redirect',
        { status: 302, headers: { location: `/login?key=${encodeURIComponent(key)}` }, text: '' },
      ],
    ])('appears in no response, no log line and no row: %s', async (_, answer) => {
      const { origin } = await server(Array.from({ length: 12 }, () => answer));
      const asked = { kind: 'other', baseUrl: `${origin}/${inPath}/v1`, key };
      await put({ ...asked, model: 'gpt-4.1-mini' });
      const answers = [
        await post('models', asked),
        await post('test', { ...asked, model: 'gpt-4.1-mini' }),
        await draft(),
      ];
      const stored = [
        await test.db.select().from(bulkDrafts),
        await test.db.select().from(notices),
        await test.db
          .select()
          .from(modelProfiles)
          .then((rows) => rows.map(({ seen }) => seen)),
      ];
      expect(answers.every(({ status }) => status >= 400)).toBe(true);
      const everything = `${JSON.stringify(answers)}${JSON.stringify(stored)}${written.join('')}`;
      expect(quotes.filter((form) => everything.includes(form))).toEqual([]);
    });
  });

  describe('the connection in the environment (rule 8.7)', () => {
    it('overrides the stored one, and is named', async () => {
      const mine = await server([said(JSON.stringify(goodAnswer))]);
      await start({ OPENAI_BASE_URL: mine.baseUrl, OPENAI_API_KEY: secretKey, OPENAI_MODEL: 'gpt-4.1-mini' });
      const fixedBy = { baseUrl: 'OPENAI_BASE_URL', key: 'OPENAI_API_KEY', model: 'OPENAI_MODEL' };
      const { baseUrl } = mine;
      const shown = { source: 'environment', baseUrl, model: 'gpt-4.1-mini', hasKey: true, fixedBy };
      const stored = await put({ kind: 'ollama', key: 'another', model: 'qwen3:8b' });
      expect(stored.body).toMatchObject({ ...shown, kind: 'other' });
      expect(JSON.stringify(stored)).not.toContain(secretKey);
      await draft();
      await post('test', { kind: 'ollama', model: 'qwen3:8b' });
      expect(mine.received.length).toBeGreaterThanOrEqual(2);
      for (const { headers, body } of mine.received)
        expect([headers.authorization, JSON.parse(body).model]).toEqual([
          `Bearer ${secretKey}`,
          'gpt-4.1-mini',
        ]);
    });

    it('leaves the choice of the model to the owner when it names only the address', async () => {
      const mine = await server([said(JSON.stringify(goodAnswer))]);
      await start({ OPENAI_BASE_URL: mine.baseUrl });
      expect(await settings()).toMatchObject({ model: 'gpt-6-luna', fixedBy: { model: null } });
      await put({ kind: 'other', baseUrl: 'http://localhost:9/v1', model: 'qwen3:8b' });
      expect(await settings()).toMatchObject({ baseUrl: mine.baseUrl, model: 'qwen3:8b' });
    });
  });

  it('a search for local servers lists those that answer, and leaves the others out', async () => {
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
});

describe('model in use', () => {
  const test = reviewApp({}, 'once, emptied');

  const path = '/api/model-settings';
  const kindOf = { ollama: 'ollama', 'lm-studio': 'lm_studio' } as Record<string, string>;
  const modelNames: Record<string, string> = { ollama: 'qwen3:8b', openai: 'gpt-6-luna' };

  async function connect(options: PlayedOptions, byHand: object = {}) {
    const server = await playModelServer(options);
    onTestFinished(() => server.close());
    const model = modelNames[options.kind] ?? 'qwen3-8b';
    const asked = { kind: kindOf[options.kind] ?? 'other', baseUrl: server.baseUrl, model, ...byHand };
    expect((await test.me.put(path, asked)).status).toBe(200);
    return { server, asked };
  }

  const generate = async () => {
    const { id: videoId } = await makeVideo(test.db);
    const answer = await test.me.post('/api/comments/generate', { videoId, style: 'insightful' });
    return { status: answer.status, body: await answer.json() };
  };

  const small = [expect.stringMatching(/^It holds 6,000 tokens, .*(16384|larger)/)];
  const off = { thinking: 'off', possibleWindow: 16_384 };

  it.each<[PlayedKind, object]>([
    ['ollama', { ...off, server: 'Ollama 0.12.6', window: 8192, shortfalls: [] }],
    ['lm-studio', { ...off, server: 'LM Studio', window: 6000, shortfalls: small }],
    ['llama-cpp', { thinking: 'off', server: 'llama.cpp', window: 6000, shortfalls: small }],
    ['vllm', { thinking: 'off', server: 'vLLM', window: 6000, shortfalls: small }],
    ['openai', { window: 128_000 }],
  ])(
    'a test reports how %s has loaded the model, and how to fix what is insufficient (rule 8.8)',
    async (kind, loaded) => {
      await makeVoiceProfile(test.db);
      const { asked } = await connect({ kind, window: 6000, possibleWindow: 16_384, thinks: true });
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
    const { asked } = await connect({ kind: 'ollama', window: 4096, thinks: true, obeysSwitch: false });
    const { id: videoId } = await makeVideo(test.db);
    const stream = await generateStreamed(test.me, { videoId, style: 'insightful' });
    const sent = await stream.text();
    expect(sent).toContain('event: judged');
    expect(sent).not.toContain('SECRET');
    for (const table of [comments, draftRecords, modelProfiles]) {
      const rows = await test.db.select({ row: sql<string>`to_jsonb(${table})::text` }).from(table);
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
    const { server, asked } = await connect({ ...played, thinks: true, obeysSwitch: false });
    const limitOfDraft = async (from: typeof server) => {
      expect((await generate()).status).toBe(201);
      return from.requests.at(-2)?.body['max_tokens'];
    };
    await limitOfDraft(server);
    expect(await limitOfDraft(server)).toBe(7500);
    await server.close();
    const anew = await playModelServer({ ...played, port: Number(new URL(server.origin).port) });
    onTestFinished(() => anew.close());
    expect((await test.me.post(`${path}/test`, asked)).status).toBe(200);
    expect(await limitOfDraft(anew)).toBe(3500);
  });

  const row = (baseUrl: string) =>
    test.db.select().from(modelProfiles).where(eq(modelProfiles.baseUrl, baseUrl));

  it('the settings show what was recorded about the model, and it can be forgotten (rule 8.18)', async () => {
    const { asked } = await connect({ kind: 'vllm', window: 32_768 }, { contextWindow: 9000 });
    const seen = { namedWindow: 4096, hasThought: true, withoutSystemRole: true, needsThinking: true };
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
    const probes = ['/api/version', '/api/v0/models', '/api/v1/models', '/props', '/v1/models'];
    const beside = Object.fromEntries(probes.map((probe) => [probe, {}]));
    const server = await scriptedServer([refusal, said(JSON.stringify(goodAnswer))], undefined, beside);
    onTestFinished(() => server.close());
    const asked = { kind: 'other', baseUrl: `${server.origin}/v1`, key: '', model: 'gemma' };
    expect((await test.me.put(path, asked)).status).toBe(200);
    await generate();
    const settings = async () => (await (await test.me.get(path)).json()) as ModelSettings;
    await expect.poll(async () => (await settings()).seen.withoutSystemRole).toBe(true);
    await test.me.send(`${path}/learned`, { method: 'DELETE' });
    expect((await settings()).seen).toEqual(nothingSeen);
  });

  it('guesses of an earlier version from token counts are ignored (rule 8.18)', async () => {
    const { server } = await connect({ kind: 'openai', window: 128_000 });
    const guessed = { window: { tokens: 1024, insteadOf: 128_000 }, thinks: true, factor: 0.3 };
    await test.db.execute(sql`update model_profiles set seen = ${JSON.stringify(guessed)}::jsonb`);
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
    if (before) await modelSettings.learn(before, { ...nothingSeen, namedWindow: 1024, hasThought: true });
    expect(await modelSettings.settings()).toMatchObject({ seen: nothingSeen });
  });

  it('instructions larger than the window are refused with advice, and nothing is stored (rule 8.18)', async () => {
    const style = 'Plain and concrete, never vague. '.repeat(60);
    const { id } = await makeVoiceProfile(test.db, { communicationStyle: style, customInstructions: style });
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
    const { contextWindow, thinksFirst, largestWindow, ...again } = asked as typeof asked & typeof kept;
    expect(await change({ ...again, model: 'another' })).toMatchObject({
      ...{ contextWindow: null, thinksFirst: null, largestWindow: 32_768 },
    });
    expect(await change(again)).toMatchObject(kept);
    expect((await test.me.put(path, { ...again, contextWindow: 12 })).status).toBe(400);
  });

  it('a client that disconnects ends the call to the model, also without a stream (rule 8.20)', async () => {
    const { server } = await connect({ kind: 'ollama', window: 8192, firstTokenMs: 60_000 });
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
    await expect.poll(async () => (await loaded()).models).toMatchObject([{ context_length: 8192 }]);
    expect(server.requests).toEqual([]);
  });
});
