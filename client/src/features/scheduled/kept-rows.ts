import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { commentQuery } from '../../api/drafts.ts';
import { rowKey } from '../../api/rows.ts';
import { type QueuedEntry, timeOf } from '../../review/select.ts';
import type { ScheduledItem } from './week-blocks.ts';

export interface ScheduledRow {
  /** The comment's id. */
  id: number;
  /** When the comment is due, as an ISO timestamp. */
  at: string;
  /** What became of a comment that left the schedule while it was shown; null while it is scheduled. */
  left: { became: 'posted' | 'gone'; item: ScheduledItem } | null;
}

/** Returns whether a comment that left the schedule was due or being posted. */
const isDue = (entry: QueuedEntry): boolean =>
  entry.posting !== null || Date.parse(timeOf(entry)) <= Date.now();

/** If more rows than this disappear at once, the list was loaded anew: then only due ones may be posted. */
const FEW = 10;

const byTime = (a: ScheduledRow, b: ScheduledRow): number =>
  Date.parse(a.at) - Date.parse(b.at) || a.id - b.id;

const rowOf = (entry: QueuedEntry): ScheduledRow => ({ id: entry.id, at: timeOf(entry), left: null });

/**
 * Returns the scheduled comments, soonest first, and those that left the schedule but keep their place: a
 * comment that was posted, so that the cards below it do not move, and one in which the user is typing.
 */
export function useKeptRows(
  entries: readonly QueuedEntry[],
  isTypedIn: (commentId: number) => boolean,
  /** Ids of comments that the user took off the schedule here. */
  takenOff: ReadonlySet<number>,
): ScheduledRow[] {
  const client = useQueryClient();
  const [last, setLast] = useState<{ entries: readonly QueuedEntry[]; left: readonly QueuedEntry[] }>({
    entries,
    left: [],
  });
  let { left } = last;
  if (entries !== last.entries) {
    const present = new Set(entries.map(({ id }) => id));
    const hasLeft = ({ id }: QueuedEntry) => !present.has(id) && !takenOff.has(id);
    const gone = last.entries.filter(hasLeft);
    const isKept = (entry: QueuedEntry) => isDue(entry) || isTypedIn(entry.id);
    left = [...last.left.filter(hasLeft), ...(gone.length > FEW ? gone.filter(isKept) : gone)];
    setLast({ entries, left });
  }
  const fates = useQueries({ queries: left.map(({ id }) => commentQuery(id)) });
  const kept = left.flatMap((entry, index): ScheduledRow[] => {
    const { data: fate, isFetching = false } = fates[index] ?? {};
    const isPosted = fate?.status === 'posted';
    const isUnknown = isFetching && !isPosted;
    const row = client.getQueryData<QueueRow | null>(rowKey(entry.id));
    if (!row || (!isPosted && !isUnknown && !isTypedIn(entry.id))) return [];
    const comment = {
      ...row.comment,
      posting: null,
      ...(fate && { content: fate.content, status: fate.status }),
    };
    const item = { ...row, comment, scheduledFor: timeOf(entry) };
    return [{ ...rowOf(entry), left: { became: isPosted ? 'posted' : 'gone', item } }];
  });
  const scheduled = entries.map(rowOf);
  return kept.length === 0 ? scheduled : [...scheduled, ...kept].sort(byTime);
}
