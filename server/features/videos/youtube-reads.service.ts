import type { TopComment } from '#shared/contracts/drafts.ts';
import type { KeptSearchQuery } from '#shared/contracts/videos.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { readFailure } from '../../core/youtube-failures.ts';
import {
  type VideoSearch,
  type VideoSearchPage,
  type YouTube,
  type YouTubeAuth,
  YouTubeError,
  type YouTubeVideo,
} from '../../providers/youtube/youtube.ts';
import { withoutInvisible } from '../../text/words.rules.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { QuotaService, Units } from '../quota/quota.service.ts';
import { readYouTubeAddress, type YouTubeAddress } from './youtube-address.rules.ts';

interface Deps {
  youtube: Pick<YouTube, 'searchVideoIds' | 'listVideos' | 'listTopComments'>;
  account: Pick<AccountService, 'accessToken' | 'refreshAccessToken'>;
  quota: Pick<QuotaService, 'ensure' | 'block'>;
  apiKey: string | null;
}

export type Send = <T>(request: (auth: YouTubeAuth) => Promise<T>) => Promise<T>;

interface FoundPage extends Omit<VideoSearchPage, 'youtubeIds'> {
  videos: YouTubeVideo[];
}

const idsPerUnit = 50;

/**
 * Sends requests with the API key, or else with the owner's grant, which is renewed after
 * a 401. Throws AppError 429 if Google says that the day's units are used up, even if our
 * count differs. Throws other failures as YouTubeErrors.
 */
export function createSender({ account, quota, apiKey }: Omit<Deps, 'youtube'>) {
  return async (): Promise<Send> => {
    let auth: YouTubeAuth =
      apiKey === null
        ? { kind: 'grant', accessToken: await account.accessToken() }
        : { kind: 'key', apiKey };

    async function sendOnce<T>(request: (auth: YouTubeAuth) => Promise<T>): Promise<T> {
      try {
        return await request(auth);
      } catch (error) {
        if (error instanceof YouTubeError && error.kind === 'quota') {
          await quota.block(error.bucket);
          await quota.ensure({ [error.bucket]: 1 });
        }
        throw error;
      }
    }

    return async (request) => {
      try {
        return await sendOnce(request);
      } catch (error) {
        const isRejectedToken = error instanceof YouTubeError && error.kind === 'auth';
        if (!isRejectedToken || auth.kind !== 'grant') throw error;
        auth = {
          kind: 'grant',
          accessToken: await account.refreshAccessToken(auth.accessToken),
        };
        return sendOnce(request);
      }
    };
  };
}

/** Stays within the day's quota. Throws only AppErrors. */
export function createYouTubeReads({ youtube, account, quota, apiKey }: Deps) {
  const sender = createSender({ account, quota, apiKey });

  async function withinQuota<T>(
    units: Units,
    read: (send: Send) => Promise<T>,
  ): Promise<T> {
    const [send] = await Promise.all([sender(), quota.ensure(units)]);
    try {
      return await read(send);
    } catch (error) {
      throw error instanceof YouTubeError ? readFailure(error) : error;
    }
  }

  async function listed(
    youtubeIds: readonly string[],
    send: Send,
  ): Promise<YouTubeVideo[]> {
    if (youtubeIds.length === 0) return [];
    const videos = await send((auth) => youtube.listVideos(youtubeIds, auth));
    const byId = new Map(videos.map((video) => [video.youtubeId, video]));
    return youtubeIds.flatMap((id) => byId.get(id) ?? []);
  }

  return {
    withinQuota,
    /** Starts a search only if there are units to list its videos as well. */
    searchVideos(search: VideoSearch): Promise<FoundPage> {
      return withinQuota({ search: 1, shared: 1 }, async (send) => {
        const { youtubeIds, ...page } = await send((auth) =>
          youtube.searchVideoIds(search, auth),
        );
        return { ...page, videos: await listed([...new Set(youtubeIds)], send) };
      });
    },

    async listVideos(youtubeIds: readonly string[]): Promise<YouTubeVideo[]> {
      const distinct = [...new Set(youtubeIds)];
      if (distinct.length === 0) return [];
      return withinQuota({ shared: Math.ceil(distinct.length / idsPerUnit) }, (send) =>
        listed(distinct, send),
      );
    },

    listTopComments(youtubeVideoId: string): Promise<TopComment[]> {
      return withinQuota({ shared: 1 }, (send) =>
        send((auth) => youtube.listTopComments(youtubeVideoId, auth)),
      );
    },
  };
}

export type YouTubeReads = ReturnType<typeof createYouTubeReads>;

const dayMs = 86_400_000;

const uploadDateMs = {
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  year: 365 * dayMs,
};
const orders = { relevance: 'relevance', date: 'date', views: 'viewCount' } as const;

const viewRanges = {
  '1k-10k': [1_000, 10_000],
  '10k-100k': [10_000, 100_000],
  '100k+': [100_000, Number.POSITIVE_INFINITY],
} as const;

export interface SearchLookup {
  kind: 'search';
  query: string;
  filters: SearchFilters;
}
export type Lookup = { kind: 'video'; youtubeId: string } | SearchLookup;

type SearchFilters = Pick<KeptSearchQuery, 'uploadDate' | 'viewCount' | 'relevance'>;

const anyAddress = /^https?:\/\/\S+$/i;

/**
 * Throws 400 for an address that does not lead to a video: searching for it as words
 * would waste one of 100 searches.
 */
export function lookupOf({
  q,
  uploadDate,
  viewCount,
  relevance,
}: KeptSearchQuery): Lookup {
  const address = readYouTubeAddress(q);
  if (address?.kind === 'video') return { kind: 'video', youtubeId: address.youtubeId };
  if (address) throw invalid(notSearched(address));
  const query = withoutInvisible(q.normalize('NFC')).replace(/\s+/g, ' ').trim();
  if (query === '') throw invalid('Enter the words to look for.');
  if (anyAddress.test(query)) {
    throw invalid(
      'This is the address of another site. Paste the link of a video on YouTube, or search for words.',
    );
  }
  return { kind: 'search', query, filters: { uploadDate, viewCount, relevance } };
}

function notSearched({ kind }: YouTubeAddress): string {
  if (kind === 'page') {
    return 'This address at YouTube leads to no video. Paste the link of a video, or search for words.';
  }
  return 'This is the address of a channel. Follow the channel to see its new videos, or search for words.';
}

export function lookupKey(lookup: Lookup): string {
  if (lookup.kind === 'video') return JSON.stringify(['video', lookup.youtubeId]);
  const { uploadDate = null, viewCount = null, relevance = 'relevance' } = lookup.filters;
  return JSON.stringify([
    'search',
    lookup.query.toLowerCase(),
    uploadDate,
    viewCount,
    relevance,
  ]);
}

export function firstPage(query: string, filters: SearchFilters, now: Date): VideoSearch {
  return {
    query,
    order: orders[filters.relevance ?? 'relevance'],
    publishedAfter: filters.uploadDate
      ? new Date(now.getTime() - uploadDateMs[filters.uploadDate])
      : null,
    pageToken: null,
  };
}

export function passesViewCount(
  viewCount: number | null,
  filter: KeptSearchQuery['viewCount'],
): boolean {
  if (!filter) return true;
  const [from, below] = viewRanges[filter];
  return viewCount !== null && viewCount >= from && viewCount < below;
}

/**
 * Returns true if the video may pass the filter later: it has too few views so far, or
 * its view count is unknown.
 */
export function hasTooFewViews(
  viewCount: number | null,
  filter: KeptSearchQuery['viewCount'],
): boolean {
  if (!filter) return false;
  const [from] = viewRanges[filter];
  return viewCount === null || viewCount < from;
}

const enoughFilteredVideos = 10;
const maxPages = 3;

/**
 * How long a failure is cached. The page retries a failed search three times within
 * seconds, so a minute covers all retries.
 */
const failureMs = 60_000;

/** Caches failures: throws the same error again for a minute without calling YouTube. */
export function createVideoFinder(reads: YouTubeReads, clock: Clock) {
  const failures = new Map<string, { error: AppError; until: number }>();

  /** Finds the first pages, or the page that belongs to a token. */
  return async (
    lookup: Lookup,
    now: Date,
    pageToken: string | null,
  ): Promise<FoundPage> => {
    const key = `${lookupKey(lookup)} ${pageToken}`;
    for (const [old, { until }] of failures) {
      const leftMs = until - now.getTime();
      // More than a minute is left only if the clock was ahead at the time of the
      // failure.
      if (leftMs <= 0 || leftMs > failureMs) failures.delete(old);
    }
    const failure = failures.get(key);
    if (failure) throw failure.error;
    try {
      return await findVideos(reads, lookup, now, pageToken);
    } catch (error) {
      // The page does not retry other errors.
      if (!(error instanceof AppError) || error.status < 500) throw error;
      const until = clock.now().getTime() + failureMs;
      const extra = { ...error.extra, nextTryAt: new Date(until).toISOString() };
      const kept = new AppError(error.status, error.code, error.message, extra);
      failures.set(key, { error: kept, until });
      throw kept;
    }
  };
}

/**
 * Reads one page. With a filter on views it reads up to three, because few videos pass; a
 * page requested by its token is read alone.
 */
async function findVideos(
  reads: YouTubeReads,
  lookup: Lookup,
  now: Date,
  from: string | null,
): Promise<FoundPage> {
  if (lookup.kind === 'video') {
    const videos = await reads.listVideos([lookup.youtubeId]);
    return { videos, totalResults: videos.length, nextPageToken: null };
  }
  const { query, filters } = lookup;
  const first = firstPage(query, filters, now);
  if (!filters.viewCount) {
    const { videos, totalResults, ...page } = await reads.searchVideos({
      ...first,
      pageToken: from,
    });
    return {
      ...page,
      videos,
      totalResults: videos.length === 0 ? 0 : Math.max(totalResults, videos.length),
    };
  }

  return findPassing(reads, first, filters.viewCount, from);
}

async function findPassing(
  reads: YouTubeReads,
  first: VideoSearch,
  viewCount: SearchFilters['viewCount'],
  from: string | null,
): Promise<FoundPage> {
  const passing = new Map<string, YouTubeVideo>();
  const mostPages = from === null ? maxPages : 1;

  /**
   * Returns null if the quota runs out after a video has passed: the search ends with
   * those found.
   */
  async function readPage(pageToken: string | null): Promise<FoundPage | null> {
    try {
      return await reads.searchVideos({ ...first, pageToken });
    } catch (error) {
      if (passing.size > 0 && error instanceof AppError) return null;
      throw error;
    }
  }

  let pageToken = from;
  for (
    let pages = 0;
    pages < mostPages && passing.size < enoughFilteredVideos;
    pages += 1
  ) {
    const page = await readPage(pageToken);
    if (page === null) break;
    const passingNow = page.videos.filter((video) =>
      passesViewCount(video.viewCount, viewCount),
    );
    for (const video of passingNow) passing.set(video.youtubeId, video);
    pageToken = page.nextPageToken;
    if (pageToken === null) break;
  }
  return {
    videos: [...passing.values()],
    totalResults: passing.size,
    nextPageToken: pageToken,
  };
}
