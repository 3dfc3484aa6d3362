import type { QueryClient } from '@tanstack/react-query';
import type { QueueRow } from '#shared/contracts/queue.ts';

// How rows are loaded is in load-rows.ts: the first script only needs to know which rows are outdated.

export const rowsKey = ['queue', 'row'] as const;

export const rowKey = (commentId: number) => [...rowsKey, commentId] as const;

/** Changes a loaded row. A row that is still being loaded may be older, so it is discarded. */
export function changeRow(
  client: QueryClient,
  commentId: number,
  change: (row: QueueRow | null | undefined) => QueueRow | null | undefined,
): void {
  const queryKey = rowKey(commentId);
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<QueueRow | null>(queryKey, change);
}

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
