import express, { type RequestHandler } from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../core/log.ts';
import { type App, createFront } from './front.ts';

const html = 'text/html,application/xhtml+xml';
const page: RequestHandler = (_req, res) => void res.type('html').send('<title>Chime In</title>');
const says = (text: string): RequestHandler => express().use((req, res) => void res.send(text + req.url));

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

it('answers pages while the database opens, as guarded as ever, and says that it is not ready (rule 3.11)', async () => {
  const { server, close } = opening();
  const local = { Accept: html, Host: 'localhost:3000' };
  const shown = await server.get('/queue').set(local).expect(200, '<title>Chime In</title>');
  expect(shown.get('content-security-policy')).toContain("default-src 'self'");
  await server.get('/privacy').expect(200);
  await server.get('/healthz').expect(200, { status: 'ok' });
  await server.get('/readyz').expect(503, { status: 'unavailable' });
  await server.get('/').set({ Accept: html, Host: 'evil.example' }).expect(421);
  await server
    .get('/')
    .set({ Accept: html, Host: '127.0.0.1:3000' })
    .expect(302)
    .expect('Location', 'http://localhost:3000/');
  await server.get('/api/queue').set('Sec-Fetch-Site', 'cross-site').expect(403);
  close();
});

it('holds what needs the database until it is open, bodies too (rule 3.11)', async () => {
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

it('is ready as long as the open database answers', async () => {
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
