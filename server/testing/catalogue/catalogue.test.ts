import { expect, it } from 'vitest';
import { statisticsOf } from '../../sandbox/catalogue.ts';
import { createTestCatalogue } from './test-catalogue.ts';

const start = new Date('2026-03-03T12:00:00Z');
const DAY = 86_400_000;

it('test catalogue has hundreds of videos of different ages, languages, view counts and description lengths', () => {
  const videos = createTestCatalogue(start).searchable(start);
  expect(videos.length).toBeGreaterThanOrEqual(300);
  expect(new Set(videos.map(({ id }) => id)).size).toBe(videos.length);
  expect(new Set(videos.map(({ title }) => title)).size).toBe(videos.length);
  const younger = (days: number) =>
    videos.filter(
      ({ publishedAt }) => publishedAt.getTime() > start.getTime() - days * DAY,
    ).length;
  expect(younger(1)).toBeGreaterThan(15);
  expect(younger(30)).toBeGreaterThan(younger(7) + 50);
  expect(videos.length - younger(365)).toBeGreaterThan(15);
  for (const language of ['de', 'es', 'ja'])
    expect(videos.filter((video) => video.language === language).length).toBeGreaterThan(
      4,
    );
  const views = videos.map((video) => statisticsOf(video, start).views);
  for (const from of [1_000, 10_000, 100_000])
    expect(
      views.filter((count) => count >= from && count < from * 10).length,
    ).toBeGreaterThan(20);
  expect(
    Math.max(...videos.map(({ description }) => description.length)),
  ).toBeGreaterThan(4_000);
  expect(
    Math.max(...videos.map(({ description }) => description.length)),
  ).toBeLessThanOrEqual(5_000);
});

it('test catalogue publishes new videos over time, and its view counts never decrease', () => {
  const catalogue = createTestCatalogue(start);
  const before = catalogue.searchable(start);
  const later = new Date(start.getTime() + 10 * DAY);
  expect(catalogue.searchable(later).length).toBeGreaterThan(before.length + 50);
  for (const video of before)
    expect(statisticsOf(video, later).views).toBeGreaterThanOrEqual(
      statisticsOf(video, start).views,
    );
});
