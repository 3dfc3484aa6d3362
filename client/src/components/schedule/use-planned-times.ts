import { useQuery } from '@tanstack/react-query';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { queueQuery } from '../../api/queue.ts';

const dueTimes = (items: QueueItem[]) =>
  items.flatMap(({ commentId, dueAt }) => (dueAt ? [{ commentId, at: new Date(dueAt) }] : []));

/** When other comments go out by themselves; those being scheduled anew do not count twice. */
export function usePlannedTimes(except: readonly number[]): Date[] {
  const planned = useQuery({ ...queueQuery, select: dueTimes }).data ?? [];
  return planned.filter(({ commentId }) => !except.includes(commentId)).map(({ at }) => at);
}
