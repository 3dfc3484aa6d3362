import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { mostRows } from '#shared/contracts/lists.ts';
import {
  type QueueRow,
  queueIdListSchema,
  queueRowListSchema,
} from '#shared/contracts/queue.ts';
import { fetchJson } from './http.ts';
import { rowKey } from './rows.ts';

/** Loads the rows of these comments. Leaves out comments that are not in the queue. */
export async function fetchRows(commentIds: readonly number[]): Promise<QueueRow[]> {
  const rows: QueueRow[] = [];
  for (let from = 0; from < commentIds.length; from += mostRows) {
    const ids = commentIds.slice(from, from + mostRows).join(',');
    rows.push(
      ...(await fetchJson(
        '/api/queue',
        { query: { ids, fields: 'row' } },
        queueRowListSchema,
      )),
    );
  }
  return rows;
}

interface Waiting {
  commentId: number;
  resolve: (row: QueueRow | null) => void;
  reject: (error: unknown) => void;
}

let waiting: Waiting[] = [];

async function loadWaiting(): Promise<void> {
  const asked = waiting;
  waiting = [];
  try {
    const rows = await fetchRows(asked.map(({ commentId }) => commentId));
    const byId = new Map(rows.map((row) => [row.commentId, row]));
    for (const { commentId, resolve } of asked) resolve(byId.get(commentId) ?? null);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

/** Loads a row. Rows that are asked for at the same moment share one request. */
function loadRow(commentId: number): Promise<QueueRow | null> {
  return new Promise((resolve, reject) => {
    waiting.push({ commentId, resolve, reject });
    if (waiting.length === 1) queueMicrotask(() => void loadWaiting());
  });
}

/**
 * Loads the row of a comment; null if the comment is not in the queue. A comment that
 * leaves the queue keeps its last row. The row is loaded again when the index of the
 * working set has another stamp for it (`work.ts`).
 */
export const rowQuery = (commentId: number) =>
  queryOptions({
    queryKey: rowKey(commentId),
    queryFn: () => loadRow(commentId),
    structuralSharing: (before, now) => now ?? before ?? null,
  });

/**
 * Searches the Review Queue. Words are looked for in the text, the video's title and the
 * channel's name.
 */
export const foundQuery = (words: string) =>
  queryOptions({
    queryKey: ['queue', 'found', words],
    queryFn: async ({ signal }) => {
      const query = { q: words, scheduled: false, fields: 'ids' };
      const found = await fetchJson('/api/queue', { query, signal }, queueIdListSchema);
      return { words, ids: new Set(found.map(({ commentId }) => commentId)) };
    },
    placeholderData: keepPreviousData,
  });
