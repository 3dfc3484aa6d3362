import { beforeEach, describe, expect, it } from 'vitest';
import { libraryTotals, videos } from '#shared/schema.ts';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { type DiscoveryApp, discoveryApp, youTubeVideo } from '../../testing/discovery-app.ts';
import { makeComment, makeVideo } from '../../testing/factories.ts';
import { forgottenVideo } from './video.rules.ts';

const test = testDatabase();
const dayMs = 86_400_000;
let clock = fakeClock();
let discovery: DiscoveryApp;

beforeEach(() => {
  clock = fakeClock();
  discovery = discoveryApp(test.db, clock);
});

const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
const rows = () => test.db.select().from(videos).orderBy(videos.id);

describe('get', () => {
  it('returns the video, and throws 404 for an unknown one', async () => {
    const { id } = await makeVideo(test.db);
    expect((await discovery.videos.get(id)).id).toBe(id);
    await expect(discovery.videos.get(id + 1)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('markCommentsOff', () => {
  it('stores it and tells open pages', async () => {
    const { id } = await makeVideo(test.db);
    await discovery.videos.markCommentsOff(id);
    expect((await discovery.videos.get(id)).commentsOff).toBe(true);
    expect(discovery.changed).toEqual([{ video: id }]);
  });
});

const untouched = { deleted: 0, refreshed: 0, vanished: 0, absent: 0, forgotten: 0, failure: null };

describe('refreshStale', () => {
  it('leaves what is younger than 30 days alone', async () => {
    await makeVideo(test.db, { fetchedAt: daysAgo(28) });
    await makeComment(test.db);
    expect(await discovery.videos.refreshStale(100)).toEqual(untouched);
    expect(discovery.lists).toEqual([]);
  });

  it('deletes old videos without a comment, and keeps count of them (rules 3.6, 3.7)', async () => {
    for (const _ of [1, 2, 3]) await makeVideo(test.db, { fetchedAt: daysAgo(31) });
    expect((await discovery.videos.refreshStale(2)).deleted).toBe(2);
    expect((await discovery.videos.refreshStale(2)).deleted).toBe(1);
    expect(await rows()).toEqual([]);
    expect(await test.db.select().from(libraryTotals)).toEqual([{ id: 1, forgottenVideos: 3 }]);
  });

  it('fetches an old video with a comment again (rule 3.7)', async () => {
    const video = await makeVideo(test.db, {
      fetchedAt: daysAgo(31),
      createdAt: daysAgo(40),
    });
    await makeComment(test.db, { videoId: video.id });
    discovery.known.set(
      video.youtubeId,
      youTubeVideo(video.youtubeId, { title: 'GraphQL now', viewCount: 7 }),
    );
    expect(await discovery.videos.refreshStale(100)).toEqual({ ...untouched, refreshed: 1 });
    expect(await discovery.videos.get(video.id)).toMatchObject({
      title: 'GraphQL now',
      viewCount: 7,
      tags: ['GraphQL'],
      fetchedAt: clock.now(),
      createdAt: daysAgo(40),
    });
  });

  it('keeps only the ids of a vanished video, until it is back', async () => {
    const video = await makeVideo(test.db, { fetchedAt: daysAgo(31), keywords: ['probes'] });
    await makeComment(test.db, { videoId: video.id });
    await discovery.videos.refreshStale(100);
    clock.advance(dayMs);
    discovery.changed.length = 0;
    expect((await discovery.videos.refreshStale(100)).vanished).toBe(1);
    expect(discovery.changed).toEqual([{ video: video.id }, 'analytics']);
    expect(await discovery.videos.get(video.id)).toMatchObject({
      youtubeId: video.youtubeId,
      channelId: video.channelId,
      title: 'This video is no longer available',
      description: null,
      keywords: [],
      available: false,
    });
    expect((await discovery.videos.refreshStale(100)).vanished).toBe(0);

    clock.advance(31 * dayMs);
    discovery.known.set(video.youtubeId, youTubeVideo(video.youtubeId));
    await discovery.videos.refreshStale(100);
    expect((await discovery.videos.get(video.id)).available).toBe(true);
  });

  it('marks a video as gone only after two absences a day apart (rule 3.8)', async () => {
    const video = await makeVideo(test.db, { fetchedAt: daysAgo(28.1) });
    await makeComment(test.db, { videoId: video.id });
    expect(await discovery.videos.refreshStale(100)).toEqual({ ...untouched, absent: 1 });
    expect(await rows()).toEqual([{ ...video, absentSince: clock.now() }]);

    clock.advance(dayMs - 1);
    expect(await discovery.videos.refreshStale(100)).toEqual(untouched);
    expect((await discovery.videos.get(video.id)).available).toBe(true);
    clock.advance(1);
    expect(await discovery.videos.refreshStale(100)).toEqual({ ...untouched, vanished: 1 });
    expect((await discovery.videos.get(video.id)).available).toBe(false);
  });

  it('forgets an absence once the video is there again', async () => {
    const video = await makeVideo(test.db, { fetchedAt: daysAgo(29) });
    await makeComment(test.db, { videoId: video.id });
    await discovery.videos.refreshStale(100);
    clock.advance(dayMs);
    discovery.known.set(video.youtubeId, youTubeVideo(video.youtubeId));
    expect(await discovery.videos.refreshStale(100)).toEqual({ ...untouched, refreshed: 1 });
    expect(await discovery.videos.get(video.id)).toMatchObject({ available: true, absentSince: null });

    clock.advance(29 * dayMs);
    discovery.known.delete(video.youtubeId);
    expect(await discovery.videos.refreshStale(100)).toEqual({ ...untouched, absent: 1 });
  });

  it('keeps trying for a day while YouTube is down, then removes the details until it answers (rule 3.7)', async () => {
    const video = await makeVideo(test.db, { fetchedAt: daysAgo(29.5) });
    await makeComment(test.db, { videoId: video.id });
    const away = () => new YouTubeError('unknown', 'timeout', 'shared');
    discovery.behaviour.failures = [away()];
    const failure = 'youtube_unavailable';
    expect(await discovery.videos.refreshStale(100)).toEqual({ ...untouched, failure });
    expect(await rows()).toEqual([video]);

    clock.advance(dayMs);
    discovery.behaviour.failures = [away()];
    expect(await discovery.videos.refreshStale(100)).toEqual({ ...untouched, forgotten: 1, failure });
    const { youtubeId, channelId } = video;
    expect(await discovery.videos.get(video.id)).toMatchObject({
      ...forgottenVideo,
      youtubeId,
      channelId,
      fetchedAt: clock.now(),
    });

    discovery.known.set(youtubeId, youTubeVideo(youtubeId, { title: 'Back again' }));
    expect(await discovery.videos.refreshStale(100)).toEqual({ ...untouched, refreshed: 1 });
    expect(await discovery.videos.get(video.id)).toMatchObject({ title: 'Back again', available: true });
  });
});
