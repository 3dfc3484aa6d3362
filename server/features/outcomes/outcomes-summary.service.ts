import type { OutcomesSummary } from '#shared/contracts/outcomes.ts';
import type { Clock } from '../../core/clock.ts';
import type { OutcomesSummaryRepository } from './outcomes-summary.repository.ts';

const weekMs = 7 * 86_400_000;

export function createOutcomesSummaryService(deps: { repository: OutcomesSummaryRepository; clock: Clock }) {
  return {
    summary: (): Promise<OutcomesSummary> =>
      deps.repository.summary(new Date(deps.clock.now().getTime() - weekMs)),
  };
}

export type OutcomesSummaryService = ReturnType<typeof createOutcomesSummaryService>;
