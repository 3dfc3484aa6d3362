import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Changes, noChanges } from '../core/events.ts';
import { eventRoutes, openEventStream, sendEvent } from './live-stream.ts';

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
