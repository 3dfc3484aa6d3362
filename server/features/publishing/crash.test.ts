import { expect, it, vi } from 'vitest';
import type { Comment } from '#shared/contracts/comments.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { createBrowser } from '../../testing/browser.ts';
import { processEnvironment, startApp } from '../../testing/process-environment.ts';

/** What happens to a comment when its process is really killed, the sandbox living on (DESIGN §7). */

// Starting whole processes takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const minute = 60_000;

/** Starts the app and signs in; with the port of an earlier start, so that the sandbox knows the redirect. */
async function signedIn(env: Record<string, string>) {
  const app = await startApp(env);
  const browser = createBrowser(app.origin);
  await browser.signIn();
  return { app, browser };
}

type SignedIn = Awaited<ReturnType<typeof signedIn>>['browser'];

async function approvedComment(browser: SignedIn): Promise<number> {
  const found = (await (await browser.get('/api/videos/search?q=kubernetes')).json()) as {
    videos: { id: number; commentsOff: boolean }[];
  };
  const video = found.videos.find(({ commentsOff }) => !commentsOff);
  const draft = await browser.post('/api/comments/generate', { videoId: video?.id, style: 'insightful' });
  const { comment } = (await draft.json()) as { comment: Comment };
  await browser.post('/api/queue', { commentId: comment.id, priority: 0, autoPost: false });
  await browser.patch(`/api/comments/${comment.id}`, { status: 'approved' });
  return comment.id;
}

async function commentOf(browser: SignedIn, id: number): Promise<Comment | undefined> {
  const comments = (await (await browser.get('/api/comments')).json()) as Comment[];
  return comments.find((comment) => comment.id === id);
}

const inserts = (sandbox: Sandbox) =>
  sandbox.admin
    .requests()
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/commentThreads'));

it('killed between YouTube’s answer and our commit: one comment on YouTube, and status posted', async () => {
  const { sandbox, env } = await processEnvironment();
  const first = await signedIn(env);
  const id = await approvedComment(first.browser);
  sandbox.admin.fault({
    match: { method: 'POST', path: '/youtube/v3/commentThreads' },
    fault: { kind: 'accept-then-hang' },
  });
  const unanswered = first.browser.post(`/api/comments/${id}/post`).catch(() => null);
  await expect.poll(() => sandbox.admin.comments().length).toBe(1);
  await first.app.kill();
  await unanswered;

  const second = await signedIn({ ...env, CLOCK_AHEAD_MS: String(2 * minute) });
  await expect
    .poll(async () => (await commentOf(second.browser, id))?.status, { interval: 200 })
    .toBe('posted');
  const [onYouTube, ...more] = sandbox.admin.comments();
  expect(more).toEqual([]);
  expect((await commentOf(second.browser, id))?.youtubeCommentId).toBe(onYouTube?.id);
  expect(inserts(sandbox)).toHaveLength(1);
});

it('stopped in the middle of a post: the attempt is finished before the process ends', async () => {
  const { sandbox, env } = await processEnvironment();
  const first = await signedIn(env);
  const id = await approvedComment(first.browser);
  sandbox.admin.fault({ match: { path: '/youtube/v3/commentThreads' }, fault: { kind: 'delay', ms: 700 } });
  const posting = first.browser.post(`/api/comments/${id}/post`);
  await expect.poll(() => inserts(sandbox).length).toBe(1);
  const code = first.app.terminate();
  expect((await posting).status).toBe(200);
  expect(await code).toBe(0);

  const second = await signedIn(env);
  expect((await commentOf(second.browser, id))?.status).toBe('posted');
  expect(sandbox.admin.comments()).toHaveLength(1);
});
