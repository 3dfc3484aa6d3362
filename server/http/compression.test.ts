import { createServer, type Server } from 'node:http';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compressed } from './compression.ts';
import { listen } from './listen.ts';
import { openEventStream, sendEvent } from './open-event-stream.ts';

let server: Server;
let origin: string;

beforeEach(async () => {
  const app = express();
  app.use(compressed());
  app.get('/long', (_req, res) => res.json(Array.from({ length: 500 }, (_, id) => ({ id }))));
  app.get('/short', (_req, res) => res.json({ ok: true }));
  app.get('/backup', (_req, res) => res.type('application/gzip').send(Buffer.alloc(5_000)));
  app.get('/events', (_req, res) => {
    openEventStream(res);
    sendEvent(res, 'refresh', { text: 'x'.repeat(5_000) });
  });
  server = createServer(app);
  origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ask = (path: string, encoding: string) =>
  fetch(`${origin}${path}`, { headers: { 'Accept-Encoding': encoding } });

describe('compression (rule 10.6)', () => {
  it.each(['br', 'gzip'])('is %s for long JSON', async (encoding) => {
    const answer = await ask('/long', encoding);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(await answer.json()).toHaveLength(500);
  });

  it('is none where the browser takes none, but caches are told', async () => {
    const answer = await ask('/long', 'identity');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  });

  it.each(['/short', '/backup'])('is none for %s', async (path) => {
    const answer = await ask(path, 'br, gzip');
    expect(answer.headers.get('content-encoding')).toBeNull();
    await answer.arrayBuffer();
  });

  it('is none for an event stream, whose events come at once', async () => {
    const answer = await ask('/events', 'br, gzip');
    expect(answer.headers.get('content-encoding')).toBeNull();
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('event: refresh');
    await reader?.cancel();
  });
});
