import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { commentQuery } from '../../api/drafts.ts';
import { hasTime, type ScheduledItem } from './week-blocks.ts';

export interface ScheduledRow {
  /** Id of the queue item, by which the list knows its rows. */
  id: number;
  item: ScheduledItem;
  /** What became of a comment that left the schedule while it was shown; null while it is scheduled. */
  left: 'posted' | 'gone' | null;
}

/** Returns whether a comment that left the schedule was due or being posted. */
const isDue = ({ scheduledFor, comment }: ScheduledItem): boolean =>
  comment.posting !== null || Date.parse(scheduledFor) <= Date.now();

/** If more rows than this disappear at once, the list was loaded anew: then only due ones may be posted. */
const FEW = 10;

const byTime = (a: ScheduledRow, b: ScheduledRow): number =>
  Date.parse(a.item.scheduledFor) - Date.parse(b.item.scheduledFor) || a.id - b.id;

/**
 * Returns the scheduled comments, soonest first, and those that left the schedule but keep their place: a
 * comment that was posted, so that the cards below it do not move, and one in which the user is typing.
 */
export function useKeptRows(
  rows: readonly QueueRow[],
  isTypedIn: (commentId: number) => boolean,
  /** Ids of comments that the user took off the schedule here. */
  takenOff: ReadonlySet<number>,
): ScheduledRow[] {
  const [last, setLast] = useState<{ rows: readonly QueueRow[]; left: readonly ScheduledItem[] }>({
    rows,
    left: [],
  });
  let { left } = last;
  if (rows !== last.rows) {
    const present = new Set(rows.map(({ commentId }) => commentId));
    const hasLeft = ({ commentId }: ScheduledItem) => !present.has(commentId) && !takenOff.has(commentId);
    const gone = last.rows.filter(hasTime).filter(hasLeft);
    const isKept = (item: ScheduledItem) => isDue(item) || isTypedIn(item.commentId);
    left = [...last.left.filter(hasLeft), ...(gone.length > FEW ? gone.filter(isKept) : gone)];
    setLast({ rows, left });
  }
  const fates = useQueries({ queries: left.map(({ commentId }) => commentQuery(commentId)) });
  const kept = left.flatMap((item, index): ScheduledRow[] => {
    const { data: fate, isFetching = false } = fates[index] ?? {};
    const isPosted = fate?.status === 'posted';
    const isUnknown = isFetching && !isPosted;
    if (!isPosted && !isUnknown && !isTypedIn(item.commentId)) return [];
    const comment = {
      ...item.comment,
      posting: null,
      ...(fate && { content: fate.content, status: fate.status }),
    };
    return [{ id: item.id, item: { ...item, comment }, left: isPosted ? 'posted' : 'gone' }];
  });
  const scheduled = rows.filter(hasTime).map((item): ScheduledRow => ({ id: item.id, item, left: null }));
  return kept.length === 0 ? scheduled : [...scheduled, ...kept].sort(byTime);
}
