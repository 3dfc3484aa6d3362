import { afterAll, beforeEach, expect, test } from 'vitest';
import { videoSearchResponseSchema } from '#shared/contracts/videos.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { testDatabase } from '../../testing/database.ts';

const database = testDatabase();
let app: TestApp | null = null;
let browser: Browser;

beforeEach(async () => {
  await app?.close();
  app = await startTestApp({ database: database.database });
  browser = await app.signedIn();
});
afterAll(async () => {
  await app?.close();
});

async function search(query: Record<string, string>) {
  const answer = await browser.get(`/api/videos/search?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return videoSearchResponseSchema.parse(await answer.json());
}

test('the real clients find videos, once in half an hour, and the model assesses them', async () => {
  const found = await search({ q: 'kubernetes', uploadDate: 'year', relevance: 'views' });
  expect(found.videos.length).toBeGreaterThan(5);
  const views = found.videos.map(({ viewCount }) => viewCount ?? 0);
  expect(views).toEqual(views.toSorted((a, b) => b - a));
  expect(found.videos.every(({ title }) => !/&(amp|lt|#39|quot);/.test(title))).toBe(true);

  const enhanced = await search({
    q: 'Kubernetes',
    uploadDate: 'year',
    relevance: 'views',
    intelligent: 'true',
  });
  expect(enhanced).toMatchObject({ cached: true, enhanced: true });
  expect(enhanced.videos.every(({ contentInsights }) => contentInsights !== null)).toBe(true);

  const ranged = await search({ q: 'kubernetes', viewCount: '10k-100k' });
  expect(
    ranged.videos.every(({ viewCount }) => viewCount && viewCount >= 10_000 && viewCount < 100_000),
  ).toBe(true);
  const link = `https://youtu.be/${found.videos[0]?.youtubeId}?si=x`;
  expect(await search({ q: link })).toMatchObject({ totalResults: 1, videos: [{ id: found.videos[0]?.id }] });
});
