import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { keptSearchSchema } from '#shared/contracts/videos.ts';
import { videos } from '#shared/schema.ts';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { testStart } from '../../testing/clock.ts';
import { testDiscovery, youTubeVideo } from '../../testing/discovery-app.ts';
import {
  makeComment,
  makeGoogleAccount,
  makeQueueItem,
} from '../../testing/factories.ts';

const test = testDiscovery();
const { get, search, know, activate } = test;

const insights = {
  videoType: 'Tutorial',
  difficulty: 'medium' as const,
  commentOpportunity: 'high' as const,
  keyTopics: ['probes'],
  suggestedApproach: ['Ask about startup probes.'],
};

describe('a search', () => {
  it('returns videos in YouTube’s order, with their topics, and stores them', async () => {
    const first = {
      title: 'Docker and <b>React</b> & more',
      commentCount: null,
      commentsOff: true,
    };
    know(youTubeVideo('aaaaaaaaaaa', first), youTubeVideo('bbbbbbbbbbb'));
    const found = await search();
    expect(found).toMatchObject({ totalResults: 1_000, cached: false, enhanced: false });
    expect(found.videos.map(({ youtubeId }) => youtubeId)).toEqual([
      'aaaaaaaaaaa',
      'bbbbbbbbbbb',
    ]);
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
    expect(rows.map(({ id }) => id).sort()).toEqual(
      found.videos.map(({ id }) => id).sort(),
    );
    expect(test.discovery.changed).toContain('stats');
  });

  it('passes on the filters, and the query without extra white space', async () => {
    await search({
      q: '  Kubernetes   Probes ',
      uploadDate: 'day',
      relevance: 'views',
      viewCount: '',
    });
    const publishedAfter = new Date('2026-03-02T12:00:00Z');
    expect(test.discovery.searches).toEqual([
      { query: 'Kubernetes Probes', order: 'viewCount', publishedAfter, pageToken: null },
    ]);
  });

  it('is made once in half an hour, whatever the case and spacing of its words (rule 9.1)', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    await search();
    test.clock.advance(30 * 60_000 - 1);
    expect((await search({ q: ' KUBERNETES ' })).cached).toBe(true);
    expect(test.discovery.searches).toHaveLength(1);
  });

  it('is made again after half an hour (rule 9.1)', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    await search();
    test.clock.advance(30 * 60_000);
    expect((await search()).cached).toBe(false);
    expect(test.discovery.searches).toHaveLength(2);
  });

  it('shows the present comments with cached results (rule 9.1)', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    const [first] = (await search()).videos;
    const comment = await makeComment(test.db, {
      videoId: first?.id ?? 0,
      status: 'approved',
    });
    const scheduledFor = new Date('2026-03-04T09:00:00Z');
    await makeQueueItem(test.db, { commentId: comment.id, scheduledFor });
    const again = await search();
    expect(again.cached).toBe(true);
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
  });

  it('is made once for two requests at the same time', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    const answers = await Promise.all([search(), search()]);
    expect(answers.map(({ videos: rows }) => rows.length)).toEqual([1, 1]);
    expect(test.discovery.searches).toHaveLength(1);
  });

  it('keeps the id and date of a video that is found again, with its new view count', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    const [before] = (await search()).videos;
    test.clock.advance(3_600_000);
    know(youTubeVideo('aaaaaaaaaaa', { viewCount: 9_000_000_000 }));
    const [after] = (await search()).videos;
    expect(after).toMatchObject({
      id: before?.id,
      createdAt: before?.createdAt,
      viewCount: 9_000_000_000,
    });
  });

  it('compares with the active profile as it is now, also for cached results', async () => {
    know(
      youTubeVideo('aaaaaaaaaaa', {
        title: 'Tasty',
        description: '',
        keywords: ['sourdough'],
      }),
    );
    expect((await search()).videos[0]).toMatchObject({ matchScore: 0, hasMatch: false });
    await activate(['Sourdough']);
    const videos = [{ matchScore: 85, hasMatch: true, matchedTopics: ['Sourdough'] }];
    expect(await search()).toMatchObject({ cached: true, videos });
  });
});

/**
 * Serves `count` pages of `size` videos. On page n, `passing[n]` videos have a thousand
 * views, the others ten thousand.
 */
function pages(count: number, size = 2, passing: readonly number[] = []) {
  test.discovery.behaviour.pages = ({ pageToken }) => {
    const page = Number(pageToken ?? 0);
    const youtubeIds = Array.from(
      { length: size },
      (_, index) => `page${page}video${index}`,
    );
    for (const [index, id] of youtubeIds.entries())
      know(
        youTubeVideo(id, { viewCount: index < (passing[page] ?? 0) ? 1_000 : 10_000 }),
      );
    return {
      youtubeIds,
      totalResults: 3,
      nextPageToken: page + 1 < count ? String(page + 1) : null,
    };
  };
}

describe('loading more', () => {
  const searched = () => test.discovery.searches.map(({ pageToken }) => pageToken);

  it('spends one search and appends its page (rule 9.2)', async () => {
    pages(3);
    expect(await search()).toMatchObject({ pages: 1, more: true, totalResults: 3 });
    const second = await search({ q: 'kubernetes', pages: '2' });
    const ids = ['page0video0', 'page0video1', 'page1video0', 'page1video1'];
    expect(second.videos.map(({ youtubeId }) => youtubeId)).toEqual(ids);
    expect(second).toMatchObject({
      pages: 2,
      more: true,
      totalResults: 4,
      cached: false,
    });
    expect(searched()).toEqual([null, '1']);
  });

  it('can be repeated without a search (rule 9.2)', async () => {
    pages(3);
    await search();
    const second = await search({ q: 'kubernetes', pages: '2' });
    expect(await search({ q: 'kubernetes', pages: '2' })).toEqual({
      ...second,
      cached: true,
    });
    expect(await search()).toEqual({ ...second, cached: true });
    expect(searched()).toEqual([null, '1']);
  });

  it('ends with the last page, after which no search is spent (rule 9.2)', async () => {
    pages(3);
    await search();
    await search({ q: 'kubernetes', pages: '2' });
    expect(await search({ q: 'kubernetes', pages: '3' })).toMatchObject({
      pages: 3,
      more: false,
    });
    expect(await search({ q: 'kubernetes', pages: '4' })).toMatchObject({
      pages: 3,
      more: false,
    });
    expect(searched()).toEqual([null, '1', '2']);
  });

  it('keeps the age of the first page, and is refused once that has expired', async () => {
    pages(3);
    await search();
    test.clock.advance(29 * 60_000);
    await search({ q: 'kubernetes', pages: '2' });
    test.clock.advance(60_000);
    const { body } = await get({ q: 'kubernetes', pages: '3' }).expect(409);
    expect(body).toMatchObject({
      code: 'search_expired',
      detail: expect.stringMatching(/Search again/),
    });
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
    for (const page of ['2', '3'])
      expect((await search({ q: 'kubernetes', pages: page })).more).toBe(true);
    expect((await search({ q: 'kubernetes', pages: '4' })).more).toBe(false);
    await get({ q: 'kubernetes', pages: '5' }).expect(400);
  });

  it('asks the model about the new videos only', async () => {
    pages(2);
    test.discovery.behaviour.assess = (ids) =>
      new Map(ids.map((id) => [id, { engagementScore: 77, insights }]));
    const intelligent = { q: 'kubernetes', intelligent: 'true' };
    const first = await search(intelligent);
    const second = await search({ ...intelligent, pages: '2' });
    expect(second).toMatchObject({ enhanced: true, missing: 0 });
    const known = new Set(first.videos.map(({ id }) => id));
    expect(test.discovery.assessed.at(-1)?.ids).toEqual(
      second.videos.map(({ id }) => id).filter((id) => !known.has(id)),
    );
  });
});

describe('a kept search', () => {
  async function kept(query: Record<string, string> = { q: 'kubernetes' }) {
    const { body } = await request(test.discovery.app)
      .get('/api/videos/search/kept')
      .query(query)
      .expect(200);
    return keptSearchSchema.parse(body);
  }
  const intelligent = { q: 'kubernetes', intelligent: 'true' };

  it('does not exist before the search, and is not searched for', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    expect(await kept()).toBeNull();
    expect(await kept({ q: 'https://youtu.be/aaaaaaaaaaa' })).toBeNull();
    expect(test.discovery.searches).toEqual([]);
    expect(test.discovery.lists).toEqual([]);
  });

  it('is returned for half an hour, without another search (rule 9.1)', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    const found = await search();
    expect(await kept()).toEqual({ ...found, cached: true });
    test.clock.advance(30 * 60_000);
    expect(await kept()).toBeNull();
    expect(test.discovery.searches).toHaveLength(1);
  });

  it('is returned with assessments only once the model was asked for them (rule 9.1)', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    await search();
    expect(await kept(intelligent)).toBeNull();
    expect(test.discovery.assessed).toEqual([]);
    const assessed = await search(intelligent);
    expect(await kept(intelligent)).toEqual({ ...assessed, cached: true });
    expect(test.discovery.assessed).toHaveLength(1);
    expect(test.discovery.searches).toHaveLength(1);
  });
});

describe('a pasted link', () => {
  it('lists its video and spends no search', async () => {
    know(youTubeVideo('dQw4w9WgXcQ'));
    const found = await search({
      q: 'https://youtu.be/dQw4w9WgXcQ?si=x',
      viewCount: '100k+',
    });
    expect(found).toMatchObject({
      totalResults: 1,
      videos: [{ youtubeId: 'dQw4w9WgXcQ', matchScore: 100 }],
    });
    expect(test.discovery.searches).toEqual([]);
    expect(test.discovery.lists.map(({ ids }) => ids)).toEqual([['dQw4w9WgXcQ']]);
  });

  it('finds nothing when the video is gone', async () => {
    expect(await search({ q: 'youtu.be/dQw4w9WgXcQ' })).toMatchObject({
      videos: [],
      totalResults: 0,
    });
  });
});

describe('the View Count filter', () => {
  it.each([
    ['at most two more pages', [3, 3, 3, 10], [null, '1', '2'], 9],
    ['no further page once ten pass', [6, 4, 10], [null, '1'], 10],
  ])(
    'fetches %s, and counts the videos that pass',
    async (_, passing, fetched, shown) => {
      pages(9, 10, passing);
      const found = await search({ q: 'kubernetes', viewCount: '1k-10k' });
      expect(test.discovery.searches.map(({ pageToken }) => pageToken)).toEqual(fetched);
      expect([found.videos.length, found.totalResults]).toEqual([shown, shown]);
    },
  );

  it('shows the videos that pass when the next page fails', async () => {
    pages(9, 10, [2]);
    const first = test.discovery.behaviour.pages;
    test.discovery.behaviour.pages = (page) => {
      if (page.pageToken) throw new YouTubeError('quota', 'rateLimitExceeded', 'search');
      return first(page);
    };
    expect((await search({ q: 'kubernetes', viewCount: '1k-10k' })).totalResults).toBe(2);
    expect((await test.discovery.quota.status()).buckets[1]?.blockedUntil).not.toBeNull();
  });
});

describe('access to YouTube', () => {
  /**
   * Connects the owner's account, so that requests use its grant instead of an API key.
   */
  async function connect() {
    test.useGrant();
    const { vault } = test.discovery;
    await makeGoogleAccount(test.db, {
      sealedAccessToken: vault.seal('token-1', 'access token'),
      sealedRefreshToken: vault.seal('to refresh', 'refresh token'),
      accessTokenExpiresAt: new Date('2026-03-03T13:00:00Z'),
    });
  }

  it('refreshes the grant after a 401 for the list of videos, without a second search', async () => {
    await connect();
    know(youTubeVideo('aaaaaaaaaaa'));
    const { pages } = test.discovery.behaviour;
    test.discovery.behaviour.pages = (asked) => {
      test.discovery.behaviour.failures = [
        new YouTubeError('auth', 'authError', 'shared'),
      ];
      return pages(asked);
    };
    expect((await search()).videos).toHaveLength(1);
    expect(test.discovery.searches).toHaveLength(1);
    expect(test.discovery.refreshed).toEqual(['to refresh']);
    expect(test.discovery.lists.at(-1)?.auth).toEqual({
      kind: 'grant',
      accessToken: 'token-2',
    });
  });

  it('uses the API key when there is one', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    await search();
    expect(test.discovery.lists[0]?.auth).toEqual({ kind: 'key', apiKey: 'a-key' });
  });

  it('blocks the search bucket until midnight Pacific when Google says that it is spent', async () => {
    test.discovery.behaviour.failures = [
      new YouTubeError('quota', 'rateLimitExceeded', 'search'),
    ];
    const { body } = await get({ q: 'kubernetes' }).expect(429);
    expect(body).toMatchObject({
      code: 'quota_spent',
      resetsAt: '2026-03-04T08:00:00.000Z',
    });
    await get({ q: 'docker' }).expect(429);
    expect(test.discovery.searches).toHaveLength(1);

    test.clock.set('2026-03-04T08:00:00.000Z');
    await search({ q: 'docker' });
  });

  it('spends no search once our own count is used up', async () => {
    await test.discovery.quota.meter.spend('search', 100);
    const { body } = await get({ q: 'kubernetes' }).expect(429);
    expect(body.detail).toMatch(/midnight Pacific/);
    expect(test.discovery.searches).toEqual([]);
  });

  it('caches no refusal, so that the next search asks again', async () => {
    test.discovery.behaviour.failures = [
      new YouTubeError('config', 'accessNotConfigured', 'search'),
    ];
    const { body } = await get({ q: 'kubernetes' }).expect(409);
    expect(body).toMatchObject({ status: 409, code: 'api_not_configured' });
    expect((await search()).cached).toBe(false);
  });

  describe('after a temporary failure (rule 9.2)', () => {
    async function failed() {
      know(youTubeVideo('aaaaaaaaaaa'));
      test.discovery.behaviour.failures = [
        new YouTubeError('unknown', 'timeout', 'search'),
      ];
      const { body } = await get({ q: 'kubernetes' }).expect(503);
      return body;
    }

    it('says when YouTube is asked again', async () => {
      expect(await failed()).toMatchObject({
        code: 'youtube_unavailable',
        detail: expect.stringMatching(/\.$/),
        nextTryAt: '2026-03-03T12:01:00.000Z',
      });
    });

    it.each(['kubernetes', ' Kubernetes'])(
      'returns it again for a minute to “%s”',
      async (q) => {
        const failure = await failed();
        test.clock.advance(59_999);
        const { body } = await get({ q, intelligent: 'true' }).expect(503);
        expect(body).toEqual(failure);
        expect(test.discovery.searches).toHaveLength(1);
      },
    );

    it('asks YouTube for another search at once', async () => {
      await failed();
      await search({ q: 'docker' });
      expect(test.discovery.searches.map(({ query }) => query)).toEqual([
        'kubernetes',
        'docker',
      ]);
    });

    it('asks YouTube for the same search again after a minute', async () => {
      await failed();
      test.clock.advance(60_000);
      expect((await search()).videos).toHaveLength(1);
      expect(test.discovery.searches).toHaveLength(2);
    });
  });

  it('asks for a new sign-in when the refreshed token is refused too', async () => {
    await connect();
    const refusal = () => new YouTubeError('auth', 'authError', 'search');
    test.discovery.behaviour.failures = [refusal(), refusal()];
    expect((await get({ q: 'kubernetes' }).expect(409)).body.code).toBe('needs_reauth');
  });
});

describe('an invalid search (rules 5.1, 5.7)', () => {
  const bad: [what: string, query: Record<string, string>][] = [
    ['no words', {}],
    ['only spaces', { q: '   ' }],
    ['too many characters', { q: 'x'.repeat(301) }],
    ['a NUL', { q: 'a\u0000b' }],
    ['an unknown upload date', { q: 'x', uploadDate: 'decade' }],
    ['an unknown view count', { q: 'x', viewCount: '0-1' }],
    ['an unknown order', { q: 'x', relevance: 'best' }],
    [
      'an intelligent search that is neither true nor false',
      { q: 'x', intelligent: 'perhaps' },
    ],
    ['a number of pages that is no number', { q: 'x', pages: 'two' }],
  ];

  it.each(bad)(
    'with %s is refused with a sentence, without a request to YouTube',
    async (_, query) => {
      const { body } = await get(query).expect(400);
      expect(body).toMatchObject({
        code: 'invalid_request',
        detail: expect.stringMatching(/\.$/),
      });
      expect(test.discovery.searches).toEqual([]);
      expect(test.discovery.reported).toEqual([]);
    },
  );
});
