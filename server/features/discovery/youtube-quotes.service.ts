import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type { YouTubeQuotesRepository } from './youtube-quotes.repository.ts';

interface Deps {
  repository: YouTubeQuotesRepository;
  events: Events;
  clock: Clock;
}

/** Short transactions. */
const batchSize = 100;
/** Two days early, as videos are (decision 009). */
const keptMs = 28 * 86_400_000;

export function createYouTubeQuotesService({ repository, events, clock }: Deps) {
  return {
    /** Removes YouTube's text from old drafts: their quotes and their prompts. */
    async forgetOld(): Promise<void> {
      const before = new Date(clock.now().getTime() - keptMs);
      for (;;) {
        const ids = await repository.removeQuoted(before, batchSize);
        events.changed(...ids.map((comment) => ({ comment })));
        if (ids.length < batchSize) return;
      }
    },
  };
}

export type YouTubeQuotesService = ReturnType<typeof createYouTubeQuotesService>;
