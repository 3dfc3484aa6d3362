import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bulkDrafts, modelProfiles, modelSettings, notices } from '#shared/schema.ts';
import type { Environment } from '../../config/config.ts';
import { createLog } from '../../core/log.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { testDatabase } from '../../testing/database.ts';
import {
  modelSettingsRequests,
  openModelServer,
} from '../../testing/model-settings-requests.ts';
import { goodAnswer, type ScriptedAnswer, said } from '../../testing/scripted-model.ts';

const test = testDatabase();
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
  app = await startTestApp({
    database: test.database,
    env,
    log: createLog('trace', sink),
  });
  me = await app.ownersBrowser();
}
afterEach(() => app?.close());

const { settings, put, post, draft } = modelSettingsRequests(() => me);

describe('the key of a model (rule 6.5)', () => {
  beforeEach(() => start());

  const at = (baseUrl: string) => ({ kind: 'other', baseUrl, model: 'gpt-4.1-mini' });
  const answers = () => openModelServer([said(JSON.stringify(goodAnswer))]);

  it('is stored encrypted', async () => {
    const { baseUrl } = await answers();
    expect(await put({ ...at(baseUrl), key: secretKey })).toMatchObject({
      body: { hasKey: true },
    });
    const [row] = await test.db.select().from(modelSettings);
    expect(row?.sealedKey).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain(secretKey);
  });

  it('is neither sent back nor logged', async () => {
    const { baseUrl } = await answers();
    const saved = await put({ ...at(baseUrl), key: secretKey });
    expect(JSON.stringify([saved, await settings()])).not.toContain(secretKey);
    expect(written.join('')).toContain('/api/model-settings');
    expect(written.join('')).not.toContain(secretKey);
  });

  it('is kept for another model at the same address, and sent with its requests', async () => {
    const { origin, baseUrl, received } = await answers();
    await put({ ...at(baseUrl), key: secretKey });
    const saved = await put({ ...at(`${origin}/v1/`), model: 'phi' });
    expect(saved).toMatchObject({ body: { hasKey: true } });
    await draft(test.db);
    expect(received.at(-1)?.headers.authorization).toBe(`Bearer ${secretKey}`);
  });

  it('is never sent to another address, not even in a test', async () => {
    const first = await answers();
    const second = await answers();
    await put({ ...at(first.baseUrl), key: secretKey });
    await post('test', at(second.baseUrl));
    await put(at(second.baseUrl));
    await draft(test.db);
    expect(second.received.length).toBeGreaterThan(1);
    for (const { headers } of second.received)
      expect(headers.authorization).not.toContain(secretKey);
  });

  it('is forgotten when the address changes, even if the address changes back', async () => {
    const first = await answers();
    const second = await answers();
    await put({ ...at(first.baseUrl), key: secretKey });
    expect(await put(at(second.baseUrl))).toMatchObject({ body: { hasKey: false } });
    expect(await put(at(first.baseUrl))).toMatchObject({ body: { hasKey: false } });
  });

  it('is forgotten when the owner removes it', async () => {
    const { baseUrl } = await answers();
    await put({ ...at(baseUrl), key: secretKey });
    expect(await put({ ...at(baseUrl), key: null })).toMatchObject({
      body: { hasKey: false },
    });
  });
});

describe('a key that the model server’s error quotes (rule 6.5)', () => {
  const key = 'sk-chime+in/secret=key"1234567890';
  const inPath = 'path-key-0987654321';
  const base64 = Buffer.from(key).toString('base64');
  const forms = [
    key,
    `Bearer ${key}`,
    encodeURIComponent(key),
    JSON.stringify(key).slice(1, -1),
    base64,
  ];
  const quoted = [...forms, inPath].join(' ');
  const quotes = [
    key,
    encodeURIComponent(key),
    JSON.stringify(key).slice(1, -1),
    base64,
    inPath,
  ];

  beforeEach(() => start());

  it.each<[string, ScriptedAnswer]>([
    [
      '400',
      { status: 400, json: { error: { message: quoted, param: quoted, code: quoted } } },
    ],
    ['400 as a bare string', { status: 400, json: { error: quoted } }],
    ['401', { status: 401, json: { error: { message: quoted } } }],
    [
      '404',
      { status: 404, json: { error: { message: `No model ${quoted}`, type: quoted } } },
    ],
    [
      '429',
      { status: 429, json: { error: { message: quoted, code: 'insufficient_quota' } } },
    ],
    ['200 with an error inside', { json: { error: { message: quoted } } }],
    [
      'a page',
      { status: 500, headers: { 'content-type': 'text/html' }, text: `<p>${quoted}</p>` },
    ],
    [
      'a redirect',
      {
        status: 302,
        headers: { location: `/login?key=${encodeURIComponent(key)}` },
        text: '',
      },
    ],
  ])('appears in no response, no log line and no row: %s', async (_, answer) => {
    const { origin } = await openModelServer(Array.from({ length: 12 }, () => answer));
    const asked = { kind: 'other', baseUrl: `${origin}/${inPath}/v1`, key };
    await put({ ...asked, model: 'gpt-4.1-mini' });
    const answers = [
      await post('models', asked),
      await post('test', { ...asked, model: 'gpt-4.1-mini' }),
      await draft(test.db),
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
