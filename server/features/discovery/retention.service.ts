import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type { ReplyReading } from '../outcomes/reply-reading.service.ts';
import type { TopCommentsService } from '../videos/top-comments.service.ts';
import type { VideoService } from '../videos/video.service.ts';
import type { DiscoveryRepository } from './discovery.repository.ts';
import { searchCacheMs } from './search-query.rules.ts';
import type { YouTubeQuotesService } from './youtube-quotes.service.ts';

interface Deps {
  videos: Pick<VideoService, 'refreshStale'>;
  repository: Pick<DiscoveryRepository, 'dropSearchesUpTo' | 'removeOutcomes'>;
  replies: Pick<ReplyReading, 'renew'>;
  topComments: Pick<TopCommentsService, 'forgetOld'>;
  quotes: Pick<YouTubeQuotesService, 'forgetOld'>;
  events: Events;
  clock: Clock;
}

/** Ten units of quota at most, and short transactions. */
const batchSize = 500;
/** A day before 30 days, as reading them again comes every 28 days at least. */
const figuresMaxAgeMs = 29 * 86_400_000;

/** Keeps nothing of YouTube's for longer than 30 days (rule 3.7). */
export function createRetentionService(deps: Deps) {
  const { videos, repository, replies, topComments, quotes, events, clock } = deps;
  return {
    /** Deletes what it cannot renew; being signed out or out of quota is no error. */
    async renew(): Promise<void> {
      const now = clock.now().getTime();
      await repository.dropSearchesUpTo(new Date(now - searchCacheMs));
      await topComments.forgetOld();
      await quotes.forgetOld();
      const cleared = await repository.removeOutcomes(new Date(now - figuresMaxAgeMs));
      events.changed(...cleared.map((comment) => ({ comment })));
      await replies.renew();
      for (;;) {
        const { deleted, refreshed, vanished, absent, failure } = await videos.refreshStale(batchSize);
        const isDone = deleted < batchSize && (failure !== null || refreshed + vanished + absent < batchSize);
        if (isDone) return;
      }
    },
  };
}

export type RetentionService = ReturnType<typeof createRetentionService>;
