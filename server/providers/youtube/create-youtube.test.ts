import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { heldDeadlines } from '../../testing/clock.ts';
import {
  type ScriptedAnswer,
  type ScriptedServer,
  scriptedServer,
} from '../../testing/scripted-model.ts';
import { createYouTube } from './create-youtube.ts';
import type { YouTubeAuth } from './youtube.ts';

const grant: YouTubeAuth = { kind: 'grant', accessToken: 'ya29.secret-token' };
const key: YouTubeAuth = { kind: 'key', apiKey: 'AIza-secret-key' };

let server: ScriptedServer;
afterEach(() => server.close());

async function setUp(...script: ScriptedAnswer[]) {
  const deadlines = heldDeadlines();
  server = await scriptedServer(script, deadlines.pass);
  const spent: [string, number][] = [];
  const youtube = createYouTube({
    rootUrl: server.origin,
    random: () => 0,
    retryDelayMs: 2,
    meter: {
      async spend(bucket, units) {
        spent.push([bucket, units]);
        return async () => void spent.push([bucket, -units]);
      },
    },
  });
  return { youtube, spent, received: server.received, deadlines: deadlines.lengths };
}

const refusal = (code: number, reason: string) => ({
  status: code,
  json: {
    error: {
      code,
      message: 'm',
      errors: [{ domain: 'youtube.commentThread', reason, message: 'm' }],
    },
  },
});

const comment = {
  youtubeVideoId: 'vid1',
  channelId: 'UCchannel',
  text: 'Grüße & <b>hi</b> 👋',
};
const anySearch = {
  query: 'x',
  order: 'relevance',
  publishedAfter: null,
  pageToken: null,
} as const;
const inserted = { json: { kind: 'youtube#commentThread', id: 'Ugz1', snippet: {} } };

describe('proxy from the environment', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is not used for this machine’s own addresses', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('no_proxy', '');
    const { youtube } = await setUp(inserted, { json: { items: [] } });
    expect(await youtube.insertComment(comment, grant)).toEqual({
      youtubeCommentId: 'Ugz1',
    });
    expect(await youtube.ownChannel(grant)).toBeNull();
  });
});

describe('insertComment', () => {
  it('sends one request with channel, video and the unchanged text', async () => {
    const { youtube, spent, received } = await setUp(inserted);
    expect(await youtube.insertComment(comment, grant)).toEqual({
      youtubeCommentId: 'Ugz1',
    });
    const [request] = received;
    expect(request).toMatchObject({ method: 'POST', path: '/youtube/v3/commentThreads' });
    expect(request?.query.getAll('part')).toEqual(['snippet']);
    expect(request?.headers.authorization).toBe('Bearer ya29.secret-token');
    expect(request?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      snippet: {
        channelId: 'UCchannel',
        videoId: 'vid1',
        topLevelComment: { snippet: { textOriginal: 'Grüße & <b>hi</b> 👋' } },
      },
    });
    expect(spent).toEqual([['shared', 50]]);
  });

  it.each<[string, ScriptedAnswer, string, string]>([
    [
      '403 commentsDisabled',
      refusal(403, 'commentsDisabled'),
      'refused',
      'commentsDisabled',
    ],
    ['503 with a Google body', refusal(503, 'backendError'), 'unknown', 'backendError'],
    [
      '502 with a page',
      { status: 502, text: '<html>Bad gateway</html>' },
      'unknown',
      'http_502',
    ],
    ['a hang', 'hang', 'unknown', 'timeout'],
    ['a reset', 'reset', 'unknown', 'connection_lost'],
    ['a response that is cut off', 'cut-off', 'unknown', 'connection_lost'],
    ['a 200 that is not JSON', { text: 'OK' }, 'unknown', 'no_comment_id'],
    [
      'a 200 without an id',
      { json: { kind: 'youtube#commentThread' } },
      'unknown',
      'no_comment_id',
    ],
    ['a 204', { status: 204 }, 'unknown', 'no_comment_id'],
    [
      'a redirect',
      { status: 307, headers: { location: '/youtube/v3/elsewhere' } },
      'unknown',
      'http_307',
    ],
  ])('sends nothing twice after %s (rule 7.3)', async (_, answer, kind, reason) => {
    const { youtube, spent, received, deadlines } = await setUp(answer, inserted);
    await expect(youtube.insertComment(comment, grant)).rejects.toMatchObject({
      name: 'YouTubeError',
      kind,
      reason,
    });
    expect(deadlines).toEqual([15_000]);
    expect(received).toHaveLength(1);
    expect(spent).toHaveLength(1);
  });

  it('reads a JSON answer whose content type is text', async () => {
    const { youtube } = await setUp({ text: '{"id":"Ugz2"}' });
    expect(await youtube.insertComment(comment, grant)).toEqual({
      youtubeCommentId: 'Ugz2',
    });
  });

  it('uses a new connection every time', async () => {
    const { youtube, received } = await setUp({ json: { items: [] } }, inserted);
    await youtube.ownChannel(grant);
    await youtube.insertComment(comment, grant);
    expect(received.map(({ headers }) => headers.connection)).toEqual([
      'keep-alive',
      'close',
    ]);
  });

  it('refunds its quota units when the connection is refused (rule 7.14)', async () => {
    const { youtube, received, spent } = await setUp(inserted);
    await server.close();
    await expect(youtube.insertComment(comment, grant)).rejects.toMatchObject({
      kind: 'unknown',
      reason: 'unreachable',
      neverSent: true,
    });
    expect(received).toHaveLength(0);
    expect(spent).toEqual([
      ['shared', 50],
      ['shared', -50],
    ]);
  });

  it('returns the wait from Retry-After in milliseconds', async () => {
    const headers = { 'Retry-After': '120' };
    const { youtube } = await setUp({ ...refusal(429, 'rateLimitExceeded'), headers });
    await expect(youtube.insertComment(comment, grant)).rejects.toMatchObject({
      retryAfter: 120_000,
    });
  });

  it('sends nothing when the meter throws', async () => {
    server = await scriptedServer([inserted]);
    const youtube = createYouTube({
      rootUrl: server.origin,
      random: () => 0,
      meter: { spend: () => Promise.reject(new Error('no quota')) },
    });
    await expect(youtube.insertComment(comment, grant)).rejects.toThrow('no quota');
    expect(server.received).toHaveLength(0);
  });
});

describe('reads', () => {
  const empty = { json: { items: [] } };

  it.each<[string, ScriptedAnswer]>([
    ['500', refusal(500, 'internalError')],
    ['503', { status: 503, text: 'busy' }],
    ['a reset', 'reset'],
    ['a hang', 'hang'],
    ['a page instead of JSON', { text: '<html></html>' }],
    ['a response without items', { json: { pageInfo: { totalResults: 0 } } }],
    ['items that are not a list', { json: { items: null } }],
  ])(
    'are repeated after %s, and each request is counted (rule 9.2)',
    async (_, answer) => {
      const { youtube, spent, received, deadlines } = await setUp(answer, empty);
      expect(await youtube.listVideos(['a'], key)).toEqual([]);
      expect(received).toHaveLength(2);
      expect(deadlines).toEqual([10_000, 10_000]);
      expect(spent).toEqual([
        ['shared', 1],
        ['shared', 1],
      ]);
    },
  );

  it('are repeated only once, and fail when the response has no items (rule 3.8)', async () => {
    const { youtube, received } = await setUp({
      json: { kind: 'youtube#listResponse', pageInfo: { totalResults: 0 } },
    });
    const noAnswer = { kind: 'unknown', reason: 'no_items' };
    for (const read of [
      () => youtube.listVideos(['a'], key),
      () => youtube.searchVideoIds(anySearch, key),
      () => youtube.listRecentComments('a', new Date(0), grant),
      () => youtube.ownChannel(grant),
    ]) {
      received.length = 0;
      await expect(read()).rejects.toMatchObject(noAnswer);
      expect(received).toHaveLength(2);
    }
  });

  it('refund their quota units when the connection is refused', async () => {
    const { youtube, spent } = await setUp(empty);
    await server.close();
    await expect(youtube.ownChannel(grant)).rejects.toMatchObject({
      reason: 'unreachable',
    });
    expect(spent.reduce((sum, [, units]) => sum + units, 0)).toBe(0);
    expect(spent).toHaveLength(4);
  });

  it.each([
    [401, 'authError', 'auth'],
    [403, 'quotaExceeded', 'quota'],
    [404, 'videoNotFound', 'refused'],
    [429, 'rateLimitExceeded', 'burst'],
  ])('are not repeated after %i %s', async (status, reason, kind) => {
    const { youtube, received } = await setUp(refusal(status, reason), empty);
    await expect(youtube.listVideos(['a'], grant)).rejects.toMatchObject({
      kind,
      reason,
    });
    expect(received).toHaveLength(1);
  });

  it('carry no secret in their errors (rule 6.5)', async () => {
    for (const auth of [key, grant]) {
      const { youtube } = await setUp(refusal(403, 'forbidden'));
      const error: unknown = await youtube
        .listVideos(['a'], auth)
        .catch((reason: unknown) => reason);
      expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/secret/);
      if (auth === key) await server.close();
    }
  });
});

describe('searchVideoIds', () => {
  it('requests only videos and spends the search bucket', async () => {
    const { youtube, spent, received } = await setUp({
      json: {
        nextPageToken: 'NEXT',
        pageInfo: { totalResults: 1_000_000, resultsPerPage: 50 },
        items: [
          {
            id: { kind: 'youtube#video', videoId: 'a' },
            snippet: { title: 'Rubik&#39;s' },
          },
          { id: { kind: 'youtube#channel', channelId: 'UC' } },
          { id: { kind: 'youtube#video', videoId: 'b' } },
          { id: { kind: 'youtube#video', videoId: 'a' } },
        ],
      },
    });
    const page = await youtube.searchVideoIds(
      {
        query: 'c++ & rust',
        order: 'viewCount',
        publishedAfter: new Date('2026-11-14T00:00:00.000Z'),
        pageToken: 'P2',
      },
      key,
    );
    expect(page).toEqual({
      youtubeIds: ['a', 'b'],
      totalResults: 1_000_000,
      nextPageToken: 'NEXT',
    });
    expect(Object.fromEntries(received[0]?.query ?? [])).toEqual({
      part: 'snippet',
      q: 'c++ & rust',
      type: 'video',
      order: 'viewCount',
      maxResults: '50',
      publishedAfter: '2026-11-14T00:00:00Z',
      pageToken: 'P2',
      key: 'AIza-secret-key',
    });
    expect(received[0]?.headers.authorization).toBeUndefined();
    expect(spent).toEqual([['search', 1]]);
  });

  it('reads an empty page without token or totals', async () => {
    const { youtube } = await setUp({ json: { items: [] } });
    const nothing = { youtubeIds: [], totalResults: 0, nextPageToken: null };
    expect(await youtube.searchVideoIds(anySearch, key)).toEqual(nothing);
  });
});

describe('listVideos', () => {
  const item = (id: string, change: Record<string, unknown> = {}) => ({
    id,
    snippet: {
      publishedAt: '2026-11-18T09:00:00Z',
      channelId: 'UC1',
      title: "Rubik's &amp; tips",
      description: 'd',
      channelTitle: 'Chan',
      thumbnails: {
        default: { url: 'https://i/default.jpg' },
        medium: { url: 'https://i/medium.jpg' },
      },
      defaultAudioLanguage: 'de',
      tags: ['cube', 'speedcubing'],
    },
    status: { privacyStatus: 'public', madeForKids: false },
    statistics: {
      viewCount: '3057',
      likeCount: '25',
      favoriteCount: '0',
      commentCount: '12',
    },
    contentDetails: { duration: 'PT4M', caption: 'true' },
    ...change,
  });

  it('reads numbers from strings, and texts unchanged', async () => {
    const { youtube } = await setUp({ json: { items: [item('a')] } });
    expect(await youtube.listVideos(['a'], key)).toEqual([
      {
        youtubeId: 'a',
        title: "Rubik's &amp; tips",
        description: 'd',
        channelId: 'UC1',
        channelTitle: 'Chan',
        thumbnailUrl: 'https://i/medium.jpg',
        publishedAt: '2026-11-18T09:00:00Z',
        viewCount: 3057,
        likeCount: 25,
        commentCount: 12,
        commentsOff: false,
        language: 'de',
        hasCaptions: true,
        durationSeconds: 240,
        isAwaited: false,
        endedAt: null,
        keywords: ['cube', 'speedcubing'],
      },
    ]);
  });

  const lasting = (duration: string) => ({ contentDetails: { duration } });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['no captions', { contentDetails: { caption: 'false' } }, { hasCaptions: false }],
    [
      'an unknown value of `caption`',
      { contentDetails: { caption: 'soon' } },
      { hasCaptions: null },
    ],
    [
      'no details',
      { contentDetails: undefined },
      { hasCaptions: null, durationSeconds: null },
    ],
    ['an hour and a second', lasting('PT1H1S'), { durationSeconds: 3601 }],
    ['a Short', lasting('PT2M59S'), { durationSeconds: 179 }],
    ['a day', lasting('P1DT1S'), { durationSeconds: 86_401 }],
    ['a stream that is not over', lasting('P0D'), { durationSeconds: null }],
    ['no comment count', { statistics: { viewCount: '1' } }, { commentsOff: true }],
    [
      'no statistics',
      { statistics: undefined },
      { commentsOff: true, viewCount: null, likeCount: null, commentCount: null },
    ],
    [
      'empty statistics',
      { statistics: {} },
      { commentsOff: true, viewCount: null, likeCount: null, commentCount: null },
    ],
    [
      'hidden likes',
      { statistics: { viewCount: '7', commentCount: '0' } },
      { commentsOff: false, viewCount: 7, likeCount: null, commentCount: 0 },
    ],
    [
      'a video made for kids',
      { status: { privacyStatus: 'public', madeForKids: true } },
      { commentsOff: true },
    ],
    [
      'a video that is not public',
      { status: { privacyStatus: 'unlisted' } },
      { commentsOff: true },
    ],
    [
      'an upcoming stream',
      { snippet: { channelId: 'UC1', liveBroadcastContent: 'upcoming' } },
      { isAwaited: true },
    ],
    [
      'the end of a stream',
      { liveStreamingDetails: { actualEndTime: '2026-11-20T11:00:00Z' } },
      { endedAt: '2026-11-20T11:00:00Z' },
    ],
  ])('reads %s', async (_, change, read) => {
    const { youtube } = await setUp({ json: { items: [item('a', change)] } });
    expect(await youtube.listVideos(['a'], key)).toMatchObject([
      { youtubeId: 'a', ...read },
    ]);
  });

  it('leaves out malformed items and keeps the rest', async () => {
    const items = [{ id: 'x' }, null, 'odd', item('b', { status: undefined })];
    const { youtube } = await setUp({ json: { items } });
    expect(await youtube.listVideos(['x', 'b'], key)).toMatchObject([
      { youtubeId: 'b', commentsOff: false },
    ]);
  });

  it('requests fifty videos at a time, each ID as a parameter of its own', async () => {
    const { youtube, spent, received } = await setUp(
      { json: { items: [item('a')] } },
      { json: { items: [item('b')] } },
    );
    const ids = Array.from({ length: 51 }, (_, index) => `id${index}`);
    expect(
      (await youtube.listVideos(ids, key)).map(({ youtubeId }) => youtubeId),
    ).toEqual(['a', 'b']);
    expect(received.map(({ query }) => query.getAll('id'))).toEqual([
      ids.slice(0, 50),
      ids.slice(50),
    ]);
    expect(received[0]?.query.getAll('part')).toEqual([
      'snippet',
      'statistics',
      'status',
      'contentDetails',
      'liveStreamingDetails',
    ]);
    expect(spent).toHaveLength(2);
  });

  it('sends nothing without ids', async () => {
    const { youtube, spent } = await setUp({});
    expect(await youtube.listVideos([], key)).toEqual([]);
    expect(spent).toEqual([]);
  });
});

describe('ownChannel', () => {
  it('returns the first channel, or null for an account without one', async () => {
    const { youtube, received } = await setUp(
      { json: { items: [{ id: 'UCme', snippet: { title: 'Me' } }] } },
      {
        json: {
          kind: 'youtube#channelListResponse',
          pageInfo: { totalResults: 0, resultsPerPage: 5 },
        },
      },
    );
    expect(await youtube.ownChannel(grant)).toEqual({ id: 'UCme', title: 'Me' });
    expect(await youtube.ownChannel(grant)).toBeNull();
    expect(received[0]?.query.get('mine')).toBe('true');
  });
});

describe('listTopComments', () => {
  it('requests the twenty most relevant threads once, as plain text', async () => {
    const thread = (snippet: Record<string, unknown>) => ({
      id: 'Ugz1',
      snippet: { topLevelComment: { snippet } },
    });
    const { youtube, received, spent } = await setUp({
      json: {
        nextPageToken: 'P2',
        items: [
          thread({ authorDisplayName: '@kim', textDisplay: 'R&D <3', likeCount: 12 }),
          thread({ textDisplay: 'shown', textOriginal: 'written' }),
          { snippet: {} },
        ],
      },
    });
    expect(await youtube.listTopComments('vid1', key)).toEqual([
      { author: '@kim', text: 'R&D <3', likeCount: 12 },
      { author: '', text: 'written', likeCount: null },
    ]);
    expect(received.map(({ query }) => Object.fromEntries(query))).toEqual([
      {
        part: 'snippet',
        videoId: 'vid1',
        order: 'relevance',
        maxResults: '20',
        textFormat: 'plainText',
        key: 'AIza-secret-key',
      },
    ]);
    expect(spent).toEqual([['shared', 1]]);
  });
});

describe('listRecentComments', () => {
  const thread = (
    id: string,
    publishedAt: string,
    text: Record<string, string> = { textDisplay: id },
  ) => ({
    id,
    snippet: {
      topLevelComment: {
        id,
        snippet: { ...text, authorChannelId: { value: 'UCme' }, publishedAt },
      },
    },
  });
  const since = new Date('2026-11-21T10:00:00Z');

  it('pages back until it is past `since`', async () => {
    const { youtube, received, spent } = await setUp(
      { json: { nextPageToken: 'P2', items: [thread('c', '2026-11-21T10:02:00Z')] } },
      {
        json: {
          nextPageToken: 'P3',
          items: [
            thread('b', '2026-11-21T10:00:00Z', {
              textDisplay: 'shown',
              textOriginal: 'written',
            }),
            thread('a', '2026-11-21T09:59:59Z'),
          ],
        },
      },
    );
    expect(await youtube.listRecentComments('vid1', since, grant)).toMatchObject({
      isComplete: true,
      comments: [
        {
          youtubeCommentId: 'c',
          authorChannelId: 'UCme',
          text: 'c',
          publishedAt: '2026-11-21T10:02:00Z',
        },
        {
          youtubeCommentId: 'b',
          authorChannelId: 'UCme',
          text: 'written',
          publishedAt: '2026-11-21T10:00:00Z',
        },
      ],
    });
    expect(Object.fromEntries(received[0]?.query ?? [])).toEqual({
      part: 'snippet',
      videoId: 'vid1',
      order: 'time',
      maxResults: '100',
      textFormat: 'plainText',
    });
    expect(received[1]?.query.get('pageToken')).toBe('P2');
    expect(spent).toHaveLength(2);
  });

  it('reads on after an old thread that is pinned to the top', async () => {
    const { youtube, received } = await setUp(
      {
        json: {
          nextPageToken: 'P2',
          items: [
            thread('pinned', '2026-01-01T00:00:00Z'),
            thread('d', '2026-11-21T10:03:00Z'),
          ],
        },
      },
      { json: { items: [thread('c', '2026-11-21T10:02:00Z')] } },
    );
    const { comments } = await youtube.listRecentComments('vid1', since, grant);
    expect(comments.map(({ youtubeCommentId }) => youtubeCommentId)).toEqual(['d', 'c']);
    expect(received).toHaveLength(2);
  });

  it('stops after five pages of a very busy video', async () => {
    const { youtube, received } = await setUp({
      json: { nextPageToken: 'P', items: [thread('c', '2026-11-21T10:02:00Z')] },
    });
    const { isComplete } = await youtube.listRecentComments('vid1', since, grant);
    expect(isComplete).toBe(false);
    expect(received).toHaveLength(5);
  });
});

describe('followed channels', () => {
  it('are read by ID, fifty at a time, and by handle', async () => {
    const { youtube, received, spent } = await setUp({
      json: {
        items: [
          {
            id: 'UC1',
            snippet: {
              title: 'One',
              thumbnails: { default: { url: 'https://i/1.jpg' } },
            },
            contentDetails: { relatedPlaylists: { uploads: 'UU1' } },
          },
          { id: 'UC2', snippet: { title: 'Without a list of uploads' } },
        ],
      },
    });
    const ids = Array.from({ length: 51 }, (_, index) => `UC${index}`);
    const one = {
      channelId: 'UC1',
      title: 'One',
      thumbnailUrl: 'https://i/1.jpg',
      uploadsId: 'UU1',
    };
    expect(await youtube.listChannels({ ids }, key)).toEqual([one, one]);
    expect(await youtube.listChannels({ handle: '@one' }, key)).toEqual([one]);
    expect(received.map(({ query }) => query.getAll('id').length)).toEqual([50, 1, 0]);
    expect(received[2]?.query.get('forHandle')).toBe('@one');
    expect(spent).toHaveLength(3);
  });

  it('are an empty list when the response has no items', async () => {
    const empty = { kind: 'youtube#channelListResponse', pageInfo: { totalResults: 0 } };
    const { youtube } = await setUp({ json: empty });
    expect(await youtube.listChannels({ ids: ['UCgone'] }, key)).toEqual([]);
  });

  it('have fifty uploads read for one quota unit, including those without a time', async () => {
    const { youtube, received, spent } = await setUp({
      json: {
        items: [
          { contentDetails: { videoId: 'a', videoPublishedAt: '2026-11-20T09:00:00Z' } },
          { contentDetails: { videoId: 'b' } },
          { contentDetails: {} },
        ],
      },
    });
    expect(await youtube.listUploads('UU1', key)).toEqual([
      { youtubeId: 'a', publishedAt: '2026-11-20T09:00:00Z' },
      { youtubeId: 'b', publishedAt: null },
    ]);
    expect(received[0]?.query.get('maxResults')).toBe('50');
    expect(spent).toHaveLength(1);
  });
});
