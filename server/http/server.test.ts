import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express, { type Express } from 'express';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { updateCommentSchema } from '#shared/contracts/comments.ts';
import { idPathSchema, textSchema } from '#shared/contracts/primitives.ts';
import { updateUserSettingsSchema } from '#shared/contracts/settings.ts';
import { videoSearchQuerySchema } from '#shared/contracts/videos.ts';
import { createVoiceProfileSchema } from '#shared/contracts/voice.ts';
import { AppError, conflict } from '../core/errors.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { testDatabase } from '../testing/database.ts';
import { errorHandler, readInput, routes, unknownPath } from './handle.ts';
import { serveClient } from './pages.ts';
import { listen, trackRequests } from './server.ts';

function newServer() {
  const server = createServer();
  onTestFinished(() => void server.close());
  return server;
}

it('server keeps idle connections longer than a reverse proxy does', async () => {
  const server = newServer().on('request', (_req, res) => res.end());
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await answer.text();
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(120);
  server.closeAllConnections();
});

it('listen explains what to do when HOST is not an address of this machine', async () => {
  await expect(listen(newServer(), { host: '192.0.2.1', port: 0 })).rejects.toThrow(
    /Set HOST to an address/,
  );
});

const refuse: RequestListener = (_req, res) => {
  res.writeHead(503, { Connection: 'close' }).end('Come back later.');
};

async function startServer(answer: (path: string, res: ServerResponse) => void) {
  const server = createServer((req, res) => answer(req.url ?? '', res));
  const requests = trackRequests(server);
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests, port, url: `http://127.0.0.1:${port}` };
}

it.each<[string, RequestInit]>([
  ['a response', {}],
  // This stream ends by itself, unlike the stream of changes.
  ['a streamed draft', { method: 'POST', headers: { Accept: 'text/event-stream' } }],
])('shutdown waits for %s, but not for the stream of changes', async (_, request) => {
  const open: ServerResponse[] = [];
  const { requests, url } = await startServer((path, res) => {
    if (path === '/events')
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n');
    else open.push(res);
  });
  const stream = await fetch(`${url}/events`, {
    headers: { Accept: 'text/event-stream' },
  });
  const answers = [fetch(`${url}/one`, request), fetch(`${url}/two`, request)];
  await expect.poll(() => open.length).toBe(2);

  let isQuiet = false;
  const quiet = requests.quiet(refuse).then(() => {
    isQuiet = true;
  });
  open[0]?.end();
  await Promise.race(answers);
  expect(isQuiet).toBe(false);
  open[1]?.end();
  await Promise.all([...answers, quiet]);
  await stream.body?.cancel();
});

it('shutdown does not wait for a client that has gone away', async () => {
  const gone = new AbortController();
  let asked = false;
  const { requests, url } = await startServer(() => {
    asked = true;
  });
  const answer = fetch(url, { signal: gone.signal }).catch(() => null);
  await expect.poll(() => asked).toBe(true);
  gone.abort();
  await answer;
  await requests.quiet(refuse);
});

it('shutdown refuses a request whose body has not arrived completely, and does not wait for the rest', async () => {
  const asked: string[] = [];
  const { requests, port } = await startServer((path) => asked.push(path));
  const client = connect(port, '127.0.0.1');
  client.write(
    'POST /half HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf',
  );
  await expect.poll(() => asked).toEqual(['/half']);
  await requests.quiet(refuse);
  expect(await text(client)).toMatch(/^HTTP\/1\.1 503 .*Come back later\./s);
});

describe('privacy page', () => {
  const test = testDatabase('once');
  let app: TestApp;
  beforeAll(async () => {
    const client = serveClient(join(import.meta.dirname, '../../client/public'));
    app = await startTestApp({ database: test.database, client });
  });
  afterAll(() => app.close());

  const accepts = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

  it('tells a signed-out visitor what is stored', async () => {
    const response = await app.browser().send('/privacy', accepts);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('set-cookie')).toBeNull();
    const html = await response.text();
    for (const said of [
      ...'At most 30 days|AES-256-GCM|Half an hour|four weeks'.split('|'),
      'Channels you follow and standing searches',
      'To the mail server, ntfy server and webhook',
      'posting slots and time zone',
      'other people’s replies with their names',
      'browser’s history',
      'Disconnect YouTube',
      'Disconnect Model',
      'without tokens, the language model’s key, passwords and secrets of notices',
      'withdraw them in Comment History',
    ])
      expect(html).toContain(said);
    expect(html).not.toMatch(/<script(?! src="\/)|\son\w+=/);
  });

  it('links to YouTube’s terms, Google’s privacy policy and the page that revokes access', async () => {
    const html = await (await app.browser().send('/privacy', accepts)).text();
    const outside = [...html.matchAll(/<a href="(https:[^"]+)"([^>]*)>/g)];
    expect(outside.map(([, href]) => href)).toEqual([
      'https://www.youtube.com/t/terms',
      'https://policies.google.com/privacy',
      'https://myaccount.google.com/permissions',
    ]);
    for (const [, , attributes] of outside)
      expect(attributes).toBe(' target="_blank" rel="noreferrer"');
  });
});

describe('static files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'client-'));
  const script = 'console.log("a script of some size");'.repeat(100);
  let app: Express;
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

  beforeAll(() => {
    mkdirSync(join(directory, 'assets'));
    writeFileSync(join(directory, 'index.html'), '<title>Chime In</title>');
    writeFileSync(join(directory, 'theme.js'), 'document.documentElement');
    writeFileSync(join(directory, 'assets/main-abc123.js'), 'export {}');
    writeFileSync(join(directory, 'assets/big-abc123.js'), script);
    writeFileSync(join(directory, 'assets/big-abc123.js.br'), brotliCompressSync(script));
    writeFileSync(join(directory, 'assets/big-abc123.js.gz'), gzipSync(script));
    app = express().use(serveClient(directory));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each(['/', '/queue', '/no/such/page', '/release-1.2', '/apiary'])(
    'include the page for %s',
    async (path) => {
      const page = await request(app).get(path).set('Accept', html).expect(200);
      expect(page.text).toContain('Chime In');
      expect(page.get('Cache-Control')).toBe('no-cache');
    },
  );

  it('are cached for a year when their names are hashed, and are otherwise revalidated', async () => {
    const hashed = await request(app).get('/assets/main-abc123.js').expect(200);
    expect(hashed.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const plain = await request(app).get('/theme.js').expect(200);
    expect(plain.get('Cache-Control')).toBe('no-cache');
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])(
    'are sent as compressed at build time to a browser that accepts %s',
    async (accepted, encoding) => {
      const answer = await request(app)
        .get('/assets/big-abc123.js')
        .set('Accept-Encoding', accepted)
        .expect(200);
      expect(answer.get('Content-Encoding')).toBe(encoding);
      expect(answer.get('Content-Type')).toMatch(/javascript/);
      expect(answer.get('Vary')).toBe('Accept-Encoding');
      expect(answer.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
      const sizes = {
        br: brotliCompressSync(script).length,
        gzip: gzipSync(script).length,
      };
      const size =
        encoding === 'br' || encoding === 'gzip' ? sizes[encoding] : script.length;
      expect(Number(answer.get('Content-Length'))).toBe(size);
    },
  );

  it.each([
    ...['/api/nothing', '/api', '/auth/nothing', '/healthz', '/readyz'].map(
      (path) => ['get', path, html] as const,
    ),
    ['get', '/assets/gone.js', '*/*'],
    ['get', '/gone.png', '*/*'],
    ['get', '/queue', 'application/json'],
    ['post', '/queue', html],
    // A file outside the folder is not served.
    ['get', '/assets/..%2f..%2fpackage.json', '*/*'],
  ] as const)('do not include %s %s for Accept: %s', async (method, path, accept) => {
    await request(app)[method](path).set('Accept', accept).expect(404);
  });
});

const report = vi.fn();

function appThat(fails: () => unknown) {
  const app = express();
  app.use(express.json({ limit: 100_000 }));
  app.get('/fails', async () => fails());
  app.get('/begun', (_req, res) => {
    res.write('half an answer');
    throw new Error('too late');
  });
  const contract = { params: idPathSchema, body: z.object({ text: textSchema(10) }) };
  app.use(routes((route) => route('post /things/:id', contract, () => void fails())));
  app.use(unknownPath, errorHandler(report));
  return app;
}

const throwing = (error: unknown) =>
  appThat(() => {
    throw error;
  });
const fine = appThat(() => undefined);
const problem = /^application\/problem\+json/;

it('error handler returns an expected error with its code, detail and extra members', async () => {
  const answer = await request(
    throwing(conflict('revision_conflict', 'Look again.', { current: { a: 1 } })),
  )
    .get('/fails')
    .expect(409)
    .expect('Content-Type', problem);
  expect(answer.body).toEqual({
    status: 409,
    title: 'Conflict',
    detail: 'Look again.',
    code: 'revision_conflict',
    current: { a: 1 },
  });
  expect(report).not.toHaveBeenCalled();
});

it('error handler hides the message of an unexpected error, and reports it', async () => {
  const error = new Error('password=hunter2 in /root/secret.ts');
  const answer = await request(throwing(error))
    .get('/fails')
    .expect(500)
    .expect('Content-Type', problem);
  expect(answer.body.code).toBe('internal');
  expect(answer.text).not.toMatch(/hunter2|secret/);
  expect(report).toHaveBeenLastCalledWith(error);
});

it('error handler names the limit when a request body is too large', async () => {
  const { body } = await request(fine)
    .post('/things/1')
    .send({ text: 'x'.repeat(100_000) })
    .expect(413);
  expect(body.detail).toBe('This request is larger than 100 kB. Shorten the text.');
});

it.each([
  ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['a shutdown', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['a lost connection', new Error('Connection terminated unexpectedly')],
  ['too many connections', Object.assign(new Error('sorry'), { code: '53300' })],
])('error handler returns database_unavailable after %s', async (_what, cause) => {
  const error = new Error('Failed query: select 1\nparams: ', { cause });
  const answer = await request(throwing(error)).get('/fails').expect(503);
  expect(answer.body.code).toBe('database_unavailable');
  expect(report).toHaveBeenLastCalledWith(error);
});

it.each([
  ['text that PostgreSQL cannot store', '22021', 400, 'invalid_request'],
  ['a row that refers to a row deleted in the meantime', '23503', 404, 'not_found'],
])('error handler returns $2 for $0', async (_what, code, status, problemCode) => {
  const error = new Error('Failed query', {
    cause: Object.assign(new Error('refused'), { code }),
  });
  const answer = await request(throwing(error)).get('/fails').expect(status);
  expect(answer.body.code).toBe(problemCode);
});

it('error handler closes the connection when the response has already begun', async () => {
  await expect(request(fine).get('/begun')).rejects.toThrow(/aborted|hang up/);
});

it.each(['0', '-1', '1.5', '2147483648', '99999999999999999999', '\0', '1 or 1=1'])(
  '%j is not a valid ID',
  (id) => {
    expect(idPathSchema.safeParse({ id }).success).toBe(false);
  },
);

it.each([
  [idPathSchema, { id: 'abc' }, 'The field “id” must be a whole number.'],
  [updateUserSettingsSchema, {}, 'The field “autoQueueEnabled” is missing.'],
  [
    updateUserSettingsSchema,
    { autoQueueEnabled: 1 },
    'The field “autoQueueEnabled” must be a boolean, not a number.',
  ],
  [
    updateUserSettingsSchema,
    { autoQueueEnabled: true, dailyCap: 900 },
    'The field “dailyCap” must be at most 200.',
  ],
  [updateUserSettingsSchema, undefined, 'This request needs a JSON body.'],
  [updateUserSettingsSchema, [], 'The request must be an object, not an array.'],
  [
    updateCommentSchema,
    { status: 'posted' },
    'The field “status” must be one of approved, rejected, pending.',
  ],
  [
    updateCommentSchema,
    { content: 'x'.repeat(10_001) },
    'The field “content” must be at most 10,000 characters.',
  ],
  [
    updateCommentSchema,
    { content: 'a', status: 'approved' },
    'The request has fields that are not known here: status.',
  ],
  [createVoiceProfileSchema, { name: ' ' }, 'Profile name is required.'],
  [videoSearchQuerySchema, { q: '' }, 'Type something to search for.'],
] as const)(
  'readInput explains invalid input in a sentence: $2',
  (schema, value, sentence) => {
    expect(() => readInput<unknown>(schema, value)).toThrow(
      new AppError(400, 'invalid_request', sentence),
    );
  },
);
