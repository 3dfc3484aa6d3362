import { EventEmitter, once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Changes, noChanges } from '../core/events.ts';
import { errorHandler } from './handle.ts';
import { compressed, eventRoutes, openEventStream, sendEvent, sendList } from './live-stream.ts';
import { listen } from './server.ts';

it('writes nothing to a stream that has ended, however slowly its last bytes leave', async () => {
  let tell = (_changes: Changes) => {};
  let stream: Response | undefined;
  const afterEnd: unknown[] = [];
  let session: { googleSub: string } | null = { googleSub: '1' };
  const app = express();
  app.use((req, res, next) => {
    stream = res;
    const { end, write } = res;
    // As when the browser's machine sleeps: the end was asked for, but is not done yet.
    Object.assign(res, {
      end() {
        Object.assign(res, { write: (chunk: unknown) => afterEnd.push(chunk) > 0, end: () => res });
        setTimeout(() => {
          Object.assign(res, { write, end });
          res.end();
        }, 200);
        return res;
      },
    });
    Object.assign(req, { sessionID: 'one', sessionStore: storeOf(() => session) });
    next();
  });
  const events = {
    changed: () => {},
    subscribe(listener: typeof tell) {
      tell = listener;
      return () => {
        tell = () => {};
      };
    },
  };
  app.use(eventRoutes({ events, isOwner: async () => true, stopping: new AbortController().signal }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/events`);

  session = null;
  tell({ ...noChanges(), resources: new Set(['auth']) });
  await sleep(10);
  tell({ ...noChanges(), resources: new Set(['queue']) });
  const text = await answer.text();
  expect(afterEnd).toEqual([]);
  expect(text).toBe('retry: 2000\n\n');
  expect(stream?.writableEnded).toBe(true);
  server.close();
});

it('ends where the session ended while the stream was being opened', async () => {
  const app = express();
  app.use((req, _res, next) => {
    Object.assign(req, { sessionID: 'one', sessionStore: storeOf(() => null) });
    next();
  });
  const events = { changed: () => {}, subscribe: () => () => {} };
  app.use(eventRoutes({ events, isOwner: async () => true, stopping: new AbortController().signal }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/events`);
  expect(await answer.text()).toBe('retry: 2000\n\n');
  server.close();
});

type Session = { googleSub: string } | null;

const storeOf = (session: () => Session) => ({
  get: (_id: string, tell: (error: unknown, session: Session) => void) => tell(null, session()),
});

describe('open event stream', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function answer() {
    const written: string[] = [];
    const res = Object.assign(new EventEmitter(), {
      writeHead: () => {},
      write: (text: string) => written.push(text) > 0,
    }) as unknown as Response;
    return { res, written };
  }

  it('keeps a silent stream alive until it is stopped', () => {
    const { res, written } = answer();
    const beats = vi.fn();
    const stop = openEventStream(res, beats);
    vi.advanceTimersByTime(60_000);
    expect(written).toEqual([': still here\n\n', ': still here\n\n']);
    expect(beats).toHaveBeenCalledTimes(2);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(written).toHaveLength(2);
  });

  it('falls silent with its connection', () => {
    const { res, written } = answer();
    openEventStream(res);
    res.emit('close');
    vi.advanceTimersByTime(60_000);
    expect(written).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('writes an event on two lines, whatever is in it', () => {
    const { res, written } = answer();
    sendEvent(res, 'words', { text: 'a\nb\r\n\n👋' });
    expect(written).toEqual(['event: words\ndata: {"text":"a\\nb\\r\\n\\n👋"}\n\n']);
  });
});

describe('send list', () => {
  let server: Server | undefined;
  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });

  const reported: unknown[] = [];

  /** Sends these batches as a list, and returns its address. */
  async function serve(rows: AsyncIterable<number[]>): Promise<string> {
    const app = express();
    app.use(compressed());
    app.get('/', (req, res) =>
      sendList(
        req,
        res,
        { total: { count: 5, orMore: false }, cursor: null, rows },
        { present: String, contract: z.array(z.string()) },
      ),
    );
    app.use(errorHandler((error) => reported.push(error)));
    server = createServer(app);
    return `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}/`;
  }

  it('sends all batches as one array, and an empty one', async () => {
    async function* batches() {
      yield [1, 2];
      yield [3];
    }
    expect(await (await fetch(await serve(batches()))).json()).toEqual(['1', '2', '3']);
    await new Promise((resolve) => server?.close(resolve));
    async function* none() {}
    expect(await (await fetch(await serve(none()))).json()).toEqual([]);
  });

  it('answers a failure before the first row as a problem (rule 10.2)', async () => {
    // biome-ignore lint/correctness/useYield: it fails before the first batch.
    async function* broken(): AsyncGenerator<number[]> {
      throw new Error('no database');
    }
    const answer = await fetch(await serve(broken()));
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal' }]);
  });

  it('cuts the connection at a later failure, so that no short list is taken for all', async () => {
    reported.length = 0;
    const failure = new Error('the database went away');
    async function* broken() {
      yield [1];
      throw failure;
    }
    const address = await serve(broken());
    await expect(fetch(address).then((answer) => answer.text())).rejects.toThrow();
    expect(reported).toEqual([failure]);
  });

  it.each(['identity', 'gzip'])(
    'reads no further than a client of %s takes, and ends with it',
    async (encoding) => {
      reported.length = 0;
      let read = 0;
      let ended: () => void = () => {};
      const end = new Promise<void>((resolve) => {
        ended = resolve;
      });
      async function* endless() {
        try {
          for (;;) {
            read += 1;
            yield Array.from({ length: 10_000 }, () => Math.random());
          }
        } finally {
          ended();
        }
      }
      const request = get(await serve(endless()), { headers: { 'Accept-Encoding': encoding } });
      const [answer] = await once(request, 'response');
      answer.pause();
      request.destroy();
      await end;
      expect(read).toBeLessThan(200);
      request.destroy();
      await end;
      expect(reported).toEqual([]);
    },
  );
});

describe('compression', () => {
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
});
