import { expect, it } from 'vitest';
import { testSandbox } from '../testing/sandbox.ts';
import { createCatalogue, statisticsOf } from './catalogue.ts';

const start = new Date('2026-03-03T12:00:00Z');
const DAY = 86_400_000;

it('holds hundreds of different videos of every age, language, view count and length of description', () => {
  const videos = createCatalogue(start).all(start);
  expect(videos.length).toBeGreaterThanOrEqual(300);
  expect(new Set(videos.map(({ id }) => id)).size).toBe(videos.length);
  expect(new Set(videos.map(({ title }) => title)).size).toBe(videos.length);
  const younger = (days: number) =>
    videos.filter(({ publishedAt }) => publishedAt.getTime() > start.getTime() - days * DAY).length;
  expect(younger(1)).toBeGreaterThan(15);
  expect(younger(30)).toBeGreaterThan(younger(7) + 50);
  expect(videos.length - younger(365)).toBeGreaterThan(15);
  for (const language of ['de', 'es', 'ja'])
    expect(videos.filter((video) => video.language === language).length).toBeGreaterThan(4);
  const views = videos.map((video) => statisticsOf(video, start).views);
  for (const from of [1_000, 10_000, 100_000])
    expect(views.filter((count) => count >= from && count < from * 10).length).toBeGreaterThan(20);
  expect(Math.max(...videos.map(({ description }) => description.length))).toBeGreaterThan(4_000);
  expect(Math.max(...videos.map(({ description }) => description.length))).toBeLessThanOrEqual(5_000);
});

it('publishes new videos as time passes, and numbers only grow', () => {
  const catalogue = createCatalogue(start);
  const before = catalogue.all(start);
  const later = new Date(start.getTime() + 10 * DAY);
  expect(catalogue.all(later).length).toBeGreaterThan(before.length + 50);
  for (const video of before)
    expect(statisticsOf(video, later).views).toBeGreaterThanOrEqual(statisticsOf(video, start).views);
});

it('serves a drawn thumbnail for a video, and avatars', async () => {
  const { ask, sandbox } = await testSandbox();
  for (const video of sandbox.admin.videos().slice(0, 20)) {
    const { status, headers, body } = await ask(`/vi/${video.id}/mqdefault.jpg`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(body).toMatch(/^<svg [^>]*width="320" height="180"/);
    expect(body).not.toMatch(/<script|<\w+Gradient|<b>/);
  }
  expect((await ask('/vi/unknown/mqdefault.jpg')).status).toBe(404);
  expect((await ask('/avatar/ada.svg')).body).toContain('>AE<');
});
