import type { ClockAndEvents } from '../core/events.ts';
import type { StepsService } from '../features/comments/steps.service.ts';
import type { RepliesService } from '../features/outcomes/replies.service.ts';
import type { SearchService } from '../features/videos/search.service.ts';
import type { VideoService } from '../features/videos/videos.service.ts';
import type { RetentionRepository } from './retention.repository.ts';

interface RetentionDeps extends ClockAndEvents {
  videos: Pick<VideoService, 'refreshStale' | 'forgetOldComments'>;
  repository: RetentionRepository;
  search: Pick<SearchService, 'forgetOld'>;
  replies: Pick<RepliesService, 'renew'>;
  steps: Pick<StepsService, 'forgetOld'>;
}

/** Limits a batch to ten units of quota and a short transaction. */
const videosAtOnce = 500;
/** Limits a batch to a short transaction. */
const draftsAtOnce = 100;
/**
 * Quotes are removed two days before the 30 days are over, like videos (decision 009).
 */
const quotesMaxAgeMs = 28 * 86_400_000;
/**
 * Likes and replies are removed one day before the 30 days are over, since they are read
 * again at least every 28 days.
 */
const figuresMaxAgeMs = 29 * 86_400_000;

/**
 * Keeps no data from YouTube for longer than 30 days (rule 3.7), and no steps either
 * (rule 12.13).
 */
export function createRetentionService(deps: RetentionDeps) {
  const { videos, repository, search, replies, steps, events, clock } = deps;

  /** Removes YouTube’s text from old drafts: their quotes and their prompts. */
  async function forgetQuotes(before: Date): Promise<void> {
    for (;;) {
      const ids = await repository.removeQuoted(before, draftsAtOnce);
      events.changed(...ids.map((comment) => ({ comment })));
      if (ids.length < draftsAtOnce) return;
    }
  }

  return {
    /** Deletes what it cannot renew; being signed out or out of quota is no error. */
    async renew(): Promise<void> {
      const now = clock.now().getTime();
      await search.forgetOld();
      await steps.forgetOld();
      await videos.forgetOldComments();
      await forgetQuotes(new Date(now - quotesMaxAgeMs));
      const cleared = await repository.removeOutcomes(new Date(now - figuresMaxAgeMs));
      events.changed(...cleared.map((comment) => ({ comment })));
      await replies.renew();
      while (await videos.refreshStale(videosAtOnce));
    },
  };
}
