import type { KeptSearchQuery } from '#shared/contracts/videos.ts';
import type { YouTube, YouTubeVideo } from '../../providers/youtube/youtube.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import {
  hasTooFewViews,
  passesViewCount,
  type Send,
} from '../videos/youtube-reads.service.ts';
import { appearance, freshMs, hourMs } from './following.rules.ts';
import type { FoundVideos } from './found-videos.ts';
import type {
  StandingSearchesRepository,
  StandingSearchRow,
} from './standing-searches.repository.ts';
import { isShareSpent, troubleOf } from './youtube-trouble.rules.ts';

interface Deps {
  repository: Pick<StandingSearchesRepository, 'saveSearch'>;
  youtube: Pick<YouTube, 'listVideos' | 'searchVideoIds'>;
  quota: Pick<QuotaService, 'followingUnits' | 'resetsAt'>;
  found: FoundVideos;
  isStopping: () => boolean;
}

const searchEveryMs = 6 * hourMs;
/**
 * How far a run looks back beyond the last one, to find videos that YouTube lists late.
 */
const searchOverlapMs = 6 * hourMs;
const refusedSearchMs = 2 * hourMs;

/** Videos that a standing search found and paid for, kept until they can be read. */
interface KeptFinds {
  foundAt: Date;
  youtubeIds: readonly string[];
}

/** Runs the standing searches. */
export function createSearchWatch({
  repository,
  youtube,
  quota,
  found,
  isStopping,
}: Deps) {
  const keptFinds = new Map<number, KeptFinds>();

  /**
   * Returns an earlier result of this search whose videos could not be read at that time.
   */
  function keptFindsOf(
    { id, lastRunAt }: StandingSearchRow,
    now: Date,
  ): KeptFinds | null {
    const kept = keptFinds.get(id);
    if (!kept) return null;
    const isFollowedUp = lastRunAt !== null && lastRunAt >= kept.foundAt;
    const isOutdated = now.getTime() - kept.foundAt.getTime() >= searchEveryMs;
    return isFollowedUp || isOutdated ? null : kept;
  }

  /** Returns the result of a YouTube search, or of an earlier one that was paid for. */
  async function find(
    search: StandingSearchRow,
    send: Send,
    now: Date,
  ): Promise<KeptFinds> {
    const kept = keptFindsOf(search, now);
    if (kept) return kept;
    const { id, query, lastRunAt } = search;
    const since = Math.max(
      now.getTime() - freshMs,
      lastRunAt ? lastRunAt.getTime() - searchOverlapMs : 0,
    );
    const { youtubeIds } = await send((auth) =>
      youtube.searchVideoIds(
        { query, order: 'date', publishedAfter: new Date(since), pageToken: null },
        auth,
      ),
    );
    const finds = { foundAt: now, youtubeIds };
    keptFinds.set(id, finds);
    return finds;
  }

  async function run(search: StandingSearchRow, send: Send, now: Date): Promise<void> {
    const { id, viewCount, waitingIds } = search;
    const { foundAt, youtubeIds } = await find(search, send, now);
    const listed = await send((auth) =>
      youtube.listVideos([...new Set([...youtubeIds, ...waitingIds])], auth),
    );
    const filter = viewCount ?? undefined;
    const passing = listed.filter((video) => passesViewCount(video.viewCount, filter));
    const waiting = listed.filter(
      (video) => video.isAwaited || mayPassLater(video, filter, now),
    );
    const added = await repository.saveSearch(
      id,
      await found.saveYoung(passing, id, now),
      {
        lastRunAt: foundAt,
        nextRunAt: new Date(now.getTime() + searchEveryMs),
        waitingIds: waiting.map(({ youtubeId }) => youtubeId),
      },
    );
    found.announce(added);
    keptFinds.delete(id);
  }

  /**
   * Returns when to repeat a search that failed: after the reset if the day's searches
   * are used up, later today if YouTube refuses this search. Returns null for an error
   * that concerns all searches.
   */
  function retryAt(error: unknown, now: Date): Date | null {
    if (isShareSpent(error)) return quota.resetsAt();
    return troubleOf(error) === null ? null : new Date(now.getTime() + refusedSearchMs);
  }

  return {
    async runSearches(
      due: readonly StandingSearchRow[],
      send: Send,
      now: Date,
    ): Promise<void> {
      if ((await quota.followingUnits()).left === 0) return;
      for (const search of due) {
        if (isStopping()) return;
        try {
          await run(search, send, now);
        } catch (error) {
          const nextRunAt = retryAt(error, now);
          if (nextRunAt === null) throw error;
          await repository.saveSearch(search.id, [], { nextRunAt });
        }
      }
    },
  };
}

/**
 * Returns true for a video of the last two days that may still reach enough views for the
 * filter.
 */
function mayPassLater(
  video: YouTubeVideo,
  filter: KeptSearchQuery['viewCount'],
  now: Date,
): boolean {
  const appearedAt = appearance(video, now);
  if (appearedAt === null || now.getTime() - appearedAt.getTime() > freshMs) return false;
  return hasTooFewViews(video.viewCount, filter);
}
