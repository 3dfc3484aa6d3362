import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { createPostgresDatabase } from '../../testing/database.ts';
import { processEnvironment, startApp } from '../../testing/process-environment.ts';
import { openDatabase } from '../client.ts';
import type { Database } from '../database.ts';

let url: string;
let admin: pg.Client;
let database: Database;
let app: TestApp;
let me: Browser;

async function start(): Promise<void> {
  url = (await createPostgresDatabase()) ?? '';
  admin = new pg.Client(inject('postgres')?.url ?? '');
  await admin.connect();
  // As a reader it has no lock to lose: only the pool's connections break.
  database = await openDatabase({ databaseUrl: url, dataDir: '', access: 'reader' });
  app = await startTestApp({ database });
  me = await app.signedIn();
  onTestFinished(async () => {
    await app.close();
    await database.close();
    await admin.end();
  });
}

const name = () => new URL(url).pathname.slice(1);

async function away(): Promise<void> {
  await admin.query(`alter database ${name()} with allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()]);
}
const back = () => admin.query(`alter database ${name()} with allow_connections true`);

it('calls answer 503 while the pool cannot connect, and a due comment goes out afterwards', async () => {
  await start();
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

it('a process whose lock is lost ends with a sentence (rule 3.10)', async () => {
  const { env } = await processEnvironment();
  const app = await startApp(env);
  const cut = new pg.Client(env['DATABASE_URL'] ?? '');
  await cut.connect();
  await cut.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`);
  await cut.end();
  expect(await app.ended).toBe(1);
  expect(app.output()).toContain('Chime In lost the connection that keeps its PostgreSQL database');
});
