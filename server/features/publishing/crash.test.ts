import { expect, it, vi } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { createBrowser } from '../../testing/browser.ts';
import { processEnvironment, startApp } from '../../testing/processes.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

/** What is looked for after a kill has its turns every five seconds. */
const [minute, CLOCK_SPEED] = [60_000, '5'];

/** Starts the app and signs in; with the port of an earlier start, so that the sandbox knows the redirect. */
async function signedIn(env: Record<string, string>) {
  const app = await startApp(env);
  const browser = createBrowser(app.origin);
  await browser.signIn();
  return { app, browser };
}

type SignedIn = Awaited<ReturnType<typeof signedIn>>['browser'];

async function approvedComments(browser: SignedIn): Promise<number[]> {
  const found = (await (await browser.get('/api/videos/search?q=kubernetes')).json()) as {
    videos: { id: number; commentsOff: boolean }[];
  };
  const ids: number[] = [];
  for (const video of found.videos.filter(({ commentsOff }) => !commentsOff).slice(0, 2)) {
    const draft = await browser.post('/api/comments/generate', { videoId: video.id, style: 'insightful' });
    const { comment } = (await draft.json()) as { comment: Comment };
    await browser.post('/api/queue', { commentId: comment.id, priority: 0, autoPost: false });
    await browser.patch(`/api/comments/${comment.id}`, { status: 'approved' });
    ids.push(comment.id);
  }
  return ids;
}

async function commentOf(browser: SignedIn, id: number | undefined): Promise<Comment | undefined> {
  const comments = (await (await browser.get('/api/comments')).json()) as Comment[];
  return comments.find((comment) => comment.id === id);
}

const inserts = (sandbox: Sandbox) =>
  sandbox.admin
    .requests()
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/commentThreads'));

it('a killed process posts its comment once, a stopped one finishes it (rule 7.16)', async () => {
  const { sandbox, env } = await processEnvironment();
  const first = await signedIn(env);
  const [id, other] = await approvedComments(first.browser);
  sandbox.admin.fault({
    match: { method: 'POST', path: '/youtube/v3/commentThreads' },
    fault: { kind: 'accept-then-hang' },
  });
  const unanswered = first.browser.post(`/api/comments/${id}/post`).catch(() => null);
  await expect.poll(() => sandbox.admin.comments().length).toBe(1);
  // Between YouTube's answer and our commit.
  await first.app.kill();
  await unanswered;

  const second = await signedIn({ ...env, CLOCK_AHEAD_MS: String(2 * minute), CLOCK_SPEED });
  await expect
    .poll(async () => (await commentOf(second.browser, id))?.status, { interval: 200 })
    .toBe('posted');
  const [onYouTube, ...more] = sandbox.admin.comments();
  expect(more).toEqual([]);
  expect((await commentOf(second.browser, id))?.youtubeCommentId).toBe(onYouTube?.id);
  expect(inserts(sandbox)).toHaveLength(1);

  sandbox.admin.fault({ match: { path: '/youtube/v3/commentThreads' }, fault: { kind: 'delay', ms: 700 } });
  const posting = second.browser.post(`/api/comments/${other}/post`);
  await expect.poll(() => inserts(sandbox).length).toBe(2);
  const code = second.app.terminate();
  const answer = await posting;
  expect([answer.status, ((await answer.json()) as Comment).status]).toEqual([200, 'posted']);
  expect(await code).toBe(0);
});

it('a killed process changes and withdraws once, too (rules 7.16, 13.16)', async () => {
  const { sandbox, env } = await processEnvironment();
  const first = await signedIn(env);
  const [changing, withdrawing] = await approvedComments(first.browser);
  for (const id of [changing, withdrawing]) await first.browser.post(`/api/comments/${id}/post`);
  const callsOf = (method: string) =>
    sandbox.admin
      .requests()
      .filter((request) => request.method === method && request.path.endsWith('/v3/comments'));
  async function killedDuring(
    method: string,
    { app }: Awaited<ReturnType<typeof signedIn>>,
    order: () => Promise<Response>,
  ) {
    sandbox.admin.fault({
      match: { method, path: '/youtube/v3/comments' },
      fault: { kind: 'accept-then-hang' },
    });
    const unanswered = order().catch(() => null);
    await expect.poll(() => callsOf(method).length).toBe(1);
    await app.kill();
    await unanswered;
  }
  await killedDuring('PUT', first, () =>
    first.browser.post(`/api/comments/${changing}/change`, { content: 'Said better.', revision: 3 }),
  );
  const second = await signedIn({ ...env, CLOCK_AHEAD_MS: String(2 * minute), CLOCK_SPEED });
  await expect
    .poll(async () => (await commentOf(second.browser, changing))?.content, { interval: 200 })
    .toBe('Said better.');
  await killedDuring('DELETE', second, () =>
    second.browser.post(`/api/comments/${withdrawing}/withdraw`, { revision: 3 }),
  );
  const third = await signedIn({ ...env, CLOCK_AHEAD_MS: String(4 * minute), CLOCK_SPEED });
  await expect
    .poll(async () => (await commentOf(third.browser, withdrawing))?.withdrawnAt, { interval: 200 })
    .not.toBeNull();
  expect(sandbox.admin.comments().filter(({ state }) => state === 'published')).toMatchObject([
    { text: 'Said better.' },
  ]);
  expect([callsOf('PUT').length, callsOf('DELETE').length]).toEqual([1, 1]);
});
