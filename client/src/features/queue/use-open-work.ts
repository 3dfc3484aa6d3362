import { useQuery } from '@tanstack/react-query';
import { outcomesSummaryQuery } from '../../api/outcomes-summary.ts';
import { queueSummaryQuery } from '../../api/queue.ts';

/** What waits elsewhere; missing until it is known, so that its line does not push the queue down. */
export function useOpenWork() {
  const outcomes = useQuery(outcomesSummaryQuery);
  const queue = useQuery(queueSummaryQuery);
  if (outcomes.isPending || queue.isPending) return undefined;
  return {
    replies: outcomes.data?.newReplies ?? 0,
    hidden: outcomes.data?.hiddenThisWeek ?? 0,
    failed: queue.data?.failed ?? 0,
  };
}

export type OpenWork = NonNullable<ReturnType<typeof useOpenWork>>;
