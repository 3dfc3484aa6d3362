import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { QueueRow } from '#shared/contracts/queue.ts';

// How rows are loaded is in load-rows.ts: the first script only needs to know which rows
// are outdated.

export const rowsKey = ['queue', 'row'] as const;

export const rowKey = (commentId: number) => [...rowsKey, commentId] as const;

/**
 * Changes loaded data. If the data is being loaded, that answer may be older than this
 * change: it is discarded, and the data is loaded again.
 */
export function changeLoaded<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data | undefined) => Data | undefined,
): void {
  const state = client.getQueryState(queryKey);
  const isOutdated = state?.fetchStatus === 'fetching' || state?.isInvalidated === true;
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Data>(queryKey, change);
  if (isOutdated) void client.invalidateQueries({ queryKey, exact: true });
}

export const changeRow = (
  client: QueryClient,
  commentId: number,
  change: (row: QueueRow | null | undefined) => QueueRow | null | undefined,
): void => changeLoaded(client, rowKey(commentId), change);

/**
 * Marks the loaded rows for which `isOutdated` returns true. Those in view are loaded
 * again.
 */
export function outdateRows(
  client: QueryClient,
  isOutdated: (commentId: number, row: QueueRow | null | undefined) => boolean,
): void {
  for (const { queryKey, state } of client
    .getQueryCache()
    .findAll({ queryKey: rowsKey })) {
    const commentId = Number(queryKey[2]);
    if (!isOutdated(commentId, state.data as QueueRow | null | undefined)) continue;
    // Otherwise the answer to a request from before the change would clear the mark.
    void client.cancelQueries({ queryKey, exact: true });
    void client.invalidateQueries({ queryKey, exact: true });
  }
}
