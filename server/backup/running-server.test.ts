import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import type { Comment } from '#shared/contracts/comments.ts';
import { type Browser, createBrowser } from '../testing/browser.ts';
import { bundledEntries } from '../testing/bundled-entries.ts';
import { processEnvironment, startApp } from '../testing/process-environment.ts';
import { tempDir } from '../testing/temp-dir.ts';

/** The commands as a person types them, beside a server in a process of its own. */

// Starting whole processes takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** Runs a command; its sentences and its exit code. */
async function run(env: Record<string, string>, folder: string, ...args: string[]) {
  const child = spawn(
    process.execPath,
    ['--liftoff-only', '--disable-warning=DEP0169', (await bundledEntries()).backup, ...args],
    { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = await text(child.stderr);
  return { said, code: await ended };
}

const comments = async (browser: Browser) => (await (await browser.get('/api/comments')).json()) as Comment[];

/** Drafts and approves comments on the first videos of a search. */
async function approved(browser: Browser, count: number): Promise<void> {
  const found = (await (await browser.get('/api/videos/search?q=kubernetes')).json()) as {
    videos: { id: number; commentsOff: boolean; commentStatus: unknown }[];
  };
  const open = found.videos.filter((video) => !video.commentsOff && !video.commentStatus).slice(0, count);
  for (const { id } of open) {
    const draft = await browser.post('/api/comments/generate', { videoId: id, style: 'insightful' });
    const { comment } = (await draft.json()) as { comment: Comment };
    await browser.post('/api/queue', { commentId: comment.id, priority: 0, autoPost: false });
    await browser.patch(`/api/comments/${comment.id}`, { status: 'approved' });
  }
}

it('backs up and restores a server that runs, without a single failed answer to a backup', async () => {
  const { sandbox, env } = await processEnvironment();
  const folder = tempDir();
  const app = await startApp(env);
  const browser = createBrowser(app.origin);
  await browser.signIn();
  await approved(browser, 3);

  // People go on working while it is backed up.
  let isBackedUp = false;
  const answers = (async () => {
    const statuses = new Set<number>();
    while (!isBackedUp) statuses.add((await browser.get('/api/queue')).status);
    return [...statuses];
  })();
  const backup = await run(env, folder, 'backup', 'mine.jsonl.gz');
  isBackedUp = true;
  expect(backup).toMatchObject({ code: 0, said: expect.stringMatching(/3 comments, 3 of them queued/) });
  expect(await answers).toEqual([200]);
  expect(readdirSync(folder)).toEqual(['mine.jsonl.gz']);
  expect(statSync(join(folder, 'mine.jsonl.gz')).mode & 0o777).toBe(0o600);
  expect(statSync(join(env['DATA_DIR'] ?? '', 'control')).mode & 0o777).toBe(0o700);
  expect((await run(env, folder, 'backup', 'mine.jsonl.gz')).said).toMatch(/exists already/);

  const before = await comments(browser);
  const [first] = before;
  const posted = await browser.post(`/api/comments/${first?.id}/post`);
  expect(posted.status).toBe(200);
  await approved(browser, 1);

  const refused = await run(env, folder, 'restore', 'mine.jsonl.gz');
  expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/add --replace/) });
  expect(await comments(browser)).toHaveLength(4);

  const restored = await run(env, folder, 'restore', 'mine.jsonl.gz', '--replace');
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.said).toMatch(/3 comments/);
  expect(restored.said).toMatch(/1 comment that went out since/);
  expect(restored.said).toMatch(/sign in with Google again/);
  expect((await browser.get('/readyz')).status).toBe(200);
  const after = await comments(browser);
  expect(after).toHaveLength(3);
  expect(after.find(({ id }) => id === first?.id)).toMatchObject({ status: 'posted' });
  const token = await (await browser.get('/api/auth/token-status')).json();
  expect(token).toMatchObject({ needsReauth: true, code: 'needs_reauth' });

  // It works on: a new sign-in, and the rest goes out, each once.
  await browser.signIn();
  for (const { id, status } of after) {
    if (status === 'approved') expect((await browser.post(`/api/comments/${id}/post`)).status).toBe(200);
  }
  expect(sandbox.admin.comments()).toHaveLength(3);
  expect(await app.terminate()).toBe(0);
});

it('goes to the database itself where no server runs, also after one was killed', async () => {
  // Deeper than a socket's name may be long.
  const { env } = await processEnvironment(join(tempDir(), 'a-folder-with-a-rather-long-name'.repeat(3)));
  const folder = tempDir();
  expect((await run(env, folder, 'restore', 'none.gz')).said).toMatch(/^There is no file /);
  const app = await startApp(env);
  const browser = createBrowser(app.origin);
  await browser.signIn();
  await approved(browser, 2);
  await app.kill();

  expect(await run(env, folder, 'backup', 'offline.jsonl.gz')).toMatchObject({ code: 0 });
  expect(await run(env, folder, 'restore', 'offline.jsonl.gz', '--replace')).toMatchObject({ code: 0 });

  const again = await startApp(env);
  expect((await run(env, folder, 'backup', 'online.jsonl.gz')).said).toMatch(/2 comments/);
  expect(await again.terminate()).toBe(0);
});

it('says how it is used', async () => {
  const { env } = await processEnvironment();
  expect(await run(env, tempDir(), 'restore')).toMatchObject({
    code: 2,
    said: expect.stringContaining('restore FILE'),
  });
  expect((await run({ ...env, PORT: 'x' }, tempDir(), 'backup')).said).toMatch(/^PORT: /);
});
