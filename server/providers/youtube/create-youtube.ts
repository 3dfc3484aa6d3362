import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  auth,
  type MethodOptions,
  youtube,
  type youtube_v3,
} from 'googleapis/build/src/apis/youtube/index.js';
import { topCommentCount } from '#shared/contracts/drafts.ts';
import { isLocalHost } from '../../core/local-host.ts';
import {
  type ListedComment,
  type QuotaBucket,
  type QuotaMeter,
  type Subscription,
  type YouTube,
  type YouTubeAuth,
  YouTubeError,
} from './youtube.ts';
import {
  isList,
  nextPageOf,
  readChannels,
  readIds,
  readInserted,
  readOwnChannels,
  readReplies,
  readSearch,
  readSubscriptions,
  readThreads,
  readUploads,
  readVideos,
} from './youtube-answers.ts';
import { classifyFailure, readTransportFailure } from './youtube-errors.ts';

type Send = (
  options: MethodOptions & { responseType: 'json' },
) => Promise<{ data: unknown }>;

type ListParams = youtube_v3.Params$Resource$Search$List &
  youtube_v3.Params$Resource$Videos$List &
  youtube_v3.Params$Resource$Channels$List &
  youtube_v3.Params$Resource$Playlistitems$List &
  youtube_v3.Params$Resource$Subscriptions$List &
  youtube_v3.Params$Resource$Commentthreads$List &
  youtube_v3.Params$Resource$Comments$List;

interface Listable {
  list(params: ListParams, options: Parameters<Send>[0]): ReturnType<Send>;
}

/** Costs one unit of the shared bucket, or one search. */
type List = (
  resource: Listable,
  grant: YouTubeAuth,
  params: ListParams,
  pageToken?: string | null,
) => Promise<unknown>;

interface Deps {
  /** Address of the sandbox; null for the real YouTube. */
  rootUrl: string | null;
  meter: QuotaMeter;
  random: () => number;
  retryDelayMs?: number;
}

/** Cost of a request in quota units (wire W1). */
const units = { search: 1, list: 1, write: 50 };

const timeoutsMs = { read: 10_000, write: 15_000 };

const idsPerCall = 50;
const threadsPerPage = 100;
/** Each page costs one unit, so a check reads at most the newest 500 threads. */
const maxThreadPages = 5;
/** Far more pages than anybody has subscriptions for. */
const maxSubscriptionPages = 40;

const usualRetryDelayMs = 400;

/**
 * Sends requests to YouTube: counts their quota, limits their time, and repeats reads
 * only.
 */
function createClient({
  rootUrl,
  meter,
  random,
  retryDelayMs = usualRetryDelayMs,
}: Deps) {
  const api = youtube(rootUrl === null ? { version: 'v3' } : { version: 'v3', rootUrl });
  const freshConnection = rootUrl?.startsWith('http:')
    ? new HttpAgent({ keepAlive: false })
    : new HttpsAgent({ keepAlive: false });

  const defaults = {
    retry: false,
    // Parses JSON whatever the content type is; anything else stays text.
    responseType: 'json' as const,
    // Following a redirect would send a second request.
    redirect: 'manual' as const,
    // Without this, the library would send requests to loopback addresses through a
    // proxy.
    noProxy: rootUrl !== null && isLocalHost(new URL(rootUrl).hostname) ? [rootUrl] : [],
  };

  async function request(
    bucket: QuotaBucket,
    cost: number,
    timeoutMs: number,
    send: Send,
  ): Promise<unknown> {
    const refund = await meter.spend(bucket, cost);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return (await send({ ...defaults, signal })).data;
    } catch (error) {
      const failure = classifyFailure(readTransportFailure(error, signal), bucket);
      // A failed refund must not hide the original failure; our count is then higher than
      // Google's.
      if (failure.neverSent) await refund().catch(() => undefined);
      throw failure;
    }
  }

  async function readOnce(bucket: QuotaBucket, send: Send): Promise<unknown> {
    const cost = bucket === 'search' ? units.search : units.list;
    const data = await request(bucket, cost, timeoutsMs.read, send);
    if (typeof data !== 'object' || data === null)
      throw new YouTubeError('unknown', 'not_json', bucket);
    if (!isList(data)) throw new YouTubeError('unknown', 'no_items', bucket);
    return data;
  }

  /** Retries once, and only after a network error or a 5xx. */
  async function read(bucket: QuotaBucket, send: Send): Promise<unknown> {
    try {
      return await readOnce(bucket, send);
    } catch (error) {
      const isTransient = error instanceof YouTubeError && error.kind === 'unknown';
      if (!isTransient) throw error;
    }
    await sleep(retryDelayMs / 2 + (random() * retryDelayMs) / 2);
    return readOnce(bucket, send);
  }

  const list: List = (resource, grant, params, pageToken) =>
    read(resource === api.search ? 'search' : 'shared', (options) =>
      resource.list(
        { auth: authOf(grant), ...params, ...(pageToken && { pageToken }) },
        options,
      ),
    );

  async function listByIds(
    resource: Listable,
    grant: YouTubeAuth,
    ids: readonly string[],
    params: ListParams,
  ) {
    const replies: unknown[] = [];
    for (let from = 0; from < ids.length; from += idsPerCall)
      replies.push(
        await list(resource, grant, {
          ...params,
          id: ids.slice(from, from + idsPerCall),
        }),
      );
    return replies;
  }

  /**
   * Makes one request on a new connection: a kept-alive one may close while we write, and
   * then we could not tell whether the request arrived.
   */
  const write = (send: Send) =>
    request('shared', units.write, timeoutsMs.write, (options) =>
      send({
        ...options,
        adapter: (prepared, next) =>
          next({ ...prepared, agent: prepared.agent ?? freshConnection }),
      }),
    );

  async function insert(send: Send): Promise<{ youtubeCommentId: string }> {
    const youtubeCommentId = readInserted(await write(send));
    if (youtubeCommentId === null)
      throw new YouTubeError('unknown', 'no_comment_id', 'shared');
    return { youtubeCommentId };
  }

  return { api, list, listByIds, write, insert };
}

export function createYouTube(deps: Deps): YouTube {
  const { api, list, listByIds, write, insert } = createClient(deps);

  return {
    async searchVideoIds({ query, order, publishedAfter, pageToken }, grant) {
      const since = publishedAfter && {
        publishedAfter: publishedAfter.toISOString().replace(/\.\d{3}Z$/, 'Z'),
      };
      const which = {
        part: ['snippet'],
        q: query,
        type: ['video'],
        order,
        maxResults: 50,
        ...since,
      };
      return readSearch(await list(api.search, grant, which, pageToken));
    },

    async listVideos(youtubeIds, grant) {
      const part = [
        'snippet',
        'statistics',
        'status',
        'contentDetails',
        'liveStreamingDetails',
      ];
      return (await listByIds(api.videos, grant, youtubeIds, { part })).flatMap(
        readVideos,
      );
    },

    async listChannels(which, grant) {
      const part = ['snippet', 'contentDetails'];
      if ('ids' in which) {
        return (await listByIds(api.channels, grant, which.ids, { part })).flatMap(
          readChannels,
        );
      }
      const name =
        'handle' in which ? { forHandle: which.handle } : { forUsername: which.username };
      return readChannels(await list(api.channels, grant, { part, ...name }));
    },

    async listUploads(playlistId, grant) {
      const which = { part: ['contentDetails'], playlistId, maxResults: idsPerCall };
      return readUploads(await list(api.playlistItems, grant, which));
    },

    async listSubscriptions(grant) {
      const found: Subscription[] = [];
      let pageToken: string | null = null;
      for (
        let page = 0;
        page < maxSubscriptionPages && (page === 0 || pageToken !== null);
        page += 1
      ) {
        const which = { part: ['snippet'], mine: true, maxResults: idsPerCall };
        const reply = await list(api.subscriptions, grant, which, pageToken);
        found.push(...readSubscriptions(reply));
        pageToken = nextPageOf(reply);
      }
      return found;
    },

    async ownChannel(grant) {
      const reply = await list(api.channels, grant, {
        part: ['id', 'snippet'],
        mine: true,
      });
      return readOwnChannels(reply)[0] ?? null;
    },

    insertComment({ youtubeVideoId: videoId, channelId, text: textOriginal }, grant) {
      const snippet = {
        channelId,
        videoId,
        topLevelComment: { snippet: { textOriginal } },
      };
      return insert((options) =>
        api.commentThreads.insert(written(grant, { snippet }), options),
      );
    },

    insertReply({ parentId, text: textOriginal }, grant) {
      const snippet = { parentId, textOriginal };
      return insert((options) =>
        api.comments.insert(written(grant, { snippet }), options),
      );
    },

    async updateComment({ youtubeCommentId: id, text: textOriginal }, grant) {
      const change = { id, snippet: { textOriginal } };
      await write((options) => api.comments.update(written(grant, change), options));
    },

    async deleteComment(youtubeCommentId, grant) {
      await write((options) =>
        api.comments.delete({ auth: authOf(grant), id: youtubeCommentId }, options),
      );
    },

    async readComment(youtubeCommentId, grant) {
      const which = {
        part: ['snippet'],
        id: [youtubeCommentId],
        textFormat: 'plainText',
      };
      const reply = await list(api.comments, grant, which);
      if (!readIds(reply).includes(youtubeCommentId)) return null;
      const [comment] = readReplies(reply).replies;
      if (!comment) throw new YouTubeError('unknown', 'malformed_comment', 'shared');
      return { text: comment.text };
    },

    async listThreads(youtubeCommentIds, grant) {
      const what = { part: ['snippet', 'replies'], textFormat: 'plainText' };
      const replies = await listByIds(api.commentThreads, grant, youtubeCommentIds, what);
      return replies.flatMap(readThreads);
    },

    async listReplies(parentId, pageToken, grant) {
      const which = {
        part: ['snippet'],
        parentId,
        maxResults: 100,
        textFormat: 'plainText',
      };
      return readReplies(await list(api.comments, grant, which, pageToken));
    },

    async listTopComments(videoId, grant) {
      const what = {
        part: ['snippet'],
        textFormat: 'plainText',
        maxResults: topCommentCount,
      };
      const reply = await list(api.commentThreads, grant, {
        ...what,
        videoId,
        order: 'relevance',
      });
      return readThreads(reply).map(({ authorName, text, likeCount }) => ({
        author: authorName,
        text,
        likeCount,
      }));
    },

    async listRecentComments(videoId, since, grant) {
      const what = {
        part: ['snippet'],
        textFormat: 'plainText',
        maxResults: threadsPerPage,
      };
      const found: ListedComment[] = [];
      let pageToken: string | null = null;
      for (let pages = 0; pages < maxThreadPages; pages += 1) {
        const reply = await list(
          api.commentThreads,
          grant,
          { ...what, videoId, order: 'time' },
          pageToken,
        );
        const threads = readThreads(reply);
        found.push(...threads.filter(({ publishedAt }) => !isBefore(publishedAt, since)));
        // Only the oldest thread of the page decides, because a pinned thread may come
        // first.
        const oldest = threads.at(-1);
        const reachedSince = oldest !== undefined && isBefore(oldest.publishedAt, since);
        pageToken = nextPageOf(reply);
        if (reachedSince || pageToken === null)
          return { comments: found, isComplete: true };
      }
      return { comments: found, isComplete: false };
    },
  };
}

const isBefore = (publishedAt: string, since: Date) =>
  Date.parse(publishedAt) < since.getTime();

const written = <Body>(grant: YouTubeAuth, requestBody: Body) => ({
  auth: authOf(grant),
  part: ['snippet'],
  requestBody,
});

function authOf(grant: YouTubeAuth) {
  if (grant.kind === 'key') return grant.apiKey;
  const client = new auth.OAuth2();
  // Without an expiry date the client repeats a request after 401 or 403, even an insert
  // (wire W5).
  client.setCredentials({
    access_token: grant.accessToken,
    expiry_date: Number.MAX_SAFE_INTEGER,
  });
  return client;
}
