import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { draftViewSchema } from '#shared/contracts/drafts.ts';
import type { CommentStatus } from '#shared/contracts/primitives.ts';
import {
  commentedChannelsSchema,
  commentStatesSchema,
  videoSearchResponseSchema,
} from '#shared/contracts/videos.ts';
import { libraryTotals, videos } from '#shared/schema.ts';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { reviewApp } from '../../testing/app.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import {
  type DiscoveryApp,
  discoveryApp,
  youTubeVideo,
} from '../../testing/discovery-app.ts';
import {
  makeComment,
  makePostAttempt,
  makeQueueItem,
  makeVideo,
} from '../../testing/factories.ts';
import { forgottenVideo } from './video.rules.ts';

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

const refresh = (limit = 100) => discovery.videos.refreshStale(limit);

describe('refreshStale', () => {
  it('leaves videos alone that are younger than 30 days', async () => {
    await makeVideo(fixture.db, { fetchedAt: daysAgo(28) });
    await makeComment(fixture.db);
    await refresh();
    expect(await rows()).toHaveLength(2);
    expect(discovery.lists).toEqual([]);
  });

  it('deletes old videos without a comment, and keeps count of them (rules 3.6, 3.7)', async () => {
    for (const _ of [1, 2, 3]) await makeVideo(fixture.db, { fetchedAt: daysAgo(31) });
    expect(await refresh(2)).toBe(true);
    expect(await refresh(2)).toBe(false);
    expect(await rows()).toEqual([]);
    expect(await fixture.db.select().from(libraryTotals)).toEqual([
      { id: 1, forgottenVideos: 3 },
    ]);
  });

  it('fetches an old video with a comment again (rule 3.7)', async () => {
    const video = await makeVideo(fixture.db, {
      fetchedAt: daysAgo(31),
      createdAt: daysAgo(40),
    });
    await makeComment(fixture.db, { videoId: video.id });
    const { youtubeId } = video;
    discovery.known.set(
      youtubeId,
      youTubeVideo(youtubeId, { title: 'GraphQL now', viewCount: 7 }),
    );
    await refresh();
    expect(await discovery.videos.get(video.id)).toMatchObject({
      title: 'GraphQL now',
      viewCount: 7,
      tags: ['GraphQL'],
      fetchedAt: clock.now(),
      createdAt: daysAgo(40),
    });
  });

  it('keeps only the ids of a video that was absent twice, a day apart, until it returns (rule 3.8)', async () => {
    const video = await makeVideo(fixture.db, {
      fetchedAt: daysAgo(28.1),
      keywords: ['probes'],
    });
    await makeComment(fixture.db, { videoId: video.id });
    await refresh();
    expect(await rows()).toEqual([{ ...video, absentSince: clock.now() }]);

    clock.advance(dayMs - 1);
    await refresh();
    expect((await discovery.videos.get(video.id)).available).toBe(true);
    clock.advance(1);
    discovery.changed.length = 0;
    await refresh();
    expect(discovery.changed).toEqual([{ video: video.id }, 'analytics']);
    expect(await discovery.videos.get(video.id)).toMatchObject({
      youtubeId: video.youtubeId,
      channelId: video.channelId,
      title: 'This video is no longer available',
      description: null,
      keywords: [],
      available: false,
    });
    discovery.changed.length = 0;
    await refresh();
    expect(discovery.changed).toEqual([]);

    clock.advance(31 * dayMs);
    discovery.known.set(video.youtubeId, youTubeVideo(video.youtubeId));
    await refresh();
    expect((await discovery.videos.get(video.id)).available).toBe(true);
  });

  it('forgets an absence once the video is back', async () => {
    const video = await makeVideo(fixture.db, { fetchedAt: daysAgo(29) });
    await makeComment(fixture.db, { videoId: video.id });
    await refresh();
    clock.advance(dayMs);
    discovery.known.set(video.youtubeId, youTubeVideo(video.youtubeId));
    await refresh();
    expect(await discovery.videos.get(video.id)).toMatchObject({
      available: true,
      absentSince: null,
    });

    clock.advance(29 * dayMs);
    discovery.known.delete(video.youtubeId);
    await refresh();
    expect(await discovery.videos.get(video.id)).toMatchObject({
      available: true,
      absentSince: clock.now(),
    });
  });

  it('keeps trying for a day while YouTube is down, then removes the details until it responds (rule 3.7)', async () => {
    const video = await makeVideo(fixture.db, { fetchedAt: daysAgo(29.5) });
    await makeComment(fixture.db, { videoId: video.id });
    const away = () => new YouTubeError('unknown', 'timeout', 'shared');
    discovery.behaviour.failures = [away()];
    await refresh();
    expect(await rows()).toEqual([video]);

    clock.advance(dayMs);
    discovery.behaviour.failures = [away()];
    await refresh();
    const { youtubeId, channelId } = video;
    expect(await discovery.videos.get(video.id)).toMatchObject({
      ...forgottenVideo,
      youtubeId,
      channelId,
      fetchedAt: clock.now(),
    });

    discovery.known.set(youtubeId, youTubeVideo(youtubeId, { title: 'Back again' }));
    await refresh();
    expect(await discovery.videos.get(video.id)).toMatchObject({
      title: 'Back again',
      available: true,
    });
  });
});

async function statesOf(ids: readonly number[]) {
  const { body } = await request(discovery.app)
    .get(`/api/videos/comment-states?ids=${ids}`)
    .expect(200);
  return commentStatesSchema.parse(body);
}

describe('the state of a video’s comment', () => {
  it('is returned for each id, in the order of the ids (rule 4.3)', async () => {
    const scheduledFor = new Date('2026-03-04T09:00:00Z');
    const of = async (status: CommentStatus, queued?: object) => {
      const { id: commentId, videoId } = await makeComment(fixture.db, { status });
      if (queued) await makeQueueItem(fixture.db, { commentId, ...queued });
      return videoId;
    };
    const free = 999_999;
    const bare = await of('pending');
    const waiting = await of('pending', {});
    const rejected = await of('rejected', {});
    const posted = await of('posted', {});
    const scheduled = await of('approved', { scheduledFor });
    const told = (await statesOf([scheduled, free, bare, waiting, rejected, posted])).map(
      ({ videoId, commentStatus: is, inQueue }) => [
        videoId,
        is?.status,
        inQueue,
        is?.isScheduled,
      ],
    );
    expect(told).toEqual([
      [scheduled, 'approved', true, true],
      [free, undefined, false, undefined],
      [bare, 'pending', false, false],
      [waiting, 'pending', true, false],
      [rejected, 'rejected', true, false],
      [posted, 'posted', false, false],
    ]);
  });

  it.each(['', '?ids=', '?ids=a', '?ids=1,,2', '?ids=0', `?ids=${'1,'.repeat(250)}1`])(
    'is refused for malformed, missing and too many ids: %s (rule 5.7)',
    async (query) => {
      await request(discovery.app).get(`/api/videos/comment-states${query}`).expect(400);
    },
  );
});

it('the channels posted on in the last seven days are listed once each, with the last post (rule 2.9)', async () => {
  const attempt = (
    state: 'posted' | 'failed' | 'sending',
    channelId: string,
    days: number,
  ) => makePostAttempt(fixture.db, { state, channelId, startedAt: daysAgo(days) });
  await attempt('posted', 'UCone', 6.9);
  await attempt('posted', 'UCone', 3);
  await attempt('posted', 'UCtwo', 1);
  await attempt('posted', 'UCold', 7.1);
  await attempt('failed', 'UCfailed', 1);
  await attempt('sending', 'UCsending', 0);
  const { body } = await request(discovery.app)
    .get('/api/channels/commented')
    .expect(200);
  expect(commentedChannelsSchema.parse(body)).toEqual([
    { channelId: 'UCone', postedAt: daysAgo(3).toISOString(), scheduledFor: [] },
    { channelId: 'UCtwo', postedAt: daysAgo(1).toISOString(), scheduledFor: [] },
  ]);
});

it('lists the channels with scheduled comments and their times, soonest first (rule 2.14)', async () => {
  const plan = async (
    channelId: string,
    days: number,
    status: 'approved' | 'pending',
  ) => {
    const video = await makeVideo(fixture.db, { channelId });
    const comment = await makeComment(fixture.db, { videoId: video.id, status });
    await makeQueueItem(fixture.db, {
      commentId: comment.id,
      scheduledFor: daysAgo(-days),
    });
  };
  await plan('UCplanned', 3, 'approved');
  await plan('UCplanned', 1, 'approved');
  await plan('UCpending', 1, 'pending');
  const { body } = await request(discovery.app)
    .get('/api/channels/commented')
    .expect(200);
  expect(commentedChannelsSchema.parse(body)).toEqual([
    {
      channelId: 'UCplanned',
      postedAt: null,
      scheduledFor: [daysAgo(-1).toISOString(), daysAgo(-3).toISOString()],
    },
  ]);
});

describe('a withdrawn comment', () => {
  const test = reviewApp();

  it('makes its video, channel and text available again, and is shown as withdrawn (rule 13.15)', async () => {
    const { me } = test;
    await me.put('/api/user-settings', {
      autoQueueEnabled: true,
      channelCooldownHours: 24,
    });
    const found = await (await me.get('/api/videos/search?q=kubernetes')).json();
    const { videos } = videoSearchResponseSchema.parse(found);
    const { id = 0 } = videos.find(({ commentsOff }) => !commentsOff) ?? {};
    const posted = async () => {
      const draft = await (
        await me.post('/api/comments/generate', { videoId: id, style: 'insightful' })
      ).json();
      const commentId = draftViewSchema.parse(draft).comment.id;
      await me.post('/api/queue', { commentId });
      await me.patch(`/api/comments/${commentId}`, { content: 'The same words.' });
      await me.patch(`/api/comments/${commentId}`, { status: 'approved' });
      await me.post(`/api/comments/${commentId}/post`);
      const comment = await test.stored(commentId);
      expect(comment.status).toBe('posted');
      return comment;
    };
    const first = await posted();
    await me.post(`/api/comments/${first.id}/withdraw`, { revision: first.revision });
    const free = {
      videoId: id,
      generatedComment: null,
      inQueue: false,
      commentStatus: null,
    };
    expect(await statesOf([id])).toEqual([
      { ...free, withdrawnAt: test.now().toISOString() },
    ]);
    expect(await (await me.get('/api/channels/commented')).json()).toEqual([]);

    const second = await posted();
    expect(await statesOf([id])).toMatchObject([
      { commentStatus: { status: 'posted' }, withdrawnAt: null },
    ]);
    const history = await (await me.get('/api/comments?fields=ids')).json();
    expect(history).toMatchObject([{ id: second.id }, { id: first.id }]);
  });
});
