import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '../api/auth.ts';
import { outcomesSummaryQuery } from '../api/outcomes-summary.ts';
import { queueSummaryQuery } from '../api/queue.ts';

/** What the navigation counts; the pages share its requests. */
export function useCounts() {
  const enabled = useSignedIn() === true;
  const queue = useQuery({ ...queueSummaryQuery, enabled }).data;
  const outcomes = useQuery({ ...outcomesSummaryQuery, enabled }).data;
  return {
    inReview: queue?.inReview ?? 0,
    scheduled: queue?.scheduled ?? 0,
    newReplies: outcomes?.newReplies ?? 0,
  };
}
