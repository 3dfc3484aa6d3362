import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Response } from 'express';
import { expect, it } from 'vitest';
import { type Changes, noChanges } from '../core/events.ts';
import { eventRoutes } from './event-stream.ts';

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
