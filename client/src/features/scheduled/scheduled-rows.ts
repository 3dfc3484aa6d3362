import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { commentQuery } from '../../api/drafts.ts';
import { rowKey } from '../../api/rows.ts';
import { useRow } from '../../review/rows.ts';
import { type QueuedEntry, timeOf } from '../../review/select.ts';
import type { ScheduledItem } from './week-blocks.ts';

export interface ScheduledRow {
  /** The comment's id. */
  id: number;
  /** When the comment is due, as an ISO timestamp. */
  at: string;
  /** A comment that left the schedule and keeps its place; null while it is scheduled. */
  kept: ScheduledItem | null;
}

/** Returns whether a comment that left the schedule was due or being posted. */
const isDue = (entry: QueuedEntry): boolean =>
  entry.posting !== null || Date.parse(timeOf(entry)) <= Date.now();

/**
 * If more rows than this disappear at once, the list was loaded anew: then only due ones
 * may be posted.
 */
const FEW = 10;

/** Where a comment is, or was, among the others. */
type Place = Pick<ScheduledRow, 'id' | 'at'>;

const byTime = (a: Place, b: Place): number =>
  Date.parse(a.at) - Date.parse(b.at) || a.id - b.id;

const rowOf = (entry: QueuedEntry): ScheduledRow => ({
  id: entry.id,
  at: timeOf(entry),
  kept: null,
});

interface Shown {
  entries: readonly QueuedEntry[];
  /** Comments that left the schedule and may keep their place. */
  left: readonly QueuedEntry[];
  /** Id of the comment that the user opened or the address asked for. */
  openId: number | undefined;
  /**
   * The last known place of the open comment: when it leaves, the comment after this
   * place opens.
   */
  place: Place | null;
}

function withOpen(shown: Shown, openId: number | undefined): Shown {
  const entry = shown.entries.find(({ id }) => id === openId);
  return {
    ...shown,
    openId,
    place: entry ? { id: entry.id, at: timeOf(entry) } : shown.place,
  };
}

interface RowsOptions {
  /** Id of the comment that the address asks for. */
  asked: number | undefined;
  isTypedIn: (commentId: number) => boolean;
  /** Ids of comments that the user took off the schedule here. */
  takenOff: ReadonlySet<number>;
}

/**
 * Keeps which comments are shown and which of them is open, while the schedule changes.
 */
function useShown(
  entries: readonly QueuedEntry[],
  { asked, isTypedIn, takenOff }: RowsOptions,
) {
  const [shown, setShown] = useState(() =>
    withOpen({ entries, left: [], openId: undefined, place: null }, asked),
  );
  const takeEntries = useEffectEvent(() => {
    if (entries === shown.entries) return;
    const present = new Set(entries.map(({ id }) => id));
    const hasLeft = ({ id }: QueuedEntry) => !present.has(id) && !takenOff.has(id);
    const gone = shown.entries.filter(hasLeft);
    const isKept = (entry: QueuedEntry) => isDue(entry) || isTypedIn(entry.id);
    const left = [
      ...shown.left.filter(hasLeft),
      ...(gone.length > FEW ? gone.filter(isKept) : gone),
    ];
    setShown((now) => withOpen({ ...now, entries, left }, now.openId));
  });
  // A layout effect, so that the comments that left are painted together with the others.
  useLayoutEffect(() => takeEntries(), [entries]);
  const open = (id: number) => setShown((now) => withOpen(now, id));
  return { shown, open };
}

/** Returns the rows of the comments that left the schedule and keep their place. */
function useKeptRows(
  left: readonly QueuedEntry[],
  isTypedIn: (commentId: number) => boolean,
): ScheduledRow[] {
  const client = useQueryClient();
  const fates = useQueries({ queries: left.map(({ id }) => commentQuery(id)) });
  return left.flatMap((entry, index): ScheduledRow[] => {
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
    const left = isPosted ? 'posted' : 'gone';
    const kept = { ...row, comment, scheduledFor: timeOf(entry), left } as const;
    return [{ ...rowOf(entry), kept }];
  });
}

/** Loads the comment of a row. */
export function useItem(row: ScheduledRow | undefined) {
  const query = useRow(row?.kept ? undefined : row?.id);
  const loaded = row && query.data && { ...query.data, scheduledFor: row.at, left: null };
  return { item: row?.kept ?? loaded ?? undefined, query };
}

/**
 * Returns the scheduled comments, soonest first, and those that left the schedule but
 * keep their place: a comment that was posted, so that the cards below it do not move,
 * and one in which the user is typing.
 */
export function useScheduledRows(entries: readonly QueuedEntry[], options: RowsOptions) {
  const { shown, open } = useShown(entries, options);
  const kept = useKeptRows(shown.left, options.isTypedIn);
  const scheduled = shown.entries.map(rowOf);
  const rows = kept.length === 0 ? scheduled : [...scheduled, ...kept].sort(byTime);
  const { openId, place } = shown;
  const before = place ? rows.filter((row) => byTime(row, place) < 0) : [];
  return {
    rows,
    open,
    /** The index of the open comment, or -1 if it is not in the list. */
    openIndex: rows.findIndex(({ id }) => id === openId),
    /**
     * The index of the comment that takes the place of an open one that has left; -1 if
     * there is none.
     */
    nextIndex: Math.min(before.length, rows.length - 1),
  };
}
