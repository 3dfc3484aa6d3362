import type { APIRequestContext, Page } from '@playwright/test';

interface Found {
  videos: { id: number; commentsOff: boolean; title: string }[];
}

async function json<T>(request: APIRequestContext, method: string, url: string, data?: unknown): Promise<T> {
  const response = await request.fetch(url, { method, ...(data !== undefined && { data }) });
  if (!response.ok()) throw new Error(`${method} ${url}: ${response.status()} ${await response.text()}`);
  return response.json() as Promise<T>;
}

export interface SeededItem {
  id: number;
  comment: { id: number; content: string; video: { title: string } };
}

/** Drafts and queues `count` comments through the API, as the page's signed-in person. */
export async function seedQueue(page: Page, origin: string, count: number): Promise<SeededItem[]> {
  const videoIds: number[] = [];
  for (const query of ['kubernetes', 'python', 'react', 'docker']) {
    if (videoIds.length >= count) break;
    const { videos } = await json<Found>(page.request, 'GET', `${origin}/api/videos/search?q=${query}`);
    for (const { id, commentsOff } of videos)
      if (!commentsOff && !videoIds.includes(id) && videoIds.length < count) videoIds.push(id);
  }
  for (let from = 0; from < videoIds.length; from += 50)
    await json(page.request, 'POST', `${origin}/api/comments/generate-bulk`, {
      videoIds: videoIds.slice(from, from + 50),
      style: 'insightful',
      addToQueue: true,
    });
  return json(page.request, 'GET', `${origin}/api/queue`);
}

export const approve = (page: Page, origin: string, commentId: number) =>
  json(page.request, 'PATCH', `${origin}/api/comments/${commentId}`, { status: 'approved' });

export const post = (page: Page, origin: string, commentId: number) =>
  json(page.request, 'POST', `${origin}/api/comments/${commentId}/post`, {});

export const schedule = (page: Page, origin: string, queueId: number, at: Date) =>
  json(page.request, 'PATCH', `${origin}/api/queue/${queueId}`, {
    queueId,
    scheduledFor: at.toISOString(),
    autoPost: true,
  });
