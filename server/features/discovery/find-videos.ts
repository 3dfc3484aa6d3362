import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { YouTubeVideo } from '../../providers/youtube/youtube.ts';
import type { YouTubeReads } from '../videos/youtube-reads.service.ts';
import {
  firstPage,
  type Lookup,
  lookupKey,
  passesViewCount,
  type SearchLookup,
} from './search-query.rules.ts';

export interface FoundOnYouTube {
  videos: YouTubeVideo[];
  totalResults: number;
  nextPageToken: string | null;
}

const enoughFilteredVideos = 10;
const maxPages = 3;

/** The page repeats a failed search three times within seconds; a minute outlasts that. */
const failureMs = 60_000;

interface Failure {
  error: AppError;
  until: number;
}

/** Repeats a failure for a minute without a call. */
export function createVideoFinder(reads: YouTubeReads, clock: Clock) {
  const failures = new Map<string, Failure>();

  /** Keeps only a 5xx: the page repeats no other answer. */
  function keepFailure(key: string, error: unknown): unknown {
    if (!(error instanceof AppError) || error.status < 500) return error;
    const now = clock.now().getTime();
    for (const [old, { until }] of failures) if (until <= now) failures.delete(old);
    const until = now + failureMs;
    const nextTryAt = new Date(until).toISOString();
    const kept = new AppError(error.status, error.code, error.message, { ...error.extra, nextTryAt });
    failures.set(key, { error: kept, until });
    return kept;
  }

  async function unlessFailed<T>(key: string, find: () => Promise<T>): Promise<T> {
    const failure = failures.get(key);
    if (failure && clock.now().getTime() < failure.until) throw failure.error;
    try {
      return await find();
    } catch (error) {
      throw keepFailure(key, error);
    }
  }

  return {
    first: (lookup: Lookup, now: Date): Promise<FoundOnYouTube> =>
      unlessFailed(lookupKey(lookup), () => findVideos(reads, lookup, now)),

    /** Spends one search, also where a filter lets nothing through. */
    next: (lookup: SearchLookup, pageToken: string, now: Date): Promise<FoundOnYouTube> =>
      unlessFailed(`${lookupKey(lookup)} ${pageToken}`, async () => {
        const { query, filters } = lookup;
        const page = await reads.searchVideos({ ...firstPage(query, filters, now), pageToken });
        return {
          ...page,
          videos: page.videos.filter((video) => passesViewCount(video.viewCount, filters.viewCount)),
        };
      }),
  };
}

async function findVideos(reads: YouTubeReads, lookup: Lookup, now: Date): Promise<FoundOnYouTube> {
  if (lookup.kind === 'video') {
    const videos = await reads.listVideos([lookup.youtubeId]);
    return { videos, totalResults: videos.length, nextPageToken: null };
  }
  const { query, filters } = lookup;
  const first = firstPage(query, filters, now);
  if (!filters.viewCount) {
    const { videos, totalResults, nextPageToken } = await reads.searchVideos(first);
    return {
      videos,
      totalResults: videos.length === 0 ? 0 : Math.max(totalResults, videos.length),
      nextPageToken,
    };
  }

  const passing = new Map<string, YouTubeVideo>();
  let pageToken: string | null = null;
  for (let pages = 0; pages < maxPages && passing.size < enoughFilteredVideos; pages += 1) {
    try {
      const page = await reads.searchVideos({ ...first, pageToken });
      for (const video of page.videos) {
        if (passesViewCount(video.viewCount, filters.viewCount)) passing.set(video.youtubeId, video);
      }
      pageToken = page.nextPageToken;
    } catch (error) {
      // The quota may end after the first page: show what passed so far.
      if (passing.size === 0 || !(error instanceof AppError)) throw error;
      break;
    }
    if (pageToken === null) break;
  }
  return { videos: [...passing.values()], totalResults: passing.size, nextPageToken: pageToken };
}
