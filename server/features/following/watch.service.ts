import { AppError } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import { type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { QuotaService, ReadsHold } from '../quota/quota.service.ts';
import type { VideoService } from '../videos/videos.service.ts';
import type { createSender } from '../videos/youtube-reads.service.ts';
import { createChannelWatch } from './channel-watch.ts';
import type { FollowingRepository } from './following.repository.ts';
import { hourMs } from './following.rules.ts';
import { createFoundVideos } from './found-videos.ts';
import { createSearchWatch } from './search-watch.ts';
import type { StandingSearchesRepository } from './standing-searches.repository.ts';
import { isShareSpent } from './youtube-trouble.rules.ts';

interface Deps extends ClockAndEvents {
  repository: FollowingRepository;
  standingSearches: StandingSearchesRepository;
  videos: Pick<VideoService, 'save'>;
  /** Counts its requests against the quota share for following (rule 14.5). */
  youtube: Pick<
    YouTube,
    'listChannels' | 'listUploads' | 'listVideos' | 'searchVideoIds'
  >;
  sender: ReturnType<typeof createSender>;
  quota: Pick<QuotaService, 'followingUnits' | 'prepayFollowing' | 'resetsAt'>;
  hold: ReadsHold;
  random: () => number;
  isStopping: () => boolean;
}

/** Enough to read an import of 500 channels within five minutes. */
const channelsPerRound = 100;
/** YouTube returns at most this many channel names in one call. */
const namesPerRound = 50;
const renewNamesMs = 25 * 24 * hourMs;
const keptMs = 29 * 24 * hourMs;

/** Reads the uploads of followed channels, and runs the standing searches. */
export function createWatchService(deps: Deps) {
  const { repository, standingSearches, videos, youtube, sender, quota, hold } = deps;
  const { events, clock, random, isStopping } = deps;
  const found = createFoundVideos({ videos, events });
  const channelWatch = createChannelWatch({
    repository,
    youtube,
    quota,
    found,
    random,
    isStopping,
  });
  const searchWatch = createSearchWatch({
    repository: standingSearches,
    youtube,
    quota,
    found,
    isStopping,
  });

  async function findDue(now: Date) {
    const [channels, searches, withOldNames] = await Promise.all([
      repository.dueChannels(now, channelsPerRound),
      standingSearches.searches(),
      repository.namedBefore(new Date(now.getTime() - renewNamesMs), namesPerRound),
    ]);
    return {
      channels,
      searches: searches.filter(({ nextRunAt }) => nextRunAt <= now),
      withOldNames,
    };
  }

  /**
   * Pauses all reading after a failure that concerns every channel. Throws unforeseen
   * errors.
   */
  function pauseAfter(error: unknown): void {
    if (isShareSpent(error)) return;
    if (!(error instanceof AppError || error instanceof YouTubeError)) throw error;
    hold.begin();
  }

  return {
    /** Missing units or a missing sign-in are no errors: what is due is read later. */
    async tick(): Promise<void> {
      if (hold.isOn()) return;
      const now = clock.now();
      const { channels, searches, withOldNames } = await findDue(now);
      if (channels.length + searches.length + withOldNames.length === 0) return;
      try {
        const send = await sender();
        if (channels.length > 0) await channelWatch.readRound(channels, send, now);
        if (searches.length > 0) await searchWatch.runSearches(searches, send, now);
        if (withOldNames.length > 0)
          await channelWatch.renewNames(withOldNames, send, now);
        hold.lift();
      } catch (error) {
        pauseAfter(error);
      }
    },

    /** Deletes YouTube's data that was not renewed within its 30 days (rule 14.12). */
    async forgetOld(): Promise<void> {
      if (await repository.forget(new Date(clock.now().getTime() - keptMs)))
        events.changed('following');
    },
  };
}
