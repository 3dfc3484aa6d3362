import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { keptSearchSchema, videoSearchResponseSchema } from '#shared/contracts/videos.ts';
import { videos } from '#shared/schema.ts';
import {
  LanguageModelError,
  type LanguageModelFailure,
} from '../../providers/language-model/language-model.ts';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { fakeClock, heldDeadlines, testStart } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { type DiscoveryApp, discoveryApp, youTubeVideo } from '../../testing/discovery-app.ts';
import {
  makeComment,
  makeGoogleAccount,
  makeQueueItem,
  makeVoiceProfile,
  setSettings,
} from '../../testing/factories.ts';

const test = testDatabase();
let clock = fakeClock();
let discovery: DiscoveryApp;

beforeEach(() => {
  clock = fakeClock();
  discovery = discoveryApp(test.db, clock);
});

const get = (query: Record<string, string>) => request(discovery.app).get('/api/videos/search').query(query);

async function search(query: Record<string, string> = { q: 'kubernetes' }) {
  const { body } = await get(query).expect(200);
  return videoSearchResponseSchema.parse(body);
}

function know(...videosKnown: ReturnType<typeof youTubeVideo>[]) {
  for (const video of videosKnown) discovery.known.set(video.youtubeId, video);
}

async function activate(expertiseAreas: string[]) {
  const profile = await makeVoiceProfile(test.db, { expertiseAreas });
  await setSettings(test.db, { activeVoiceProfileId: profile.id });
}

const insights = {
  videoType: 'Tutorial',
  difficulty: 'medium' as const,
  commentOpportunity: 'high' as const,
  keyTopics: ['probes'],
  suggestedApproach: ['Ask about startup probes.'],
};

describe('a search', () => {
  it('returns videos in YouTube’s order, with their topics, and stores them', async () => {
    const first = { title: 'Docker and <b>React</b> & more', commentCount: null, commentsOff: true };
    know(youTubeVideo('aaaaaaaaaaa', first), youTubeVideo('bbbbbbbbbbb'));
    const found = await search();
    expect(found).toMatchObject({ totalResults: 1_000, cached: false, enhanced: false });
    expect(found.videos.map(({ youtubeId }) => youtubeId)).toEqual(['aaaaaaaaaaa', 'bbbbbbbbbbb']);
    expect(found.videos[0]).toMatchObject({
      title: 'Docker and <b>React</b> & more',
      tags: ['Docker', 'React'],
      commentsOff: true,
      engagementScore: null,
      contentInsights: null,
      generatedComment: null,
      inQueue: false,
      commentStatus: null,
      matchScore: 0,
    });
    expect(found.videos[1]?.matchScore).toBe(85);
    const rows = await test.db.select().from(videos);
    expect(rows.map(({ id }) => id).sort()).toEqual(found.videos.map(({ id }) => id).sort());
    expect(discovery.changed).toContain('stats');
  });

  it('passes on the filters, and the query without extra white space', async () => {
    await search({ q: '  Kubernetes   Probes ', uploadDate: 'day', relevance: 'views', viewCount: '' });
    const publishedAfter = new Date('2026-03-02T12:00:00Z');
    expect(discovery.searches).toEqual([
      { query: 'Kubernetes Probes', order: 'viewCount', publishedAfter, pageToken: null },
    ]);
  });

  it('is made once in half an hour, and cached results show the present comments (rule 9.1)', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    const [first] = (await search()).videos;
    const comment = await makeComment(test.db, { videoId: first?.id ?? 0, status: 'approved' });
    const scheduledFor = new Date('2026-03-04T09:00:00Z');
    await makeQueueItem(test.db, { commentId: comment.id, scheduledFor });

    clock.advance(30 * 60_000 - 1);
    const again = await search({ q: ' KUBERNETES ' });
    expect(again.cached).toBe(true);
    expect(discovery.searches).toHaveLength(1);
    expect(again.videos[0]).toMatchObject({
      generatedComment: { id: comment.id },
      inQueue: true,
      commentStatus: {
        status: 'approved',
        postedAt: null,
        createdAt: testStart,
        isScheduled: true,
        scheduledFor: scheduledFor.toISOString(),
      },
    });

    clock.advance(1);
    expect((await search()).cached).toBe(false);
    expect(discovery.searches).toHaveLength(2);
  });

  it('is made once for two requests at the same time', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    const answers = await Promise.all([search(), search()]);
    expect(answers.map(({ videos: rows }) => rows.length)).toEqual([1, 1]);
    expect(discovery.searches).toHaveLength(1);
  });

  it('keeps the id and date of a video that is found again, with its new view count', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    const [before] = (await search()).videos;
    clock.advance(3_600_000);
    know(youTubeVideo('aaaaaaaaaaa', { viewCount: 9_000_000_000 }));
    const [after] = (await search()).videos;
    expect(after).toMatchObject({ id: before?.id, createdAt: before?.createdAt, viewCount: 9_000_000_000 });
  });

  it('compares with the active profile as it is now, also for cached results', async () => {
    know(youTubeVideo('aaaaaaaaaaa', { title: 'Tasty', description: '', keywords: ['sourdough'] }));
    expect((await search()).videos[0]).toMatchObject({ matchScore: 0, hasMatch: false });
    await activate(['Sourdough']);
    const videos = [{ matchScore: 85, hasMatch: true, matchedTopics: ['Sourdough'] }];
    expect(await search()).toMatchObject({ cached: true, videos });
  });
});

/**
 * Serves `count` pages of `size` videos. On page n, `passing[n]` videos have a thousand views, the others ten
 * thousand.
 */
function pages(count: number, size = 2, passing: readonly number[] = []) {
  discovery.behaviour.pages = ({ pageToken }) => {
    const page = Number(pageToken ?? 0);
    const youtubeIds = Array.from({ length: size }, (_, index) => `page${page}video${index}`);
    for (const [index, id] of youtubeIds.entries())
      know(youTubeVideo(id, { viewCount: index < (passing[page] ?? 0) ? 1_000 : 10_000 }));
    return { youtubeIds, totalResults: 3, nextPageToken: page + 1 < count ? String(page + 1) : null };
  };
}

describe('loading more', () => {
  const searched = () => discovery.searches.map(({ pageToken }) => pageToken);

  it('spends one search, appends its page, and can be repeated without a search (rule 9.2)', async () => {
    pages(3);
    expect(await search()).toMatchObject({ pages: 1, more: true, totalResults: 3 });
    const second = await search({ q: 'kubernetes', pages: '2' });
    const ids = ['page0video0', 'page0video1', 'page1video0', 'page1video1'];
    expect(second.videos.map(({ youtubeId }) => youtubeId)).toEqual(ids);
    expect(second).toMatchObject({ pages: 2, more: true, totalResults: 4, cached: false });
    expect(await search({ q: 'kubernetes', pages: '2' })).toEqual({ ...second, cached: true });
    expect(await search()).toEqual({ ...second, cached: true });
    expect(await search({ q: 'kubernetes', pages: '3' })).toMatchObject({ pages: 3, more: false });
    expect(await search({ q: 'kubernetes', pages: '4' })).toMatchObject({ pages: 3, more: false });
    expect(searched()).toEqual([null, '1', '2']);
  });

  it('keeps the age of the first page, and is refused once that has expired', async () => {
    pages(3);
    await search();
    clock.advance(29 * 60_000);
    await search({ q: 'kubernetes', pages: '2' });
    clock.advance(60_000);
    const { body } = await get({ q: 'kubernetes', pages: '3' }).expect(409);
    expect(body).toMatchObject({ code: 'search_expired', detail: expect.stringMatching(/Search again/) });
    expect(searched()).toEqual([null, '1']);
  });

  it('spends one search with a filter, however few videos pass', async () => {
    pages(9);
    const first = await search({ q: 'kubernetes', viewCount: '100k+' });
    expect(first).toMatchObject({ videos: [], more: true });
    expect(searched()).toEqual([null, '1', '2']);
    const second = await search({ q: 'kubernetes', viewCount: '100k+', pages: '2' });
    expect(second).toMatchObject({ videos: [], pages: 2, more: true });
    expect(searched()).toEqual([null, '1', '2', '3']);
  });

  it('ends after four pages', async () => {
    pages(9);
    await search();
    for (const page of ['2', '3']) expect((await search({ q: 'kubernetes', pages: page })).more).toBe(true);
    expect((await search({ q: 'kubernetes', pages: '4' })).more).toBe(false);
    await get({ q: 'kubernetes', pages: '5' }).expect(400);
  });

  it('asks the model about the new videos only', async () => {
    pages(2);
    discovery.behaviour.assess = (ids) => new Map(ids.map((id) => [id, { engagementScore: 77, insights }]));
    const intelligent = { q: 'kubernetes', intelligent: 'true' };
    const first = await search(intelligent);
    const second = await search({ ...intelligent, pages: '2' });
    expect(second).toMatchObject({ enhanced: true, missing: 0 });
    const known = new Set(first.videos.map(({ id }) => id));
    expect(discovery.assessed.at(-1)?.ids).toEqual(
      second.videos.map(({ id }) => id).filter((id) => !known.has(id)),
    );
  });
});

describe('a kept search', () => {
  async function kept(query: Record<string, string> = { q: 'kubernetes' }) {
    const { body } = await request(discovery.app).get('/api/videos/search/kept').query(query).expect(200);
    return keptSearchSchema.parse(body);
  }
  const intelligent = { q: 'kubernetes', intelligent: 'true' };

  it('is returned for half an hour, without a search or a request to the model (rule 9.1)', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    expect(await kept()).toBeNull();
    expect(await kept({ q: 'https://youtu.be/aaaaaaaaaaa' })).toBeNull();
    expect(discovery.searches).toEqual([]);
    expect(discovery.lists).toEqual([]);

    const found = await search();
    expect(await kept()).toEqual({ ...found, cached: true });
    expect(await kept(intelligent)).toBeNull();
    expect(discovery.assessed).toEqual([]);
    const assessed = await search(intelligent);
    expect(await kept(intelligent)).toEqual({ ...assessed, cached: true });
    expect(discovery.assessed).toHaveLength(1);

    clock.advance(30 * 60_000);
    expect(await kept()).toBeNull();
    expect(discovery.searches).toHaveLength(1);
  });
});

describe('a pasted link', () => {
  it('lists its video and spends no search', async () => {
    know(youTubeVideo('dQw4w9WgXcQ'));
    const found = await search({ q: 'https://youtu.be/dQw4w9WgXcQ?si=x', viewCount: '100k+' });
    expect(found).toMatchObject({ totalResults: 1, videos: [{ youtubeId: 'dQw4w9WgXcQ', matchScore: 100 }] });
    expect(discovery.searches).toEqual([]);
    expect(discovery.lists.map(({ ids }) => ids)).toEqual([['dQw4w9WgXcQ']]);
  });

  it('finds nothing when the video is gone', async () => {
    expect(await search({ q: 'youtu.be/dQw4w9WgXcQ' })).toMatchObject({ videos: [], totalResults: 0 });
  });
});

describe('the View Count filter', () => {
  it.each([
    ['at most two more pages', [3, 3, 3, 10], [null, '1', '2'], 9],
    ['no further page once ten pass', [6, 4, 10], [null, '1'], 10],
  ])('fetches %s, and counts the videos that pass', async (_, passing, fetched, shown) => {
    pages(9, 10, passing);
    const found = await search({ q: 'kubernetes', viewCount: '1k-10k' });
    expect(discovery.searches.map(({ pageToken }) => pageToken)).toEqual(fetched);
    expect([found.videos.length, found.totalResults]).toEqual([shown, shown]);
  });

  it('shows the videos that pass when the next page fails', async () => {
    pages(9, 10, [2]);
    const first = discovery.behaviour.pages;
    discovery.behaviour.pages = (page) => {
      if (page.pageToken) throw new YouTubeError('quota', 'rateLimitExceeded', 'search');
      return first(page);
    };
    expect((await search({ q: 'kubernetes', viewCount: '1k-10k' })).totalResults).toBe(2);
    expect((await discovery.quota.status()).buckets[1]?.blockedUntil).not.toBeNull();
  });
});

describe('intelligent mode', () => {
  const intelligent = { q: 'kubernetes', intelligent: 'true' };
  const again = { ...intelligent, askMissing: 'true' };
  const judged = (ids: readonly number[]) =>
    new Map(ids.map((id) => [id, { engagementScore: 77, insights }]));
  const knowMany = (count: number) =>
    know(
      ...Array.from({ length: count }, (_, index) => youTubeVideo(`video${String(index).padStart(6, '0')}`)),
    );
  const asked = () => discovery.assessed.map(({ ids }) => ids.length);
  const failing = (kind: LanguageModelFailure) => () => {
    throw new LanguageModelError(kind);
  };

  it('adds assessments from small requests, and caches them by search and expertise (rule 8.6)', async () => {
    await activate(['Kubernetes', 'Go']);
    knowMany(12);
    discovery.behaviour.assess = judged;
    const found = await search(intelligent);
    expect(found).toMatchObject({ enhanced: true, missing: 0 });
    for (const video of found.videos)
      expect(video).toMatchObject({ engagementScore: 77, contentInsights: insights });
    expect(asked()).toEqual([5, 5, 2]);
    expect(discovery.assessed.flatMap(({ ids }) => ids)).toEqual(found.videos.map(({ id }) => id));
    for (const { expertise } of discovery.assessed) expect(expertise).toEqual(['Kubernetes', 'Go']);

    expect(await search(intelligent)).toEqual({ ...found, cached: true });
    expect(asked()).toHaveLength(3);
    expect((await search()).videos[0]).toMatchObject({ engagementScore: null, contentInsights: null });

    await activate(['Baking']);
    expect(await search(intelligent)).toMatchObject({ enhanced: true, missing: 0 });
    await activate(['Go', 'Kubernetes']);
    expect(await search(intelligent)).toEqual({ ...found, cached: true });
    expect(asked()).toHaveLength(9);
    expect(discovery.searches).toHaveLength(1);
  });

  it('shows assessments that arrive within 20 seconds, and keeps later ones with the search (rule 8.6)', async () => {
    knowMany(12);
    const deadlines = heldDeadlines();
    const late = Promise.withResolvers<void>();
    discovery.behaviour.assess = async (ids) => {
      if (discovery.assessed.length !== 2) return judged(ids);
      setImmediate(deadlines.pass);
      await late.promise;
      return judged(ids);
    };
    const found = await search(intelligent);
    expect(deadlines.lengths).toEqual([20_000]);
    expect(found).toMatchObject({ enhanced: true, assessing: true, missing: 5 });
    // Missing assessments are replaced by plain rules.
    expect(found.videos.every(({ contentInsights }) => contentInsights !== null)).toBe(true);

    discovery.assessed.length = 0;
    expect(await search(again)).toMatchObject({ cached: true, assessing: true, missing: 5 });
    discovery.changed.length = 0;
    late.resolve();
    await expect.poll(() => discovery.changed).toContain('assessments');
    await expect.poll(async () => (await search(intelligent)).assessing).toBe(false);
    expect(await search(intelligent)).toMatchObject({ cached: true, enhanced: true, missing: 0 });
    expect(discovery.assessed).toEqual([]);
    expect(discovery.searches).toHaveLength(1);
  });

  it('uses plain rules when the model fails, and asks again only on request (rule 8.6)', async () => {
    knowMany(7);
    discovery.behaviour.assess = failing('unavailable');
    const found = await search(intelligent);
    expect(found).toMatchObject({ enhanced: false, missing: 7 });
    expect(found.videos[0]?.engagementScore).toEqual(expect.any(Number));
    expect(found.videos[0]?.contentInsights?.suggestedApproach).not.toEqual([]);

    discovery.behaviour.assess = judged;
    expect(await search(intelligent)).toEqual({ ...found, cached: true });
    expect(asked()).toHaveLength(2);
    expect(await search(again)).toMatchObject({ cached: true, enhanced: true, missing: 0 });
    expect(asked()).toHaveLength(4);
    expect(discovery.searches).toHaveLength(1);
  });

  it('asks the model once for two requests at the same time', async () => {
    knowMany(3);
    discovery.behaviour.assess = async (ids) => {
      await new Promise((resolve) => setImmediate(resolve));
      return judged(ids);
    };
    const answers = await Promise.all([search(intelligent), search(intelligent)]);
    expect(answers.map(({ missing }) => missing)).toEqual([0, 0]);
    expect(asked()).toEqual([3]);
  });

  it('asks the model again after half an hour, also after a failure', async () => {
    knowMany(1);
    discovery.behaviour.assess = failing('busy');
    await search(intelligent);
    clock.advance(30 * 60_000);
    discovery.behaviour.assess = judged;
    expect(await search(intelligent)).toMatchObject({ cached: false, enhanced: true, missing: 0 });
    expect(discovery.searches).toHaveLength(2);
  });
});

describe('access to YouTube', () => {
  /** Connects the owner's account, so that requests use its grant instead of an API key. */
  async function connect() {
    discovery = discoveryApp(test.db, clock, null);
    const { vault } = discovery;
    await makeGoogleAccount(test.db, {
      sealedAccessToken: vault.seal('token-1', 'access token'),
      sealedRefreshToken: vault.seal('to refresh', 'refresh token'),
      accessTokenExpiresAt: new Date('2026-03-03T13:00:00Z'),
    });
  }

  it('refreshes the grant after a 401 for the list of videos, without a second search', async () => {
    await connect();
    know(youTubeVideo('aaaaaaaaaaa'));
    const { pages } = discovery.behaviour;
    discovery.behaviour.pages = (asked) => {
      discovery.behaviour.failures = [new YouTubeError('auth', 'authError', 'shared')];
      return pages(asked);
    };
    expect((await search()).videos).toHaveLength(1);
    expect(discovery.searches).toHaveLength(1);
    expect(discovery.refreshed).toEqual(['to refresh']);
    expect(discovery.lists.at(-1)?.auth).toEqual({ kind: 'grant', accessToken: 'token-2' });
  });

  it('uses the API key when there is one', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    await search();
    expect(discovery.lists[0]?.auth).toEqual({ kind: 'key', apiKey: 'a-key' });
  });

  it('blocks the search bucket until midnight Pacific when Google says that it is spent', async () => {
    discovery.behaviour.failures = [new YouTubeError('quota', 'rateLimitExceeded', 'search')];
    const { body } = await get({ q: 'kubernetes' }).expect(429);
    expect(body).toMatchObject({ code: 'quota_spent', resetsAt: '2026-03-04T08:00:00.000Z' });
    await get({ q: 'docker' }).expect(429);
    expect(discovery.searches).toHaveLength(1);

    clock.set('2026-03-04T08:00:00.000Z');
    await search({ q: 'docker' });
  });

  it('spends no search once our own count is used up', async () => {
    await discovery.quota.meter.spend('search', 100);
    const { body } = await get({ q: 'kubernetes' }).expect(429);
    expect(body.detail).toMatch(/midnight Pacific/);
    expect(discovery.searches).toEqual([]);
  });

  it('caches no refusal, so that the next search asks again', async () => {
    discovery.behaviour.failures = [new YouTubeError('config', 'accessNotConfigured', 'search')];
    const { body } = await get({ q: 'kubernetes' }).expect(409);
    expect(body).toMatchObject({ status: 409, code: 'api_not_configured' });
    expect((await search()).cached).toBe(false);
  });

  it('returns a temporary failure again for a minute, and says when YouTube is asked again (rule 9.2)', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    discovery.behaviour.failures = [new YouTubeError('unknown', 'timeout', 'search')];
    const failed = await get({ q: 'kubernetes' }).expect(503);
    expect(failed.body).toMatchObject({
      code: 'youtube_unavailable',
      detail: expect.stringMatching(/\.$/),
      nextTryAt: '2026-03-03T12:01:00.000Z',
    });

    clock.advance(59_999);
    for (const q of ['kubernetes', ' Kubernetes']) {
      const again = await get({ q, intelligent: 'true' }).expect(503);
      expect(again.body).toEqual(failed.body);
    }
    await search({ q: 'docker' });
    expect(discovery.searches.map(({ query }) => query)).toEqual(['kubernetes', 'docker']);

    clock.advance(1);
    expect((await search()).videos).toHaveLength(1);
    expect(discovery.searches).toHaveLength(3);
  });

  it('asks for a new sign-in when the refreshed token is refused too', async () => {
    await connect();
    const refusal = () => new YouTubeError('auth', 'authError', 'search');
    discovery.behaviour.failures = [refusal(), refusal()];
    expect((await get({ q: 'kubernetes' }).expect(409)).body.code).toBe('needs_reauth');
  });
});

it('an invalid search is refused with a sentence and without a request to YouTube (rules 5.1, 5.7)', async () => {
  const bad: Record<string, string>[] = [
    {},
    { q: '   ' },
    { q: 'x'.repeat(301) },
    { q: 'a\u0000b' },
    { q: 'x', uploadDate: 'decade' },
    { q: 'x', viewCount: '0-1' },
    { q: 'x', relevance: 'best' },
    { q: 'x', intelligent: 'perhaps' },
    { q: 'x', pages: 'two' },
  ];
  for (const query of bad) {
    const { body } = await get(query).expect(400);
    expect(body).toMatchObject({ code: 'invalid_request', detail: expect.stringMatching(/\.$/) });
  }
  expect(discovery.searches).toEqual([]);
  expect(discovery.reported).toEqual([]);
});
