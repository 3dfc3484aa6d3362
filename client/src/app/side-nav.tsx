import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { isInReview, isScheduled } from '#shared/rules/comment-status.ts';
import { useSignedIn } from '../api/auth.ts';
import { queueQuery } from '../api/queue.ts';
import { NavLinks } from './nav-links.tsx';

const countItems = (items: QueueItem[]) => ({
  inReview: items.filter(isInReview).length,
  scheduled: items.filter(isScheduled).length,
});

/** Reads the list that the queue's pages load anyway: no request of its own. */
function useQueueCounts() {
  const signedIn = useSignedIn() === true;
  const counts = useQuery({ ...queueQuery, enabled: signedIn, select: countItems });
  return counts.data ?? { inReview: 0, scheduled: 0 };
}

export function SideNav() {
  const [location] = useLocation();
  const counts = useQueueCounts();
  return <NavLinks current={location === '/' ? '/discover' : location} counts={counts} />;
}
