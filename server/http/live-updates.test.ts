import { setTimeout as sleep } from 'node:timers/promises';
import express, { type RequestHandler, type Response } from 'express';
import { expect, it } from 'vitest';
import { createEvents } from '../core/events.ts';
import { served } from '../testing/processes.ts';
import { eventRoutes } from './live-updates.ts';

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
  app.use(
    eventRoutes({
      events,
      isOwner: async () => true,
      stopping: new AbortController().signal,
    }),
  );
  return fetch(`${await served(app)}/events?after=${events.lastId()}`);
}

it('stream of changes writes nothing after its end, even if its last bytes leave slowly', async () => {
  let stream: Response | undefined;
  const afterEnd: unknown[] = [];
  const events = createEvents();
  const page = { session: { googleSub: '1' } };
  const answer = await changesFor(page, events, (_req, res, next) => {
    stream = res;
    const { end, write } = res;
    // Simulates a browser on a machine that sleeps: the response should end, but has not
    // ended yet.
    Object.assign(res, {
      end() {
        Object.assign(res, {
          write: (chunk: unknown) => afterEnd.push(chunk) > 0,
          end: () => res,
        });
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
