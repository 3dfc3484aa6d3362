import express, { type RequestHandler } from 'express';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../core/log.ts';
import { type App, createFront } from './front.ts';

const html = 'text/html,application/xhtml+xml';
const page: RequestHandler = (_req, res) =>
  void res.type('html').send('<title>Chime In</title>');
const says = (text: string): RequestHandler =>
  express().use((req, res) => void res.send(text + req.url));

/** Starts a front whose app is not there until `open` is called. */
function opening() {
  const { promise, resolve } = Promise.withResolvers<App>();
  const config = loadConfig({ NODE_ENV: 'test' });
  const options = { config, log: createLog('silent'), googleOrigin: null, client: page };
  const front = createFront({ ...options, app: promise });
  const server = front.listen(0, '127.0.0.1');
  const open = (ping = async () => {}) =>
    resolve({ auth: says('auth'), api: says('api'), metrics: says('metrics'), ping });
  return { server: request(server), open, close: () => server.close() };
}

describe('while the database opens (rule 3.11)', () => {
  let front: ReturnType<typeof opening>;
  beforeEach(() => {
    front = opening();
  });
  afterEach(() => front.close());

  it('pages are served, with a content security policy', async () => {
    const local = { Accept: html, Host: 'localhost:3000' };
    const shown = await front.server
      .get('/queue')
      .set(local)
      .expect(200, '<title>Chime In</title>');
    expect(shown.get('content-security-policy')).toContain("default-src 'self'");
    await front.server.get('/privacy').expect(200);
  });

  it('/healthz is 200, and /readyz is 503', async () => {
    await front.server.get('/healthz').expect(200, { status: 'ok' });
    await front.server.get('/readyz').expect(503, { status: 'unavailable' });
  });

  it.each(['/', '/queue', '/api/auth/user', '/auth/google/callback'])(
    'a request for %s with the name of another host is refused',
    async (path) => {
      await front.server
        .get(path)
        .set({ Accept: html, Host: 'evil.example' })
        .expect(421);
    },
  );

  it('a page requested by an IP address is redirected to the name of the host', async () => {
    await front.server
      .get('/')
      .set({ Accept: html, Host: '127.0.0.1:3000' })
      .expect(302)
      .expect('Location', 'http://localhost:3000/');
  });

  it('a request from another site is refused', async () => {
    await front.server.get('/api/queue').set('Sec-Fetch-Site', 'cross-site').expect(403);
  });
});

it('requests that need the database wait with their bodies until it is open (rule 3.11)', async () => {
  const { server, open, close } = opening();
  const answered: string[] = [];
  const held = [
    server.get('/api/stats'),
    server.post('/api/queue').send({ a: 1 }),
    server.get('/auth/google'),
  ];
  const all = held.map(async (asked) => {
    const { text } = await asked;
    answered.push(text);
  });
  await server.get('/').expect(200);
  expect(answered).toEqual([]);
  open();
  await Promise.all(all);
  expect(answered.sort()).toEqual(['api/queue', 'api/stats', 'auth/google']);
  close();
});

it('/readyz is 200 as long as the open database responds', async () => {
  const { server, open, close } = opening();
  let isAway = false;
  open(async () => {
    if (isAway) throw new Error('postgres://user:password@host is away');
  });
  await server.get('/readyz').expect(200, { status: 'ready' });
  isAway = true;
  await server.get('/readyz').expect(503, { status: 'unavailable' });
  close();
});
