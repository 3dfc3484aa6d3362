import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { mostRows } from '#shared/contracts/lists.ts';
import { type QueueRow, queueIdListSchema, queueRowListSchema } from '#shared/contracts/queue.ts';
import { fetchJson } from './http.ts';

export const rowsKey = ['queue', 'row'] as const;

export const rowKey = (commentId: number) => [...rowsKey, commentId] as const;

/** Loads the rows of these comments. Leaves out comments that are not in the queue. */
export async function fetchRows(commentIds: readonly number[]): Promise<QueueRow[]> {
  const rows: QueueRow[] = [];
  for (let from = 0; from < commentIds.length; from += mostRows) {
    const ids = commentIds.slice(from, from + mostRows).join(',');
    rows.push(...(await fetchJson('/api/queue', { query: { ids, fields: 'row' } }, queueRowListSchema)));
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
 * Loads the row of a comment; null if the comment is not in the queue. A comment that leaves the queue keeps
 * its last row. The row is loaded again when the index of the working set has another stamp for it
 * (`work.ts`).
 */
export const rowQuery = (commentId: number) =>
  queryOptions({
    queryKey: rowKey(commentId),
    queryFn: () => loadRow(commentId),
    structuralSharing: (before, now) => now ?? before ?? null,
  });

/** Changes a loaded row. A row that is still being loaded may be older, so it is discarded. */
export function changeRow(
  client: QueryClient,
  commentId: number,
  change: (row: QueueRow | null | undefined) => QueueRow | null | undefined,
): void {
  const { queryKey } = rowQuery(commentId);
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, change);
}

/** Searches the Review Queue. Words are looked for in the text, the video's title and the channel's name. */
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

/** Marks the loaded rows for which `isOutdated` returns true. Those in view are loaded again. */
export function outdateRows(
  client: QueryClient,
  isOutdated: (commentId: number, row: QueueRow | null | undefined) => boolean,
): void {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: rowsKey })) {
    const commentId = Number(queryKey[2]);
    if (!isOutdated(commentId, state.data as QueueRow | null | undefined)) continue;
    // Otherwise the answer to a request from before the change would clear the mark.
    void client.cancelQueries({ queryKey, exact: true });
    void client.invalidateQueries({ queryKey, exact: true });
  }
}
