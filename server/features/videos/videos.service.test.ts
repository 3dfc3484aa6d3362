import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import {
  commentedChannelsSchema,
  commentStatesSchema,
  type FoundVideo,
  videoSearchResponseSchema,
} from '#shared/contracts/videos.ts';
import { libraryTotals, videos } from '#shared/schema.ts';
import type { Changes } from '../../core/events.ts';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { expectProblem, reviewApp, startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { type DiscoveryApp, discoveryApp, youTubeVideo } from '../../testing/drafting-app.ts';
import { makeComment, makePostAttempt, makeVideo } from '../../testing/factories.ts';
import { forgottenVideo } from './video.rules.ts';

describe('videos service', () => {
  const fixture = testDatabase();
  const dayMs = 86_400_000;
  let clock = fakeClock();
  let discovery: DiscoveryApp;

  beforeEach(() => {
    clock = fakeClock();
    discovery = discoveryApp(fixture.db, clock);
  });

  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  const rows = () => fixture.db.select().from(videos).orderBy(videos.id);

  const untouched = { deleted: 0, refreshed: 0, vanished: 0, absent: 0, forgotten: 0, failure: null };

  describe('refreshStale', () => {
    it('leaves what is younger than 30 days alone', async () => {
      await makeVideo(fixture.db, { fetchedAt: daysAgo(28) });
      await makeComment(fixture.db);
      expect(await discovery.videos.refreshStale(100)).toEqual(untouched);
      expect(discovery.lists).toEqual([]);
    });

    it('deletes old videos without a comment, and keeps count of them (rules 3.6, 3.7)', async () => {
      for (const _ of [1, 2, 3]) await makeVideo(fixture.db, { fetchedAt: daysAgo(31) });
      expect((await discovery.videos.refreshStale(2)).deleted).toBe(2);
      expect((await discovery.videos.refreshStale(2)).deleted).toBe(1);
      expect(await rows()).toEqual([]);
      expect(await fixture.db.select().from(libraryTotals)).toEqual([{ id: 1, forgottenVideos: 3 }]);
    });

    it('fetches an old video with a comment again (rule 3.7)', async () => {
      const video = await makeVideo(fixture.db, {
        fetchedAt: daysAgo(31),
        createdAt: daysAgo(40),
      });
      await makeComment(fixture.db, { videoId: video.id });
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
      const video = await makeVideo(fixture.db, { fetchedAt: daysAgo(31), keywords: ['probes'] });
      await makeComment(fixture.db, { videoId: video.id });
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
      const video = await makeVideo(fixture.db, { fetchedAt: daysAgo(28.1) });
      await makeComment(fixture.db, { videoId: video.id });
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
      const video = await makeVideo(fixture.db, { fetchedAt: daysAgo(29) });
      await makeComment(fixture.db, { videoId: video.id });
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
      const video = await makeVideo(fixture.db, { fetchedAt: daysAgo(29.5) });
      await makeComment(fixture.db, { videoId: video.id });
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
});

describe('comment state', () => {
  const fixture = reviewApp();
  const minute = 60_000;
  const day = 1_440 * minute;
  const announced: Changes[] = [];

  beforeEach(() => {
    announced.length = 0;
    fixture.app.context.events.subscribe((changes) => void announced.push(changes));
  });

  const send = async (method: string, path: string, body?: object) => {
    const answer = await fixture.me.send(path, { method, ...(body && { body: JSON.stringify(body) }) });
    expect(answer.ok).toBe(true);
    return answer;
  };

  async function found(): Promise<FoundVideo> {
    const answer = await fixture.me.get('/api/videos/search?q=kubernetes');
    const { videos } = videoSearchResponseSchema.parse(await answer.json());
    const video = videos.find(({ commentsOff }) => !commentsOff);
    if (!video) throw new Error('No video was found.');
    return video;
  }

  async function stateOf(videoId: number) {
    const answer = await fixture.me.get(`/api/videos/comment-states?ids=${videoId}`);
    const [state] = commentStatesSchema.parse(await answer.json());
    return state;
  }

  /** Waits for the event that makes a page ask again. */
  async function seen(videoId: number) {
    const state = await stateOf(videoId);
    const commentId = state?.generatedComment?.id ?? 0;
    await expect
      .poll(() => announced.some(({ comments, videos }) => comments.has(commentId) || videos.has(videoId)))
      .toBe(true);
    announced.length = 0;
    return [state?.commentStatus?.status, state?.inQueue, state?.commentStatus?.isScheduled];
  }

  async function drafted(videoId: number): Promise<number> {
    await send('POST', '/api/comments/generate', { videoId, style: 'insightful' });
    return (await stateOf(videoId))?.generatedComment?.id ?? 0;
  }

  async function queueItemOf(commentId: number): Promise<number> {
    return (await fixture.queuedItem(commentId))?.id ?? 0;
  }

  describe('the state of a found video’s comment (rule 4.3)', () => {
    it('follows drafting, queueing, rejection and removal', async () => {
      const { id } = await found();
      expect(await stateOf(id)).toEqual({
        videoId: id,
        generatedComment: null,
        inQueue: false,
        commentStatus: null,
        withdrawnAt: null,
      });
      const commentId = await drafted(id);
      expect(await seen(id)).toEqual(['pending', false, false]);
      await send('POST', '/api/queue', { commentId });
      expect(await seen(id)).toEqual(['pending', true, false]);
      await send('PATCH', `/api/comments/${commentId}`, { status: 'rejected' });
      expect(await seen(id)).toEqual(['rejected', true, false]);
      await send('PATCH', `/api/comments/${commentId}`, { status: 'pending' });
      await send('DELETE', `/api/queue/${await queueItemOf(commentId)}`);
      expect(await seen(id)).toEqual(['pending', false, false]);
    });

    it('is Withdrawn after a withdrawal, and the video, its channel and the text are free (rule 13.15)', async () => {
      await send('PUT', '/api/user-settings', { autoQueueEnabled: true, channelCooldownHours: 24 });
      const { id } = await found();
      const post = async (commentId: number) => {
        await send('POST', '/api/queue', { commentId });
        await send('PATCH', `/api/comments/${commentId}`, { content: 'The same words.' });
        await send('PATCH', `/api/comments/${commentId}`, { status: 'approved' });
        await send('POST', `/api/comments/${commentId}/post`);
      };
      const first = await drafted(id);
      await post(first);
      await send('POST', `/api/comments/${first}/withdraw`, {
        revision: (await fixture.stored(first)).revision,
      });
      const free = { videoId: id, generatedComment: null, inQueue: false, commentStatus: null };
      expect(await stateOf(id)).toEqual({ ...free, withdrawnAt: fixture.now().toISOString() });
      expect(await (await fixture.me.get('/api/channels/commented')).json()).toEqual([]);

      const second = await drafted(id);
      expect(second).not.toBe(first);
      await post(second);
      expect(await stateOf(id)).toMatchObject({ commentStatus: { status: 'posted' }, withdrawnAt: null });
      const history = await (await fixture.me.get('/api/comments?fields=ids')).json();
      expect(history).toMatchObject([{ id: second }, { id: first }]);
    });

    it('comes for many videos at once, in the order of the ids', async () => {
      const first = await fixture.comment({ status: 'approved' });
      const second = await fixture.queued();
      const ids = [second.comment.videoId, 999_999, first.videoId];
      const answer = await fixture.me.get(`/api/videos/comment-states?ids=${ids}`);
      const states = commentStatesSchema.parse(await answer.json());
      expect(states.map(({ videoId, commentStatus }) => [videoId, commentStatus?.status])).toEqual([
        [second.comment.videoId, 'pending'],
        [999_999, undefined],
        [first.videoId, 'approved'],
      ]);
    });

    it('rejects malformed, missing and too many ids (rule 5.7)', async () => {
      for (const query of ['', '?ids=', '?ids=a', '?ids=1,,2', '?ids=0', `?ids=${'1,'.repeat(250)}1`]) {
        await expectProblem(
          await fixture.me.get(`/api/videos/comment-states${query}`),
          400,
          'invalid_request',
        );
      }
    });
  });

  describe('channels posted on in the last seven days', () => {
    const channels = async () =>
      commentedChannelsSchema.parse(await (await fixture.me.get('/api/channels/commented')).json());
    const at = (days: number) => fixture.later(-days * day);

    it('are listed once each, with the last post (rule 2.9)', async () => {
      await makePostAttempt(fixture.db, { state: 'posted', channelId: 'UCone', startedAt: at(6.9) });
      await makePostAttempt(fixture.db, { state: 'posted', channelId: 'UCone', startedAt: at(3) });
      await makePostAttempt(fixture.db, { state: 'posted', channelId: 'UCtwo', startedAt: at(1) });
      await makePostAttempt(fixture.db, { state: 'posted', channelId: 'UCold', startedAt: at(7.1) });
      await makePostAttempt(fixture.db, { state: 'failed', channelId: 'UCfailed', startedAt: at(1) });
      await makePostAttempt(fixture.db, { state: 'sending', channelId: 'UCsending', startedAt: at(0) });
      expect(await channels()).toEqual([
        { channelId: 'UCone', postedAt: at(3).toISOString() },
        { channelId: 'UCtwo', postedAt: at(1).toISOString() },
      ]);
    });
  });
});

describe('search wire', () => {
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
    expect(await search({ q: link })).toMatchObject({
      totalResults: 1,
      videos: [{ id: found.videos[0]?.id }],
    });
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
});
