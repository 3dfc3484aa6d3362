import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import {
  approve,
  post,
  type SeededItem,
  schedule,
  seedQueue,
  seedReplies,
} from './seed.ts';
import { openSignedIn, settled, startSession } from './steps.ts';

const DAY_MS = 24 * 3_600_000;

async function json<T>(page: Page, address: string): Promise<T> {
  return (await (await page.request.get(address)).json()) as T;
}

interface Drafted {
  status: string;
  content: string;
}

interface Found {
  id: number;
  title: string;
  channelId: string;
  commentsOff: boolean;
}

test('a video in Fresh that has a draft comes after those without one (rule 14.8)', async ({
  page,
  app: { origin },
}) => {
  await openSignedIn(page, origin, '/discover?view=fresh');
  const subscriptions = await page.request.get(`${origin}/api/channels/subscriptions`);
  const channelIds = (await subscriptions.text()).match(/UC[\w-]{22}/g);
  await page.request.post(`${origin}/api/channels/import`, { data: { channelIds } });
  await page.getByRole('button', { name: / new$/ }).click();
  const rows = page.getByRole('region', { name: 'Fresh' }).getByRole('listitem');
  await expect(rows.nth(1)).toBeVisible();
  const fresh = await json<{ video: Found; group: string }[]>(
    page,
    `${origin}/api/fresh`,
  );
  const [first, second] = fresh;
  expect(second?.group).toBe(first?.group);

  const data = {
    videoId: first?.video.id,
    style: 'insightful',
    content: 'Which saw was that?',
  };
  const written = await page.request.post(`${origin}/api/comments`, { data });
  expect(written.status()).toBe(201);
  await page.reload();
  await settled(page);
  await expect(rows.first()).toContainText(second?.video.title ?? '');
});

test('a comment that is approved elsewhere while it is edited has no second text to choose (rule 2.20)', async ({
  page,
  app: { origin },
}) => {
  await startSession(page, origin);
  const [item] = await seedQueue(page, origin, 1);
  if (!item) throw new Error('Nothing was seeded.');
  await page.goto(`${origin}/queue`);
  const card = page.getByRole('article');
  await card.getByRole('textbox').fill('Which saw was that?');
  await approve(page, origin, item.comment.id);
  await expect(card.getByText('Approved', { exact: true })).toBeVisible();
  await expect(page.getByText(/changed elsewhere/)).toBeHidden();
  await card.getByRole('button', { name: 'Save', exact: true }).click();
  const stored = () => json<Drafted>(page, `${origin}/api/comments/${item.comment.id}`);
  await expect.poll(async () => (await stored()).content).toBe('Which saw was that?');
});

test('a reply whose answer is scheduled does not wait for the owner (rule 13.20)', async ({
  page,
  app,
}) => {
  const { origin } = app;
  await startSession(page, origin);
  const [item] = await seedQueue(page, origin, 1);
  if (!item) throw new Error('Nothing was seeded.');
  await approve(page, origin, item.comment.id);
  await post(page, origin, item.comment.id);
  await seedReplies(page, app, 2);
  const [reply, other] = await json<{ id: number; text: string }[]>(
    page,
    `${origin}/api/replies`,
  );
  const content = 'A Japanese pull saw.';
  await page.request.post(`${origin}/api/replies/${reply?.id}/answer`, {
    data: { content },
  });
  const [answer] = await json<SeededItem[]>(page, `${origin}/api/queue`);
  if (!answer) throw new Error('The answer is not in the queue.');
  await approve(page, origin, answer.comment.id);
  await schedule(page, origin, answer.id, new Date(Date.now() + DAY_MS));

  await page.goto(`${origin}/history?tab=replies`);
  await settled(page);
  const rows = page
    .getByRole('list')
    .getByRole('listitem')
    .filter({ hasText: reply?.text ?? '' });
  await expect(page.getByText(other?.text ?? '').first()).toBeVisible();
  await expect(rows).toHaveCount(0);
  await page.goto(`${origin}/history?tab=replies&filter=scheduled`);
  await expect(rows.first()).toBeVisible();
});

test('a comment scheduled for next week is no comment of today, and warns when another one on its channel gets a time (rules 2.9, 2.14)', async ({
  page,
  app: { origin },
}) => {
  await startSession(page, origin);
  const { videos } = await json<{ videos: Found[] }>(
    page,
    `${origin}/api/videos/search?q=kubernetes`,
  );
  const open = videos.filter(({ commentsOff }) => !commentsOff);
  const channel = open.find((a) =>
    open.some((b) => b !== a && b.channelId === a.channelId),
  );
  const pair = open
    .filter(({ channelId }) => channelId === channel?.channelId)
    .slice(0, 2);
  for (const { id } of pair) {
    const data = {
      videoId: id,
      style: 'insightful',
      content: `Which saw is it in ${id}?`,
    };
    const written = await page.request.post(`${origin}/api/comments`, { data });
    const { id: commentId } = (await written.json()) as { id: number };
    await page.request.post(`${origin}/api/queue`, { data: { commentId } });
  }
  const [first] = await json<SeededItem[]>(page, `${origin}/api/queue`);
  if (!first) throw new Error('Nothing was queued.');
  await approve(page, origin, first.comment.id);
  await schedule(page, origin, first.id, new Date(Date.now() + 5 * DAY_MS));

  await page.goto(`${origin}/queue`);
  await expect(page.getByRole('article').getByRole('textbox')).toBeVisible();
  await page.keyboard.press('s');
  await expect(
    page.getByRole('dialog').getByText(/^Another comment on this channel goes out/),
  ).toBeVisible();
  await expect(page.getByText(/You commented on this channel/)).toBeHidden();
});
