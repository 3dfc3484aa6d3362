import { EventEmitter, once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type RequestHandler, type Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createEvents } from '../core/events.ts';
import { served } from '../testing/processes.ts';
import { errorHandler } from './handle.ts';
import { compressed, eventRoutes, openEventStream, sendEvent, sendList } from './live-stream.ts';

async function changesFor(
  page: { session: { googleSub: string } | null },
  events = createEvents(),
  before: RequestHandler = (_req, _res, next) => next(),
) {
  const app = express().use(before, (req, _res, next) => {
    const sessionStore = {
      get: (_id: string, tell: (...found: unknown[]) => void) => tell(null, page.session),
    };
    Object.assign(req, { sessionID: 'one', sessionStore });
    next();
  });
  app.use(eventRoutes({ events, isOwner: async () => true, stopping: new AbortController().signal }));
  return fetch(`${await served(app)}/events`);
}

it('stream of changes writes nothing after its end, even if its last bytes leave slowly', async () => {
  let stream: Response | undefined;
  const afterEnd: unknown[] = [];
  const events = createEvents();
  const page = { session: { googleSub: '1' } };
  const answer = await changesFor(page, events, (_req, res, next) => {
    stream = res;
    const { end, write } = res;
    // Simulates a browser on a machine that sleeps: the response should end, but has not ended yet.
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
    next();
  });

  Object.assign(page, { session: null });
  events.changed('auth');
  await sleep(10);
  events.changed('queue');
  const text = await answer.text();
  expect(afterEnd).toEqual([]);
  expect(text).toBe('retry: 2000\n\n');
  expect(stream?.writableEnded).toBe(true);
});

it('stream of changes ends when the session ended while it was being opened', async () => {
  expect(await (await changesFor({ session: null })).text()).toBe('retry: 2000\n\n');
});

describe('openEventStream', () => {
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

  it('writes nothing after its connection closes', () => {
    const { res, written } = answer();
    openEventStream(res);
    res.emit('close');
    vi.advanceTimersByTime(60_000);
    expect(written).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('sendList', () => {
  const reported: unknown[] = [];

  async function serve(rows: AsyncIterable<number[]>): Promise<string> {
    const app = express();
    app.use(compressed());
    app.get('/', (req, res) =>
      sendList(
        req,
        res,
        { total: 5, cursor: null, rows },
        { present: String, contract: z.array(z.string()) },
      ),
    );
    app.use(errorHandler((error) => reported.push(error)));
    return served(app);
  }

  it('sends all batches as one array, and no batches as an empty array', async () => {
    async function* batches() {
      yield [1, 2];
      yield [3];
    }
    expect(await (await fetch(await serve(batches()))).json()).toEqual(['1', '2', '3']);
    async function* none() {}
    expect(await (await fetch(await serve(none()))).json()).toEqual([]);
  });

  it('responds with a problem when reading fails before the first row (rule 10.2)', async () => {
    // biome-ignore lint/correctness/useYield: it fails before the first batch.
    async function* broken(): AsyncGenerator<number[]> {
      throw new Error('no database');
    }
    const answer = await fetch(await serve(broken()));
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal' }]);
  });

  it('closes the connection when reading fails later, so that a partial list is not taken for complete', async () => {
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
    'stops reading when a client with %s encoding goes away',
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
      // A report would come a little later.
      await sleep(20);
      expect(reported).toEqual([]);
    },
  );
});

describe('compression (rule 10.6)', () => {
  async function ask(path: string, encoding: string) {
    const app = express();
    app.use(compressed());
    app.get('/long', (_req, res) => res.json(Array.from({ length: 500 }, (_, id) => ({ id }))));
    app.get('/short', (_req, res) => res.json({ ok: true }));
    app.get('/backup', (_req, res) => res.type('application/gzip').send(Buffer.alloc(5_000)));
    app.get('/events', (_req, res) => {
      openEventStream(res);
      sendEvent(res, 'refresh', { text: 'x'.repeat(5_000) });
    });
    return fetch(`${await served(app)}${path}`, { headers: { 'Accept-Encoding': encoding } });
  }

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('of long JSON for a browser that accepts %s is %s, with a Vary header', async (taken, encoding) => {
    const answer = await ask('/long', taken);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(await answer.json()).toHaveLength(500);
  });

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
