import { useCallback, useState } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';

/** The one open card. When its item leaves the list, the one that takes its place is open. */
export function useActiveItem(items: readonly QueueItem[]) {
  const [last, setLast] = useState({ id: items[0]?.id ?? 0, index: 0 });
  const found = items.findIndex((item) => item.id === last.id);
  const index = found >= 0 ? found : Math.min(last.index, items.length - 1);
  const active = items[index];
  if (active && (active.id !== last.id || index !== last.index)) setLast({ id: active.id, index });

  const select = useCallback((id: number) => setLast((before) => ({ ...before, id })), []);

  return {
    index,
    active,
    select,
    at: (step: number): QueueItem | undefined => items[Math.min(Math.max(index + step, 0), items.length - 1)],
    /** The next one that waits for a decision, wherever the list ends going on from its start. */
    nextPending(): QueueItem | undefined {
      const others = [...items.slice(index + 1), ...items.slice(0, index)];
      return others.find(({ comment }) => comment.status === 'pending');
    },
  };
}
