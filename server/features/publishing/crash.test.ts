import { expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { createBrowser } from '../../testing/browser.ts';
import { processEnvironment, startApp } from '../../testing/processes.ts';

/** A fast clock, because checks after a kill run only every five seconds. */
const minute = 60_000;
const CLOCK_SPEED = '5';

/**
 * Starts the app and signs in. Uses the port of an earlier start, so that the sandbox
 * knows the redirect address.
 */
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
  for (const video of found.videos
    .filter(({ commentsOff }) => !commentsOff)
    .slice(0, 2)) {
    const draft = await browser.post('/api/comments/generate', {
      videoId: video.id,
      style: 'insightful',
    });
    const { comment } = (await draft.json()) as { comment: Comment };
    await browser.post('/api/queue', {
      commentId: comment.id,
      priority: 0,
      autoPost: false,
    });
    await browser.patch(`/api/comments/${comment.id}`, { status: 'approved' });
    ids.push(comment.id);
  }
  return ids;
}

async function commentOf(
  browser: SignedIn,
  id: number | undefined,
): Promise<Comment | undefined> {
  const comments = (await (await browser.get('/api/comments')).json()) as Comment[];
  return comments.find((comment) => comment.id === id);
}

it('a comment is posted, changed and withdrawn once although the app is killed; a stopped app finishes its post (rules 7.16, 13.16)', async () => {
  const { sandbox, env } = await processEnvironment();
  const { admin } = sandbox;
  const insert = { method: 'POST', path: '/youtube/v3/commentThreads' };
  const comments = { path: '/youtube/v3/comments' };
  const sent = ({ method, path }: typeof insert) =>
    admin
      .requests()
      .filter((request) => request.method === method && request.path === path).length;
  let starts = 0;
  const restarted = () => {
    starts += 1;
    return signedIn({ ...env, CLOCK_AHEAD_MS: String(2 * minute * starts), CLOCK_SPEED });
  };
  /** Kills the app between YouTube's response and our commit. */
  async function killedDuring(
    call: typeof insert,
    { app, browser }: Awaited<ReturnType<typeof signedIn>>,
    path: string,
    order: object,
  ) {
    admin.fault({ match: call, fault: { kind: 'accept-then-hang' } });
    const unanswered = browser.post(`/api/comments/${path}`, order).catch(() => null);
    await expect.poll(() => sent(call)).toBe(1);
    await app.kill();
    await unanswered;
  }
  const seen = (browser: SignedIn, id: number | undefined) =>
    expect.poll(() => commentOf(browser, id), { interval: 200 });

  const first = await signedIn(env);
  const [id, other] = await approvedComments(first.browser);
  await killedDuring(insert, first, `${id}/post`, {});

  const second = await restarted();
  await seen(second.browser, id).toMatchObject({ status: 'posted' });
  expect(admin.comments().map((comment) => comment.id)).toEqual([
    (await commentOf(second.browser, id))?.youtubeCommentId,
  ]);
  const change = { content: 'Said better.', revision: 3 };
  await killedDuring({ ...comments, method: 'PUT' }, second, `${id}/change`, change);

  const third = await restarted();
  await seen(third.browser, id).toMatchObject({ content: 'Said better.' });
  await killedDuring({ ...comments, method: 'DELETE' }, third, `${id}/withdraw`, {
    revision: 4,
  });

  const fourth = await restarted();
  await seen(fourth.browser, id).toMatchObject({ withdrawnAt: expect.any(String) });
  expect(sent(insert)).toBe(1);

  admin.fault({ match: { path: insert.path }, fault: { kind: 'delay', ms: 700 } });
  const posting = fourth.browser.post(`/api/comments/${other}/post`);
  await expect.poll(() => sent(insert)).toBe(2);
  const code = fourth.app.terminate();
  const answer = await posting;
  expect([answer.status, ((await answer.json()) as Comment).status]).toEqual([
    200,
    'posted',
  ]);
  expect(await code).toBe(0);
  expect(admin.comments().map(({ state }) => state)).toEqual(['deleted', 'published']);
  expect([
    sent({ ...comments, method: 'PUT' }),
    sent({ ...comments, method: 'DELETE' }),
  ]).toEqual([1, 1]);
});
