import type { QueueSummary } from '#shared/contracts/queue.ts';
import { cadence } from '#shared/rules/cadence.ts';
import type { QueueFiguresRepository } from './queue-figures.repository.ts';
import { reviewMinutes } from './review-time.rules.ts';

export function createQueueFiguresService({ repository }: { repository: QueueFiguresRepository }) {
  return {
    async summary(): Promise<QueueSummary> {
      const { pendingCharacters, first, last, nextDueAt, ...counts } = await repository.figures();
      return {
        ...counts,
        reviewMinutes: reviewMinutes(counts.pending, pendingCharacters),
        nextDueAt: nextDueAt?.toISOString() ?? null,
        cadence: first && last ? cadence(counts.scheduled, first, last) : null,
      };
    },
  };
}

export type QueueFiguresService = ReturnType<typeof createQueueFiguresService>;
