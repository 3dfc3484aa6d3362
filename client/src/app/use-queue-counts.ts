import { useQuery } from '@tanstack/react-query';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { isInReview, isScheduled } from '#shared/rules/comment-status.ts';
import { useSignedIn } from '../api/auth.ts';
import { queueQuery } from '../api/queue.ts';

const countItems = (items: QueueItem[]) => ({
  inReview: items.filter(isInReview).length,
  scheduled: items.filter(isScheduled).length,
});

/** The two badges of the navigation (SPEC §2), from the list the queue's screens use too. */
export function useQueueCounts(): { inReview: number; scheduled: number } {
  const signedIn = useSignedIn() === true;
  const counts = useQuery({ ...queueQuery, enabled: signedIn, select: countItems });
  return counts.data ?? { inReview: 0, scheduled: 0 };
}
