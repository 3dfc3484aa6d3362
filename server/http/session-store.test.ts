import { promisify } from 'node:util';
import type { SessionData } from 'express-session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessions } from '#shared/schema.ts';
import { testDatabase } from '../testing/database.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';

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

const set = (sid: string, data: SessionData) => promisify(store.set.bind(store))(sid, data);
const get = (sid: string) =>
  new Promise<SessionData | null | undefined>((resolve, reject) => {
    store.get(sid, (error, data) => (error ? reject(error) : resolve(data)));
  });

test('keeps, changes and ends a session', async () => {
  await set('a', sessionUntil(inMs(60_000)));
  expect(await get('a')).toMatchObject({ googleSub: '1', renewedAt: 5, cookie: { path: '/' } });
  await set('a', { ...sessionUntil(inMs(60_000)), googleSub: '2' });
  expect(await get('a')).toMatchObject({ googleSub: '2' });
  await promisify(store.destroy.bind(store))('a');
  expect(await get('a')).toBeUndefined();
});

test('an expired session is no session, and pruning removes it', async () => {
  await set('old', sessionUntil(inMs(-60_000)));
  await set('new', sessionUntil(inMs(60_000)));
  expect(await get('old')).toBeUndefined();
  await new Promise<void>((resolve) => store.pruneSessions(() => resolve()));
  expect(await t.db.select({ sid: sessions.sid }).from(sessions)).toEqual([{ sid: 'new' }]);
});

test('using a session writes nothing', async () => {
  await set('a', sessionUntil(inMs(60_000)));
  const [before] = await t.db.select().from(sessions);
  await new Promise<void>((resolve) => store.touch('a', sessionUntil(inMs(120_000)), () => resolve()));
  expect(await t.db.select().from(sessions)).toEqual([before]);
});

test('a lost database is an error for the request that asks', async () => {
  const lost = createSessionStore({ query: () => Promise.reject(new Error('gone')) }, log);
  await expect(promisify(lost.get.bind(lost))('a')).rejects.toThrow('gone');
  lost.close();
});
