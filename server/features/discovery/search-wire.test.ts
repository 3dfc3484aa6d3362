import { afterAll, beforeEach, expect, test } from 'vitest';
import { videoSearchResponseSchema } from '#shared/contracts/videos.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { testDatabase } from '../../testing/database.ts';

const database = testDatabase();
let app: TestApp | null = null;
let browser: Browser;
/** Milliseconds of each of the model's answers. */
const took: number[] = [];

beforeEach(async () => {
  await app?.close();
  took.length = 0;
  app = await startTestApp({ database: database.database, wait: async (ms) => void took.push(ms) });
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

test('the real clients search, filter, list a link and assess (rule 2.6)', async () => {
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

test('a model of 60 tokens a second assesses fifty videos within ten seconds (rule 8.6)', async () => {
  const found = await search({ q: 'how', intelligent: 'true' });
  expect(found.videos).toHaveLength(50);
  expect(found).toMatchObject({ enhanced: true, missing: 0 });
  const wholeMs = took.reduce((sum, ms) => sum + ms, 0);
  expect(wholeMs).toBeGreaterThan(10_000);
  // Five requests at a time.
  expect(wholeMs / 5).toBeLessThan(10_000);
});
