import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { createPostgresDatabase } from '../../testing/database.ts';
import { openDatabase } from '../client.ts';
import type { Database } from '../database.ts';

/** PostgreSQL goes away under a running app, and comes back. */
let url: string;
let admin: pg.Client;
let database: Database;
let app: TestApp;
let me: Browser;

beforeEach(async () => {
  url = (await createPostgresDatabase()) ?? '';
  admin = new pg.Client(inject('postgres')?.url ?? '');
  await admin.connect();
  database = await openDatabase({ databaseUrl: url, dataDir: '' });
  app = await startTestApp({ database });
  me = await app.signedIn();
});
afterEach(async () => {
  await app.close();
  await database.close();
  await admin.end();
});

const name = () => new URL(url).pathname.slice(1);

async function away(): Promise<void> {
  await admin.query(`alter database ${name()} with allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()]);
}
const back = () => admin.query(`alter database ${name()} with allow_connections true`);

it('readyz tells, calls answer 503 in words, nothing crashes, and a due comment goes out afterwards', async () => {
  const found = (await (await me.get('/api/videos/search?q=kubernetes')).json()) as {
    videos: { id: number; commentsOff: boolean }[];
  };
  const video = found.videos.find(({ commentsOff }) => !commentsOff);
  const draft = await me.post('/api/comments/generate', { videoId: video?.id, style: 'insightful' });
  const { comment } = (await draft.json()) as { comment: { id: number } };
  const item = (await (await me.post('/api/queue', { commentId: comment.id })).json()) as { id: number };
  await me.patch(`/api/comments/${comment.id}`, { status: 'approved' });
  const scheduledFor = new Date(app.clock.now().getTime() + 30_000).toISOString();
  await me.patch(`/api/queue/${item.id}`, { scheduledFor, autoPost: true });

  await away();
  app.clock.advance(60_000);
  await expect(app.context.services.loop.tick()).rejects.toThrow();
  expect((await app.browser().get('/readyz')).status).toBe(503);
  expect((await app.browser().get('/healthz')).status).toBe(200);
  const refused = await me.get('/api/queue');
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'database_unavailable' }]);
  expect(app.sandbox.admin.comments()).toEqual([]);

  await back();
  await expect.poll(async () => (await app.browser().get('/readyz')).status).toBe(200);
  await app.context.services.loop.tick();
  expect(app.sandbox.admin.comments()).toHaveLength(1);
  expect((await me.get('/api/queue')).status).toBe(200);
});
