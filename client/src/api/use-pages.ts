import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { createPagedList } from './paged-list.ts';
import { rowsOf, totalOf } from './pages.ts';

type PagedLists<Row, Filter extends object> = ReturnType<typeof createPagedList<Row, Filter>>;

const noPages = { pages: [], pageParams: [] };

/** The loaded rows of a list, each once, and how to load more. A new filter keeps the rows until its own come. */
export function usePages<Row, Filter extends object>(
  list: Pick<PagedLists<Row, Filter>, 'pages' | 'idOf'>,
  filter: Filter,
) {
  const query = useInfiniteQuery({ ...list.pages(filter), placeholderData: keepPreviousData });
  const { data, fetchNextPage, hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData } = query;
  const rows = useMemo(() => (data ? rowsOf(data, list.idOf) : []), [data, list]);
  const load = () => void fetchNextPage({ cancelRefetch: false });
  return {
    query,
    rows,
    ...totalOf(data ?? noPages, rows.length),
    /** Whether the rows are those of the filter before. */
    isStale: isPlaceholderData,
    /** Missing while there is nothing more to load by itself; a failure waits for the person. */
    loadMore: hasNextPage && !isFetching && !isFetchNextPageError && !isPlaceholderData ? load : undefined,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: isFetchNextPageError && !isFetching,
    retryMore: load,
  };
}

export type LoadedPages = Pick<ReturnType<typeof usePages>, 'isLoadingMore' | 'moreFailed' | 'retryMore'>;
