import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { videoSearchResponseSchema } from '#shared/contracts/videos.ts';
import { userSettings, videos } from '#shared/schema.ts';
import {
  LanguageModelError,
  type LanguageModelFailure,
} from '../../providers/language-model/language-model.ts';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { fakeClock, testStart } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { type DiscoveryApp, discoveryApp, youTubeVideo } from '../../testing/discovery-app.ts';
import { makeComment, makeQueueItem, makeVoiceProfile } from '../../testing/factories.ts';
import { heldDeadlines } from '../../testing/held-deadlines.ts';

const test = testDatabase();
let clock = fakeClock();
let world: DiscoveryApp;

beforeEach(() => {
  clock = fakeClock();
  world = discoveryApp(test.db, clock);
});

const get = (query: Record<string, string>) => request(world.app).get('/api/videos/search').query(query);

async function search(query: Record<string, string> = { q: 'kubernetes' }) {
  const { body } = await get(query).expect(200);
  return videoSearchResponseSchema.parse(body);
}

function know(...videosKnown: ReturnType<typeof youTubeVideo>[]) {
  for (const video of videosKnown) world.known.set(video.youtubeId, video);
}

async function activate(expertiseAreas: string[]) {
  const profile = await makeVoiceProfile(test.db, { expertiseAreas });
  const now = clock.now();
  const change = { activeVoiceProfileId: profile.id, createdAt: now, updatedAt: now };
  await test.db
    .insert(userSettings)
    .values(change)
    .onConflictDoUpdate({ target: userSettings.id, set: change });
}

const insights = {
  videoType: 'Tutorial\u0000',
  difficulty: 'medium' as const,
  commentOpportunity: 'high' as const,
  keyTopics: ['probes'],
  suggestedApproach: ['Ask about startup probes.'],
};

describe('a search', () => {
  it('answers in YouTube’s order, stores what it found, and says what it is about', async () => {
    know(
      youTubeVideo('aaaaaaaaaaa', {
        title: 'Docker and <b>React</b> & more',
        commentCount: null,
        commentsOff: true,
      }),
      youTubeVideo('bbbbbbbbbbb'),
    );
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
    expect(world.changed).toContain('stats');
  });

  it('sends the filters on, and the query as it was typed', async () => {
    await search({ q: '  Kubernetes   Probes ', uploadDate: 'day', relevance: 'views', viewCount: '' });
    expect(world.searches).toEqual([
      {
        query: 'Kubernetes Probes',
        order: 'viewCount',
        publishedAfter: new Date('2026-03-02T12:00:00Z'),
        pageToken: null,
      },
    ]);
  });

  it('is spent once in half an hour, and laid over with the comments of the moment', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    const [first] = (await search()).videos;
    const comment = await makeComment(test.db, { videoId: first?.id ?? 0, status: 'approved' });
    const scheduledFor = new Date('2026-03-04T09:00:00Z');
    await makeQueueItem(test.db, { commentId: comment.id, scheduledFor });

    clock.advance(30 * 60_000 - 1);
    const again = await search({ q: ' KUBERNETES ' });
    expect(again.cached).toBe(true);
    expect(world.searches).toHaveLength(1);
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
    expect(world.searches).toHaveLength(2);
  });

  it('asked twice at once is spent once', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    const answers = await Promise.all([search(), search()]);
    expect(answers.map(({ videos: rows }) => rows.length)).toEqual([1, 1]);
    expect(world.searches).toHaveLength(1);
  });

  it('keeps a video’s id and date when it is found again, with its new figures', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    const [before] = (await search()).videos;
    clock.advance(3_600_000);
    know(youTubeVideo('aaaaaaaaaaa', { viewCount: 9_000_000_000 }));
    const [after] = (await search()).videos;
    expect(after).toMatchObject({ id: before?.id, createdAt: before?.createdAt, viewCount: 9_000_000_000 });
  });

  it('says that a posted comment is not in the queue', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    const [video] = (await search()).videos;
    const postedAt = new Date('2026-03-03T11:00:00Z');
    await makeComment(test.db, { videoId: video?.id ?? 0, status: 'posted', postedAt });
    expect((await search()).videos[0]).toMatchObject({
      inQueue: false,
      commentStatus: { status: 'posted', postedAt: postedAt.toISOString(), isScheduled: false },
    });
  });

  it('matches with the active profile’s expertise, also when it changed since', async () => {
    know(youTubeVideo('aaaaaaaaaaa', { title: 'Tasty sourdough', description: '' }));
    expect((await search()).videos[0]?.matchScore).toBe(0);
    await activate(['Sourdough']);
    expect(await search()).toMatchObject({ cached: true, videos: [{ matchScore: 85 }] });
  });

  it('that finds nothing is an empty answer', async () => {
    expect(await search()).toEqual({
      videos: [],
      totalResults: 0,
      cached: false,
      enhanced: false,
      missing: 0,
    });
  });
});

describe('a pasted link', () => {
  it('is one listing and no search', async () => {
    know(youTubeVideo('dQw4w9WgXcQ'));
    const found = await search({ q: 'https://youtu.be/dQw4w9WgXcQ?si=x', viewCount: '100k+' });
    expect(found).toMatchObject({ totalResults: 1, videos: [{ youtubeId: 'dQw4w9WgXcQ', matchScore: 100 }] });
    expect(world.searches).toEqual([]);
    expect(world.lists.map(({ ids }) => ids)).toEqual([['dQw4w9WgXcQ']]);
  });

  it('to a video that is gone finds nothing', async () => {
    expect(await search({ q: 'youtu.be/dQw4w9WgXcQ' })).toMatchObject({ videos: [], totalResults: 0 });
  });
});

describe('the View Count filter', () => {
  /** Pages of ten videos, the n-th with n passing. */
  function pages(passing: number[]) {
    world.behaviour.pages = ({ pageToken }) => {
      const page = Number(pageToken ?? 0);
      const youtubeIds = Array.from({ length: 10 }, (_, index) => `page${page}video${index}`);
      for (const [index, id] of youtubeIds.entries()) {
        know(youTubeVideo(id, { viewCount: index < (passing[page] ?? 0) ? 1_000 : 10_000 }));
      }
      return { youtubeIds, totalResults: 1_000_000, nextPageToken: String(page + 1) };
    };
  }

  it('fetches two more pages at most while fewer than ten rows pass, and counts what passed', async () => {
    pages([3, 3, 3, 10]);
    const found = await search({ q: 'kubernetes', viewCount: '1k-10k' });
    expect(world.searches.map(({ pageToken }) => pageToken)).toEqual([null, '1', '2']);
    expect(found.videos).toHaveLength(9);
    expect(found.totalResults).toBe(9);
  });

  it('stops as soon as ten passed', async () => {
    pages([6, 4, 10]);
    expect((await search({ q: 'kubernetes', viewCount: '1k-10k' })).videos).toHaveLength(10);
    expect(world.searches).toHaveLength(2);
  });

  it('shows what passed when the next page fails', async () => {
    pages([2]);
    const first = world.behaviour.pages;
    world.behaviour.pages = (page) => {
      if (page.pageToken) throw new YouTubeError('quota', 'rateLimitExceeded', 'search');
      return first(page);
    };
    expect((await search({ q: 'kubernetes', viewCount: '1k-10k' })).totalResults).toBe(2);
    expect((await world.quota.status()).buckets[1]?.blockedUntil).not.toBeNull();
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
  const asked = () => world.assessed.map(({ ids }) => ids.length);
  const failing = (kind: LanguageModelFailure) => () => {
    throw new LanguageModelError(kind);
  };

  it('adds the model’s view in small requests, for what the person knows, and keeps it with the search', async () => {
    await activate(['Kubernetes', 'Go']);
    knowMany(12);
    world.behaviour.assess = judged;
    const found = await search(intelligent);
    expect(found).toMatchObject({ enhanced: true, missing: 0 });
    for (const video of found.videos) {
      expect(video).toMatchObject({
        engagementScore: 77,
        contentInsights: { ...insights, videoType: 'Tutorial' },
      });
    }
    expect(asked()).toEqual([5, 5, 2]);
    expect(world.assessed.flatMap(({ ids }) => ids)).toEqual(found.videos.map(({ id }) => id));
    for (const { expertise } of world.assessed) expect(expertise).toEqual(['Kubernetes', 'Go']);

    expect(await search(intelligent)).toEqual({ ...found, cached: true });
    expect(asked()).toHaveLength(3);
    expect((await search()).videos[0]).toMatchObject({ engagementScore: null, contentInsights: null });
    expect(world.searches).toHaveLength(1);
  });

  it('asks for five requests at the same time and no more', async () => {
    knowMany(50);
    let running = 0;
    let most = 0;
    world.behaviour.assess = async (ids) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return judged(ids);
    };
    expect(await search(intelligent)).toMatchObject({ enhanced: true, missing: 0 });
    expect(asked()).toEqual(Array(10).fill(5));
    expect(most).toBe(5);
  });

  it('shows what came within twenty seconds, counts the rest, and asks for that alone when told to', async () => {
    knowMany(12);
    const deadlines = heldDeadlines();
    world.behaviour.assess = ([first = 0, ...others], signal) => {
      if (world.assessed.length !== 2) return judged([first, ...others]);
      const late = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new LanguageModelError('unavailable')));
      });
      setImmediate(deadlines.pass);
      return late;
    };
    const found = await search(intelligent);
    expect(deadlines.lengths).toEqual([20_000]);
    expect(found).toMatchObject({ enhanced: true, missing: 5 });
    const ids = found.videos.map(({ id }) => id);
    // Plain rules stand in for what is missing.
    expect(found.videos.every(({ contentInsights }) => contentInsights !== null)).toBe(true);

    world.assessed.length = 0;
    world.behaviour.assess = judged;
    expect(await search(again)).toMatchObject({ cached: true, enhanced: true, missing: 0 });
    expect(world.assessed.map((request) => request.ids)).toEqual([ids.slice(5, 10)]);
    expect(await search(intelligent)).toMatchObject({ enhanced: true, missing: 0 });
    expect(world.searches).toHaveLength(1);
  });

  it.each(['unavailable', 'bad_answer', 'refused', 'busy'] as const)(
    'hides no request behind another that failed (%s)',
    async (kind) => {
      knowMany(50);
      world.behaviour.assess = (ids) => {
        if (world.assessed.length === 1) throw new LanguageModelError(kind);
        return judged(ids);
      };
      expect(await search(intelligent)).toMatchObject({ enhanced: true, missing: 5 });
    },
  );

  it.each(['unavailable', 'bad_answer', 'quota', 'config'] as const)(
    'says so when the model fails (%s), uses plain rules, and remembers that until it is told to ask again',
    async (kind) => {
      knowMany(30);
      world.behaviour.assess = failing(kind);
      const found = await search(intelligent);
      expect(found).toMatchObject({ enhanced: false, missing: 30 });
      expect(found.videos[0]?.engagementScore).toEqual(expect.any(Number));
      expect(found.videos[0]?.contentInsights?.suggestedApproach).not.toEqual([]);
      // Fewer requests than there would be: nobody is answered.
      expect(asked()).toHaveLength(5);

      world.behaviour.assess = judged;
      expect(await search(intelligent)).toEqual({ ...found, cached: true });
      expect(asked()).toHaveLength(5);
      expect(await search(again)).toMatchObject({ cached: true, enhanced: true, missing: 0 });
      expect(asked()).toHaveLength(11);
      expect(world.searches).toHaveLength(1);
    },
  );

  it('asked for twice at once is asked of the model once', async () => {
    knowMany(3);
    world.behaviour.assess = async (ids) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return judged(ids);
    };
    const answers = await Promise.all([search(intelligent), search(intelligent)]);
    expect(answers.map(({ missing }) => missing)).toEqual([0, 0]);
    expect(asked()).toEqual([3]);
  });

  it('asks again with the search after half an hour, and after a failure too', async () => {
    knowMany(1);
    world.behaviour.assess = failing('busy');
    await search(intelligent);
    clock.advance(30 * 60_000);
    world.behaviour.assess = judged;
    expect(await search(intelligent)).toMatchObject({ cached: false, enhanced: true, missing: 0 });
    expect(world.searches).toHaveLength(2);
  });

  it('makes no score of ours of what YouTube counts and dates', async () => {
    const text = { title: 'Kubernetes probes', description: 'What do you think?' };
    const quiet = { viewCount: 12, likeCount: 0, commentCount: 1, publishedAt: '2019-01-01T00:00:00Z' };
    const loud = { viewCount: 9_000_000, likeCount: 800_000, commentCount: 70_000 };
    know(
      youTubeVideo('aaaaaaaaaaa', { ...text, ...quiet }),
      youTubeVideo('bbbbbbbbbbb', { ...text, ...loud }),
    );
    world.behaviour.assess = failing('quota');
    const [one, other] = (await search(intelligent)).videos.map(
      ({ matchScore, engagementScore, contentInsights }) => ({
        matchScore,
        engagementScore,
        contentInsights,
      }),
    );
    expect(one).toEqual(other);
  });
});

describe('access to YouTube', () => {
  it('refreshes the grant once after a 401', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    world.behaviour.failures = [new YouTubeError('auth', 'authError', 'search')];
    expect((await search()).videos).toHaveLength(1);
    expect(world.refreshed).toEqual(['token-1']);
    expect(world.lists[0]?.auth).toEqual({ kind: 'grant', accessToken: 'token-2' });
  });

  it('does not search again where the grant is refused only for the list after it', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    const { pages } = world.behaviour;
    world.behaviour.pages = (asked) => {
      world.behaviour.failures = [new YouTubeError('auth', 'authError', 'shared')];
      return pages(asked);
    };
    expect((await search()).videos).toHaveLength(1);
    expect(world.searches).toHaveLength(1);
    expect(world.lists.at(-1)?.auth).toEqual({ kind: 'grant', accessToken: 'token-2' });
  });

  it('uses the API key where there is one', async () => {
    world = discoveryApp(test.db, clock, 'a-key');
    know(youTubeVideo('aaaaaaaaaaa'));
    await search();
    expect(world.lists[0]?.auth).toEqual({ kind: 'key', apiKey: 'a-key' });
  });

  it('blocks the search bucket until midnight Pacific when Google says it is gone', async () => {
    world.behaviour.failures = [new YouTubeError('quota', 'rateLimitExceeded', 'search')];
    const { body } = await get({ q: 'kubernetes' }).expect(429);
    expect(body).toMatchObject({ code: 'quota_spent', resetsAt: '2026-03-04T08:00:00.000Z' });
    await get({ q: 'docker' }).expect(429);
    expect(world.searches).toHaveLength(1);

    clock.set('2026-03-04T08:00:00.000Z');
    await search({ q: 'docker' });
  });

  it('spends no search when our own count is at its end', async () => {
    await world.quota.meter.spend('search', 100);
    const { body } = await get({ q: 'kubernetes' }).expect(429);
    expect(body.detail).toMatch(/midnight Pacific/);
    expect(world.searches).toEqual([]);
  });

  it.each([
    ['burst', 'rateLimitExceeded', 429, 'rate_limited_by_youtube'],
    ['scope', 'insufficientPermissions', 409, 'scope_missing'],
    ['account', 'authenticatedUserAccountSuspended', 409, 'account_cannot_post'],
    ['account', 'youtubeSignupRequired', 409, 'youtube_signup_required'],
    ['config', 'accessNotConfigured', 409, 'api_not_configured'],
    ['config', 'API_KEY_HTTP_REFERRER_BLOCKED', 409, 'api_key_referrer_blocked'],
    ['config', 'API_KEY_IP_ADDRESS_BLOCKED', 409, 'api_key_ip_blocked'],
    ['config', 'API_KEY_SERVICE_BLOCKED', 409, 'api_key_service_blocked'],
    ['config', 'API_KEY_INVALID', 409, 'api_key_invalid'],
    ['config', 'CONSUMER_SUSPENDED', 409, 'project_suspended'],
    ['config', 'CONSUMER_INVALID', 409, 'project_invalid'],
    ['config', 'USER_PROJECT_DENIED', 409, 'project_denied'],
    ['config', 'BILLING_DISABLED', 409, 'billing_disabled'],
    ['config', 'invalidSearchFilter', 409, 'request_not_understood'],
    ['refused', 'videoNotFound', 409, 'video_not_found'],
    ['forbidden', 'forbidden', 409, 'refused_without_reason'],
    ['unexplained', 'http_403', 409, 'refused_without_reason'],
  ] as const)('words %s (%s) as %i %s, and keeps nothing', async (kind, reason, status, code) => {
    world.behaviour.failures = [new YouTubeError(kind, reason, 'search')];
    const { body } = await get({ q: 'kubernetes' }).expect(status);
    expect(body).toMatchObject({ status, code });
    expect(body.detail).toMatch(/\.$/);
    expect((await search()).cached).toBe(false);
  });

  it('answers a failure that may pass with itself for a minute, and says when YouTube is asked again', async () => {
    know(youTubeVideo('aaaaaaaaaaa'));
    world.behaviour.failures = [new YouTubeError('unknown', 'timeout', 'search')];
    const failed = await get({ q: 'kubernetes' }).expect(503);
    expect(failed.body).toMatchObject({
      code: 'youtube_unavailable',
      detail: expect.stringMatching(/\.$/),
      nextTryAt: '2026-03-03T12:01:00.000Z',
    });

    clock.advance(59_999);
    // The page's own repetitions, and a person who presses Search again too soon.
    for (const q of ['kubernetes', ' Kubernetes']) {
      const again = await get({ q, intelligent: 'true' }).expect(503);
      expect(again.body).toEqual(failed.body);
    }
    expect(world.searches).toHaveLength(1);

    clock.advance(1);
    expect((await search()).videos).toHaveLength(1);
    expect(world.searches).toHaveLength(2);
  });

  it('lets another search ask while one that failed waits', async () => {
    world.behaviour.failures = [new YouTubeError('unknown', 'timeout', 'search')];
    await get({ q: 'kubernetes' }).expect(503);
    await search({ q: 'docker' });
    expect(world.searches.map(({ query }) => query)).toEqual(['kubernetes', 'docker']);
  });

  it('asks for a new sign-in when the refreshed token is refused too', async () => {
    const refusal = () => new YouTubeError('auth', 'authError', 'search');
    world.behaviour.failures = [refusal(), refusal()];
    expect((await get({ q: 'kubernetes' }).expect(409)).body.code).toBe('needs_reauth');
  });
});

describe('bad input', () => {
  it.each([
    [{}],
    [{ q: '' }],
    [{ q: '   ' }],
    [{ q: 'x'.repeat(301) }],
    [{ q: 'a\u0000b' }],
    [{ q: 'x', uploadDate: 'decade' }],
    [{ q: 'x', viewCount: '0-1' }],
    [{ q: 'x', relevance: 'best' }],
    [{ q: 'x', intelligent: 'perhaps' }],
    [{ q: 'x', askMissing: '2' }],
  ])('%j is a 400 with a sentence, and asks YouTube nothing', async (query: Record<string, string>) => {
    const { body } = await get(query).expect(400);
    expect(body).toMatchObject({ code: 'invalid_request', detail: expect.stringMatching(/\.$/) });
    expect(world.searches).toEqual([]);
    expect(world.reported).toEqual([]);
  });
});
