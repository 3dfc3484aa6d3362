import express from 'express';
import { describe, expect, it } from 'vitest';
import { served } from '../testing/processes.ts';
import { compressed } from './compression.ts';
import { openEventStream, sendEvent } from './event-stream.ts';

describe('compression (rule 10.6)', () => {
  async function ask(path: string, encoding: string) {
    const app = express();
    app.use(compressed());
    app.get('/long', (_req, res) =>
      res.json(Array.from({ length: 500 }, (_, id) => ({ id }))),
    );
    app.get('/short', (_req, res) => res.json({ ok: true }));
    app.get('/backup', (_req, res) =>
      res.type('application/gzip').send(Buffer.alloc(5_000)),
    );
    app.get('/events', (_req, res) => {
      openEventStream(res);
      sendEvent(res, 'refresh', { text: 'x'.repeat(5_000) });
    });
    return fetch(`${await served(app)}${path}`, {
      headers: { 'Accept-Encoding': encoding },
    });
  }

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])(
    'of long JSON for a browser that accepts %s is %s, with a Vary header',
    async (taken, encoding) => {
      const answer = await ask('/long', taken);
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      expect(await answer.json()).toHaveLength(500);
    },
  );

  it.each(['/short', '/backup', '/events'])(
    'is not used for %s, and events are sent at once',
    async (path) => {
      const answer = await ask(path, 'br, gzip');
      expect(answer.headers.get('content-encoding')).toBeNull();
      const reader = answer.body?.getReader();
      const begun = new TextDecoder().decode((await reader?.read())?.value);
      if (path === '/events') expect(begun).toContain('event: refresh');
      await reader?.cancel();
    },
  );
});
