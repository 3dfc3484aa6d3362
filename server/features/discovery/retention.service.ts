import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type { ReplyReading } from '../replies/reading.service.ts';
import type { VideoService } from '../videos/video.service.ts';
import type { DiscoveryRepository } from './discovery.repository.ts';
import type { OutcomesRepository } from './outcomes.repository.ts';
import { searchCacheMs } from './search-query.rules.ts';

interface Deps {
  videos: Pick<VideoService, 'refreshStale'>;
  repository: Pick<DiscoveryRepository, 'dropSearchesUpTo'>;
  outcomes: OutcomesRepository;
  replies: Pick<ReplyReading, 'renew'>;
  events: Events;
  clock: Clock;
}

/** Ten units of quota at most, and short transactions. */
const batchSize = 500;
const maxAgeMs = 30 * 86_400_000;
/** A day before, as reading them again comes every 28 days at least. */
const figuresMaxAgeMs = 29 * 86_400_000;

/** Keeps nothing of YouTube's for longer than 30 days (rule 3.7). */
export function createRetentionService({ videos, repository, outcomes, replies, events, clock }: Deps) {
  return {
    /** Deletes what it cannot renew; being signed out or out of quota is no error. */
    async renew(): Promise<void> {
      const now = clock.now().getTime();
      await repository.dropSearchesUpTo(new Date(now - searchCacheMs));
      await outcomes.removeYouTubeFromPrompts(new Date(now - maxAgeMs));
      const cleared = await outcomes.removeOutcomes(new Date(now - figuresMaxAgeMs));
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
