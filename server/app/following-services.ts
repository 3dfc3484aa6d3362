import type { ClockAndEvents } from '../core/events.ts';
import type { Db } from '../db/database.ts';
import type { AccountService } from '../features/auth/account.service.ts';
import type { DraftingService } from '../features/drafting/drafting.service.ts';
import { createFollowingRepository } from '../features/following/following.repository.ts';
import { createFollowingService } from '../features/following/following.service.ts';
import { createFreshRepository } from '../features/following/fresh.repository.ts';
import { createFreshService } from '../features/following/fresh.service.ts';
import { createStandingSearchesRepository } from '../features/following/standing-searches.repository.ts';
import { createWatchService } from '../features/following/watch.service.ts';
import type { QuotaService, ReadsHold } from '../features/quota/quota.service.ts';
import type { SearchService } from '../features/videos/search.service.ts';
import type { VideoService } from '../features/videos/videos.service.ts';
import {
  createSender,
  createYouTubeReads,
  type YouTubeReads,
} from '../features/videos/youtube-reads.service.ts';
import type { VoiceService } from '../features/voice/profiles.service.ts';
import type { YouTube } from '../providers/youtube/youtube.ts';

interface Deps extends ClockAndEvents {
  db: Db;
  youtube: YouTube;
  /** Counts its requests against the quota share for following (rule 14.5). */
  watchingYouTube: YouTube;
  reads: YouTubeReads;
  account: AccountService;
  quota: QuotaService;
  apiKey: string | null;
  /** True if the sandbox replaces YouTube. */
  isSandbox: boolean;
  hold: ReadsHold;
  videos: VideoService;
  search: SearchService;
  voice: VoiceService;
  drafting: DraftingService;
  random: () => number;
  isStopping: () => boolean;
}

/**
 * Creates everything that watches channels and standing searches, and shows what is new
 * in them.
 */
export function createFollowingServices(deps: Deps) {
  const { db, youtube, watchingYouTube, reads, account, quota, apiKey, isSandbox, hold } =
    deps;
  const { videos, search, voice, drafting, random, isStopping, events, clock } = deps;
  const repository = createFollowingRepository(db);
  const standingSearches = createStandingSearchesRepository(db);
  return {
    following: createFollowingService({
      repository,
      standingSearches,
      youtube,
      reads,
      ownersReads: createYouTubeReads({ youtube, account, quota, apiKey: null }),
      quota,
      isSandbox,
      events,
      clock,
    }),
    watch: createWatchService({
      repository,
      standingSearches,
      videos,
      youtube: watchingYouTube,
      sender: createSender({ account, quota, apiKey }),
      quota,
      hold,
      random,
      isStopping,
      events,
      clock,
    }),
    fresh: createFreshService({
      repository: createFreshRepository(db),
      search,
      voice,
      draft: drafting.draftForYou,
      isStopping,
      events,
      clock,
    }),
  };
}
