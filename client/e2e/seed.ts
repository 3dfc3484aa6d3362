import type { APIRequestContext, Page } from '@playwright/test';
import { expect, type SandboxControl } from './app.ts';

interface Found {
  videos: {
    id: number;
    commentsOff: boolean;
    description: string | null;
    title: string;
  }[];
}

async function json<T>(
  request: APIRequestContext,
  method: string,
  url: string,
  data?: unknown,
): Promise<T> {
  const response = await request.fetch(url, {
    method,
    ...(data !== undefined && { data }),
  });
  if (!response.ok())
    throw new Error(`${method} ${url}: ${response.status()} ${await response.text()}`);
  return response.json() as Promise<T>;
}

export interface SeededItem {
  id: number;
  comment: { id: number; content: string; video: { title: string } };
}

/** Drafts and queues comments for the first `count` videos, in the page's session. */
export async function seedQueue(
  page: Page,
  origin: string,
  count: number,
): Promise<SeededItem[]> {
  const tried = new Set<number>();
  let queued = 0;
  for (const query of [
    'kubernetes',
    'python',
    'react',
    'docker',
    'postgresql',
    'mixing',
  ]) {
    if (queued >= count) break;
    const { videos } = await json<Found>(
      page.request,
      'GET',
      `${origin}/api/videos/search?q=${query}`,
    );
    const open = videos.filter(
      ({ id, commentsOff, description }) => !commentsOff && description && !tried.has(id),
    );
    // For some videos the model has nothing to add, so the loop continues with others.
    while (open.length > 0 && queued < count) {
      const videoIds = open.splice(0, Math.min(50, count - queued)).map(({ id }) => id);
      for (const id of videoIds) tried.add(id);
      const body = { videoIds, style: 'insightful', addToQueue: true };
      const { summary } = await json<{ summary: { addedToQueue: number } }>(
        page.request,
        'POST',
        `${origin}/api/comments/generate-bulk`,
        body,
      );
      queued += summary.addedToQueue;
    }
  }
  return json(page.request, 'GET', `${origin}/api/queue`);
}

export const approve = (page: Page, origin: string, commentId: number) =>
  json(page.request, 'PATCH', `${origin}/api/comments/${commentId}`, {
    status: 'approved',
  });

export const post = (page: Page, origin: string, commentId: number) =>
  json(page.request, 'POST', `${origin}/api/comments/${commentId}/post`, {});

/**
 * Lets strangers reply to the first posted comment, and waits until the app has found the
 * replies.
 */
export async function seedReplies(
  page: Page,
  { origin, sandbox }: { origin: string; sandbox: SandboxControl },
  count: number,
): Promise<void> {
  const [thread] = await sandbox.comments();
  const data = { count, by: 'stranger', afterSeconds: 0 };
  await page.request.post(`${sandbox.origin}/sandbox/comments/${thread?.id}/replies`, {
    data,
  });
  // Retried, because a refresh that began before the replies existed would not find them.
  const found = async () => {
    await json(page.request, 'POST', `${origin}/api/replies/refresh`);
    return (
      await json<{ new: number }>(page.request, 'GET', `${origin}/api/replies/counts`)
    ).new;
  };
  await expect.poll(found).toBe(count);
}

/**
 * Adds words that make the sandbox hide the comment from strangers
 * (server/sandbox/strangers.ts), and posts it.
 */
export async function postHidden(
  page: Page,
  origin: string,
  { comment }: SeededItem,
): Promise<string> {
  const content = `${comment.content} No sub4sub, just a question.`;
  await json(page.request, 'PATCH', `${origin}/api/comments/${comment.id}`, { content });
  await approve(page, origin, comment.id);
  await post(page, origin, comment.id);
  return content;
}

export const schedule = (page: Page, origin: string, queueId: number, at: Date) =>
  json(page.request, 'PATCH', `${origin}/api/queue/${queueId}`, {
    queueId,
    scheduledFor: at.toISOString(),
    autoPost: true,
  });

const ownWords = [
  'We drain the node first and only then upgrade the kubelet. Took us two outages to learn that.',
  'The preStop sleep is ugly, but it is the only thing that kept our rollouts quiet behind the old load balancer.',
  'Which CNI was this on? We saw the same drops with an overlay and none without it.',
  'Probes that ask the database turn one blip into an outage. Ours only ask the process itself now.',
  'I would measure before setting limits. Requests equal to usage at the 95th percentile did more for us than any limit.',
  'Nice detail on the budget: one per deployment, not one per team. We had it the wrong way round for a year.',
  'We moved the migrations out of the init container, since two pods ran them at once.',
  'The graph at the end is the best argument I have seen for small pods. Perhaps add the cost per request?',
  'Leader election over leases has been boring for us, which is the highest praise.',
].join('\n\n');

/**
 * Gives the active profile own comments, a style rule, and rules proposed from these
 * edited comments.
 */
export async function seedVoice(
  page: Page,
  origin: string,
  edited: readonly SeededItem[],
): Promise<void> {
  const send = (method: string, path: string, data?: unknown) =>
    json<unknown>(page.request, method, `${origin}/api/${path}`, data);
  const [profile] = await json<{ id: number }[]>(
    page.request,
    'GET',
    `${origin}/api/voice-profiles`,
  );
  if (!profile) throw new Error('There is no voice profile.');
  const voice = `voice-profiles/${profile.id}`;
  await send('POST', `${voice}/own-comments`, { text: ownWords });
  await send('POST', `${voice}/style-rules`, { text: 'Name what was measured.' });
  for (const { comment } of edited) {
    const content = `${comment.content.replace(/[^.]*\?$/, '').trim()} How did you measure it?`;
    await send('PATCH', `comments/${comment.id}`, { content });
    await approve(page, origin, comment.id);
  }
  await send('POST', `${voice}/style-rules/propose`);
}
