import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { inReview, queueList } from '../../api/comments.ts';

export const isPending = ({ comment }: QueueRow) => comment.status === 'pending';

export const isRejected = ({ comment }: QueueRow) => comment.status === 'rejected';

/** Of those that ask for something the first, a pending one before all others. */
function firstOf(items: readonly QueueRow[]): number {
  const pending = items.findIndex(isPending);
  return Math.max(0, pending >= 0 ? pending : items.findIndex((item) => !isRejected(item)));
}

export interface ActiveItemOptions {
  items: readonly QueueRow[];
  /** Tells one list from another: each filter has its own. */
  list: string;
  asked: number | undefined;
  /** Whether a comment that fell out of the loaded rows stays open. */
  keeps: (commentId: number) => boolean;
}

/**
 * The open comment. When it leaves the list, the next one opens. One outside the loaded rows is asked for by
 * itself. By comment id: an item that is put back has a new id.
 */
export function useActiveItem({ items, list, asked = 0, keeps }: ActiveItemOptions) {
  const [last, setLast] = useState(() => ({
    row: asked === 0 ? items[firstOf(items)] : undefined,
    index: firstOf(items),
    list,
    sought: asked,
  }));
  const indexOf = (commentId: number | undefined) => items.findIndex((item) => item.commentId === commentId);

  const soughtIndex = last.sought ? indexOf(last.sought) : -1;
  const outside = useOutsideRow(soughtIndex < 0 ? last.sought : 0);
  const found = soughtIndex >= 0 ? soughtIndex : indexOf(last.row?.commentId);
  const fallback = list === last.list ? Math.min(last.index, items.length - 1) : firstOf(items);
  const index = found >= 0 ? found : fallback;
  const isSeeking = last.sought !== 0 && soughtIndex < 0;
  // One that only fell out of the loaded rows stays open, whatever becomes of its request.
  const failed = isSeeking && last.row?.commentId !== last.sought ? outside.failed : null;
  const isWaiting = outside.isPending && !failed;
  const active = isSeeking ? (outside.row ?? (isWaiting ? last.row : undefined)) : items[index];
  const sought = soughtIndex >= 0 ? 0 : last.sought;

  if (!isSeeking && found < 0 && list === last.list && last.row && keeps(last.row.commentId))
    setLast({ ...last, sought: last.row.commentId });
  else if (active !== last.row || index !== last.index || list !== last.list || sought !== last.sought)
    setLast({ row: active, index, list, sought });

  const open = useCallback(
    (commentId: number) => setLast((before) => ({ ...before, sought: commentId })),
    [],
  );
  const placeOf = (item: QueueRow) => indexOf(item.commentId);

  return {
    index: isSeeking ? -1 : index,
    active,
    open,
    /** The comment that was asked for, if it is not in the queue. */
    missing: isSeeking && outside.isMissing ? last.sought : null,
    /** Why the comment that was asked for could not be loaded. */
    failed,
    at: (step: number) => items[Math.min(Math.max(index + step, 0), items.length - 1)],
    /** The next item, or the previous one for the last. */
    neighbour: (item: QueueRow) => items[placeOf(item) + 1] ?? items[placeOf(item) - 1],
    pendingAfter: (item: QueueRow) => items.slice(placeOf(item) + 1).find(isPending),
    pendingBefore: (item: QueueRow) => items.slice(0, Math.max(0, placeOf(item))).find(isPending),
  };
}

/** A comment in review that is not among the loaded rows; 0 asks for none. */
function useOutsideRow(commentId: number) {
  const enabled = commentId !== 0;
  const { data, error, isError, refetch } = useInfiniteQuery({
    ...queueList.pages({ ...inReview, commentId }),
    enabled,
  });
  const row = enabled ? data?.pages[0]?.rows[0] : undefined;
  return {
    row,
    isPending: enabled && data === undefined,
    isMissing: enabled && data !== undefined && row === undefined,
    failed: enabled && data === undefined && isError ? { error, onRetry: () => void refetch() } : null,
  };
}
