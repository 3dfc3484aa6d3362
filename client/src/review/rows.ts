import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { rowQuery } from '../api/load-rows.ts';
import type { Work } from './counts.ts';
import { useWork } from './work.ts';

/**
 * Returns the entry of a comment: null if it is not in the working set, undefined while
 * that loads.
 */
export const useEntry = (commentId: number | undefined) =>
  useWork(
    useCallback(
      (work: Work) => work.find(({ id }) => id === commentId) ?? null,
      [commentId],
    ),
  );

/**
 * Loads the row of a comment: null if the comment was never in the queue. A comment that
 * has left the queue keeps its last row; the index says where it is now.
 */
export const useRow = (commentId: number | undefined) =>
  useQuery({ ...rowQuery(commentId ?? 0), enabled: commentId !== undefined });

/**
 * Loads the rows of a few comments. Leaves out those that are not in the queue or not
 * loaded yet.
 */
export function useRows(commentIds: readonly number[]) {
  const requests = useQueries({ queries: commentIds.map((id) => rowQuery(id)) });
  return {
    rows: requests.flatMap(({ data }) => data ?? []),
    failed: requests.find(({ isError, data }) => isError && !data) ?? null,
  };
}

/**
 * Returns whether the first rows of a list are loaded, so that the list appears with its
 * final heights. Stays true when the list changes later. `commentIds` is undefined while
 * the list itself is loading.
 */
export function useFirstRows(
  list: string,
  commentIds: readonly number[] | undefined,
): boolean {
  const client = useQueryClient();
  const { isPending } = useQuery({
    queryKey: ['queue', 'first-rows', list],
    queryFn: async () => {
      await Promise.allSettled(
        (commentIds ?? []).map((id) => client.ensureQueryData(rowQuery(id))),
      );
      return true;
    },
    enabled: commentIds !== undefined,
  });
  return !isPending;
}

/** Loads these rows before they are shown. */
export function useRowsAhead(commentIds: readonly number[]): void {
  const client = useQueryClient();
  const ids = commentIds.join();
  useEffect(() => {
    for (const id of ids.split(','))
      if (id) void client.prefetchQuery(rowQuery(Number(id)));
  }, [client, ids]);
}
