import { promisify } from 'node:util';
import express from 'express';
import type { SessionData } from 'express-session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessions } from '#shared/schema.ts';
import { createBrowser } from '../testing/browser.ts';
import { fakeClock } from '../testing/clock.ts';
import { testDatabase } from '../testing/database.ts';
import { served } from '../testing/processes.ts';
import {
  createSessionStore,
  SessionEndedError,
  type SessionStore,
  sessions as sessionsOf,
} from './sessions.ts';

const t = testDatabase();
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let store: SessionStore;

beforeEach(() => {
  vi.clearAllMocks();
  store = createSessionStore(t.database.sessionPool, log);
});
afterEach(() => store.close());

const inMs = (ms: number) => new Date(Date.now() + ms);

function sessionUntil(expires: Date): SessionData {
  return {
    cookie: { originalMaxAge: 1_000, expires, path: '/' },
    googleSub: '1',
    renewedAt: 5,
  } as SessionData;
}

const set = (sid: string, data: SessionData) =>
  promisify(store.set.bind(store))(sid, data);
const get = (sid: string) =>
  new Promise<SessionData | null | undefined>((resolve, reject) => {
    store.get(sid, (error, data) => (error ? reject(error) : resolve(data)));
  });

/**
 * Starts an app whose handler of /change waits until it is released and then changes the
 * session.
 */
async function changingApp() {
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const app = express().use(
    sessionsOf({
      store,
      clock: fakeClock(),
      secret: 'a secret for this test',
      isHttps: false,
    }),
  );
  app.get('/begin', (req, res) => {
    req.session.renewedAt = Date.now();
    res.end();
  });
  app.get('/change', async (req, res) => {
    asked.resolve();
    await release.promise;
    req.session.renewedAt = 7;
    res.end();
  });
  app.get('/regenerate', async (req, res) => {
    await promisify(store.destroy.bind(store))(req.sessionID);
    req.session.regenerate(() => {
      req.session.save((error) => {
        res.send(error instanceof SessionEndedError ? 'ended' : 'begun');
      });
    });
  });
  const browser = createBrowser(await served(app));
  const get = async (path: string) => (await browser.get(path)).text();
  await get('/begin');
  return { get, asked: asked.promise, release: release.resolve };
}

const stored = () => t.db.select().from(sessions);

test('a request does not revive a session that ended during it (rule 6.3)', async () => {
  const { get, asked, release } = await changingApp();
  expect(await stored()).toHaveLength(1);
  const answer = get('/change');
  await asked;
  await t.db.delete(sessions);
  release();
  await answer;
  expect(await stored()).toEqual([]);
});

test('a request’s changes to a session that has not ended are stored', async () => {
  const { get, release } = await changingApp();
  release();
  await get('/change');
  expect(await stored()).toMatchObject([{ sess: { renewedAt: 7 } }]);
});

test('a session that ended cannot be regenerated with a new ID', async () => {
  const { get } = await changingApp();
  expect(await get('/regenerate')).toBe('ended');
});

test('an expired session is not returned, and pruning removes it', async () => {
  await set('old', sessionUntil(inMs(-60_000)));
  await set('new', sessionUntil(inMs(60_000)));
  expect(await get('old')).toBeUndefined();
  await new Promise<void>((resolve) => store.pruneSessions(() => resolve()));
  expect(await t.db.select({ sid: sessions.sid }).from(sessions)).toEqual([
    { sid: 'new' },
  ]);
});

test('using a session does not write to the database', async () => {
  await set('a', sessionUntil(inMs(60_000)));
  const [before] = await t.db.select().from(sessions);
  await new Promise<void>((resolve) =>
    store.touch('a', sessionUntil(inMs(120_000)), () => resolve()),
  );
  expect(await t.db.select().from(sessions)).toEqual([before]);
});

test('a lost database connection fails the request that reads the session', async () => {
  const lost = createSessionStore(
    { query: () => Promise.reject(new Error('gone')) },
    log,
  );
  await expect(promisify(lost.get.bind(lost))('a')).rejects.toThrow('gone');
  lost.close();
});
