import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type CommentFilter, commentList, commentTotalQuery } from '../../api/comments.ts';
import { usePages } from '../../api/use-pages.ts';
import { kindsOf } from './history-filter.ts';

/** The comments that a filter lets through, and how many there are in all. */
export function useHistory(filter: CommentFilter) {
  const client = useQueryClient();
  const list = usePages(commentList, filter);
  const kinds = kindsOf(filter);
  const isFiltered = kinds.length > 0;
  const counted = useQuery({ ...commentTotalQuery, enabled: isFiltered }).data;
  const total = isFiltered || list.isStale || !list.query.data ? counted : list.total;
  // Known from here on, a filter need not count them.
  useEffect(() => {
    if (!isFiltered && total !== undefined) client.setQueryData(commentTotalQuery.queryKey, total);
  }, [client, isFiltered, total]);
  return { list, kinds, total };
}
