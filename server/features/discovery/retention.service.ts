import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type { VideoService } from '../videos/video.service.ts';
import type { OutcomesRepository } from './outcomes.repository.ts';
import type { SearchCacheRepository } from './search-cache.repository.ts';
import { searchCacheMs } from './search-query.rules.ts';

interface Deps {
  videos: Pick<VideoService, 'refreshStale'>;
  cache: Pick<SearchCacheRepository, 'drop'>;
  outcomes: OutcomesRepository;
  events: Events;
  clock: Clock;
}

/** At a time: ten units of quota at most, and short transactions. */
const batch = 500;
const maxAgeMs = 30 * 86_400_000;

/** Nothing that YouTube said stays longer than 30 days without being asked for again (DESIGN §5). */
export function createRetentionService({ videos, cache, outcomes, events, clock }: Deps) {
  return {
    /** Without a connection, or with the quota spent, it forgets what it cannot renew, and says nothing. */
    async renew(): Promise<void> {
      const now = clock.now().getTime();
      await cache.drop(new Date(now - searchCacheMs));
      await outcomes.forgetPrompts(new Date(now - maxAgeMs));
      if ((await outcomes.forget(new Date(now - maxAgeMs))) > 0) events.changed('comments');
      for (;;) {
        const { deleted, refreshed, vanished, absent, unread } = await videos.refreshStale(batch);
        const isDone = deleted < batch && (unread !== null || refreshed + vanished + absent < batch);
        if (isDone) return;
      }
    },
  };
}

export type RetentionService = ReturnType<typeof createRetentionService>;
