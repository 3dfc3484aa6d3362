import { useCallback, useState } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';

/** The open card. When its item leaves, the next one opens; one that is put back opens once the list has it. */
export function useActiveItem(items: readonly QueueItem[]) {
  const [last, setLast] = useState({ id: items[0]?.id ?? 0, index: 0, awaited: 0 });
  // By comment id: an item that is put back has a new id.
  const back = items.findIndex(({ commentId }) => commentId === last.awaited);
  const found = back >= 0 ? back : items.findIndex((item) => item.id === last.id);
  const index = found >= 0 ? found : Math.min(last.index, items.length - 1);
  const active = items[index];
  const awaited = back >= 0 ? 0 : last.awaited;
  if (active && (active.id !== last.id || index !== last.index || awaited !== last.awaited))
    setLast({ id: active.id, index, awaited });

  const select = useCallback((id: number) => setLast((before) => ({ ...before, id, awaited: 0 })), []);
  const bringBack = ({ commentId }: QueueItem) => setLast((before) => ({ ...before, awaited: commentId }));

  const indexOf = (item: QueueItem) => items.findIndex(({ id }) => id === item.id);

  return {
    index,
    active,
    select,
    bringBack,
    isAwaiting: awaited !== 0,
    at: (step: number): QueueItem | undefined => items[Math.min(Math.max(index + step, 0), items.length - 1)],
    /** The next item, or the previous one for the last. */
    neighbour: (item: QueueItem): QueueItem | undefined =>
      items[indexOf(item) + 1] ?? items[indexOf(item) - 1],
    /** The next pending item, starting over at the end of the list. */
    nextPending(item: QueueItem): QueueItem | undefined {
      const others = [...items.slice(indexOf(item) + 1), ...items.slice(0, indexOf(item))];
      return others.find(({ comment }) => comment.status === 'pending');
    },
  };
}
