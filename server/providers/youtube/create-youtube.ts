import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { auth, type MethodOptions, youtube } from 'googleapis/build/src/apis/youtube/index.js';
import { isLocalHost } from '../../config/local-host.ts';
import { repeatRead } from './read-retry.ts';
import { readTransportFailure } from './transport-failure.ts';
import type {
  ListedComment,
  QuotaBucket,
  QuotaMeter,
  YouTube,
  YouTubeAuth,
  YouTubeVideo,
} from './youtube.ts';
import { YouTubeError } from './youtube.ts';
import { classifyFailure } from './youtube-errors.ts';
import {
  isList,
  readInserted,
  readOwnChannel,
  readSearch,
  readThreads,
  readVideos,
} from './youtube-replies.ts';

interface Deps {
  /** An origin in place of Google's own; null for the real YouTube. */
  rootUrl: string | null;
  meter: QuotaMeter;
  random: () => number;
  repeatAfterMs?: number;
}

type CallOptions = MethodOptions & { responseType: 'json' };

/** What each call costs (WIRE A.1). */
const units = { search: 1, list: 1, insert: 50 };

/** Milliseconds for one request. */
const timeouts = { read: 10_000, insert: 15_000 };

const idsPerCall = 50;
const threadsPerPage = 100;
/** A very busy video is not read back for ever: the newest 500 threads have to do. */
const maxThreadPages = 5;

/** The real YouTube Data API client. Every failure is a YouTubeError without the request it came from. */
export function createYouTube({ rootUrl, meter, random, repeatAfterMs = 400 }: Deps): YouTube {
  const api = youtube({ version: 'v3', ...(rootUrl !== null && { rootUrl }) });
  const freshConnection = isPlain(rootUrl)
    ? new HttpAgent({ keepAlive: false })
    : new HttpsAgent({ keepAlive: false });

  const always = {
    retry: false,
    // The body is read whatever its content type says, and one that is not JSON is left as text.
    responseType: 'json' as const,
    // A redirect followed by the client would be a second request.
    redirect: 'manual' as const,
    // The library sends even this machine's own addresses through the environment's proxy.
    noProxy: rootUrl !== null && isLocalHost(new URL(rootUrl).hostname) ? [rootUrl] : [],
  };

  /** One request: counted, bounded, and its failure stripped of everything secret. */
  async function request(
    bucket: QuotaBucket,
    cost: number,
    timeoutMs: number,
    send: (options: CallOptions) => Promise<{ data: unknown }>,
  ): Promise<unknown> {
    const giveBack = await meter.spend(bucket, cost);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return (await send({ ...always, signal })).data;
    } catch (error) {
      const failure = classifyFailure(readTransportFailure(error, signal), bucket);
      // Where even that fails the count stays ahead, and what went wrong with the call is still told.
      if (failure.neverSent) await giveBack().catch(() => undefined);
      throw failure;
    }
  }

  function read(bucket: QuotaBucket, send: (options: CallOptions) => Promise<{ data: unknown }>) {
    const cost = bucket === 'search' ? units.search : units.list;
    return repeatRead(
      async () => {
        const data = await request(bucket, cost, timeouts.read, send);
        if (typeof data !== 'object' || data === null) throw new YouTubeError('unknown', 'not_json', bucket);
        if (!isList(data)) throw new YouTubeError('unknown', 'no_items', bucket);
        return data;
      },
      { delayMs: repeatAfterMs, random },
    );
  }

  return {
    async searchVideoIds({ query, order, publishedAfter, pageToken }, grant) {
      const reply = await read('search', (options) =>
        api.search.list(
          {
            auth: authOf(grant),
            part: ['snippet'],
            q: query,
            type: ['video'],
            order,
            maxResults: 50,
            ...(publishedAfter && { publishedAfter: publishedAfter.toISOString().replace(/\.\d{3}Z$/, 'Z') }),
            ...(pageToken && { pageToken }),
          },
          options,
        ),
      );
      return readSearch(reply);
    },

    async listVideos(youtubeIds, grant) {
      const videos: YouTubeVideo[] = [];
      for (let from = 0; from < youtubeIds.length; from += idsPerCall) {
        const id = youtubeIds.slice(from, from + idsPerCall);
        const part = ['snippet', 'statistics', 'status'];
        const reply = await read('shared', (options) =>
          api.videos.list({ auth: authOf(grant), part, id }, options),
        );
        videos.push(...readVideos(reply));
      }
      return videos;
    },

    async ownChannel(grant) {
      const reply = await read('shared', (options) =>
        api.channels.list({ auth: authOf(grant), part: ['id', 'snippet'], mine: true }, options),
      );
      return readOwnChannel(reply);
    },

    async insertComment({ youtubeVideoId, channelId, text }, grant) {
      const reply = await request('shared', units.insert, timeouts.insert, (options) =>
        api.commentThreads.insert(
          {
            auth: authOf(grant),
            part: ['snippet'],
            requestBody: {
              snippet: {
                channelId,
                videoId: youtubeVideoId,
                topLevelComment: { snippet: { textOriginal: text } },
              },
            },
          },
          {
            ...options,
            // A kept connection may be closing just as we write to it: a doubt that a new one never raises.
            adapter: (prepared, send) => send({ ...prepared, agent: prepared.agent ?? freshConnection }),
          },
        ),
      );
      const youtubeCommentId = readInserted(reply);
      if (youtubeCommentId === null) throw new YouTubeError('unknown', 'no_comment_id', 'shared');
      return { youtubeCommentId };
    },

    async listRecentComments(youtubeVideoId, since, grant) {
      const found: ListedComment[] = [];
      let pageToken: string | null = null;
      for (let pages = 0; pages < maxThreadPages; pages += 1) {
        const token: string | null = pageToken;
        const reply = await read('shared', (options) =>
          api.commentThreads.list(
            {
              auth: authOf(grant),
              part: ['snippet'],
              videoId: youtubeVideoId,
              order: 'time',
              maxResults: threadsPerPage,
              textFormat: 'plainText',
              ...(token && { pageToken: token }),
            },
            options,
          ),
        );
        const { comments, nextPageToken } = readThreads(reply);
        found.push(...comments.filter(({ publishedAt }) => !isBefore(publishedAt, since)));
        const reachedSince = comments.some(({ publishedAt }) => isBefore(publishedAt, since));
        if (reachedSince || nextPageToken === null) break;
        pageToken = nextPageToken;
      }
      return found;
    },
  };
}

function isPlain(rootUrl: string | null): boolean {
  return rootUrl?.startsWith('http:') ?? false;
}

/** An unreadable date counts as recent: better one comment too many to look at. */
function isBefore(publishedAt: string, since: Date): boolean {
  return Date.parse(publishedAt) < since.getTime();
}

function authOf(grant: YouTubeAuth) {
  if (grant.kind === 'key') return grant.apiKey;
  const client = new auth.OAuth2();
  // Without an expiry date the client answers a 401 or 403 by sending the request again, inserts too (WIRE A.7).
  client.setCredentials({ access_token: grant.accessToken, expiry_date: Number.MAX_SAFE_INTEGER });
  return client;
}
