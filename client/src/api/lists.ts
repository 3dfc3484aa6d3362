import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { mostRows } from '#shared/contracts/lists.ts';
import { fetchAnswer, parseAnswer } from './http.ts';

interface Page<Row> {
  rows: Row[];
  /** Number of rows in the whole list, including those not loaded. */
  total: number;
  next: string | null;
  /** The last row as the server sent it: the next page starts after it. */
  end: Row | null;
}

export type Pages<Row> = InfiniteData<Page<Row>>;

const loaded = <Row>({ pages }: Pages<Row>): Row[] => pages.flatMap(({ rows }) => rows);

/**
 * Returns each row once, since a row that moved down the list can appear again on the
 * next page.
 */
export function rowsOf<Row>(data: Pages<Row>, idOf: (row: Row) => number): Row[] {
  const firsts = new Map<number, Row>();
  for (const row of loaded(data)) if (!firsts.has(idOf(row))) firsts.set(idOf(row), row);
  return [...firsts.values()];
}

/** Queries that will be refetched as soon as their current request has ended. */
const waiting = new WeakMap<Query, Promise<void>>();

/**
 * Refetches those of these queries that are in view and marks the others as outdated. A
 * request that is already running may have read the data before the change, so the query
 * is refetched once more after it, however many changes were reported meanwhile.
 */
export async function refreshQueries(
  client: QueryClient,
  filters: QueryFilters,
): Promise<void> {
  await Promise.all(
    client
      .getQueryCache()
      .findAll(filters)
      .map((query) => refreshQuery(client, query)),
  );
}

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  Array.isArray(data.pages);

function refreshQuery(client: QueryClient, query: Query): Promise<void> {
  const before = waiting.get(query);
  if (before !== undefined) return before;
  const ask = () => {
    const data: unknown = query.state.data;
    // A list out of view keeps only its first page, so that later the other pages are not
    // refetched with it.
    if (isPaged(data) && !query.isActive())
      query.setData({
        pages: data.pages.slice(0, 1),
        pageParams: data.pageParams.slice(0, 1),
      });
    return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  if (query.state.fetchStatus !== 'fetching' || !query.promise) return ask();
  const askAfterwards = () => {
    waiting.delete(query);
    return ask();
  };
  const following = query.promise.then(askAfterwards, askAfterwards);
  waiting.set(query, following);
  return following;
}

interface Refresh {
  /** Ids that changed meanwhile, and are refreshed afterwards. */
  next: Set<number>;
  done: Promise<void>;
}

/** The refreshes that are running. */
const refreshes = new WeakMap<Query, Refresh>();

/**
 * Refreshes the rows with these ids in a query, one request at a time: of overlapping
 * requests, an earlier one could end last and bring back rows from before a change. Ids
 * that are reported meanwhile are refreshed after it. Resolves when all of them are
 * refreshed. If a refresh fails, the query is marked as outdated, and the next connection
 * of the live stream refetches it.
 */
export async function refreshInTurn(
  client: QueryClient,
  queryKey: QueryKey,
  ids: ReadonlySet<number>,
  refresh: (changed: ReadonlySet<number>) => Promise<void>,
): Promise<void> {
  const query = client.getQueryCache().find({ queryKey });
  if (!query) return;
  const running = refreshes.get(query);
  if (running) {
    for (const id of ids) running.next.add(id);
    return running.done;
  }
  const started: Refresh = { next: new Set(ids), done: Promise.resolve() };
  refreshes.set(query, started);
  const refreshAll = async () => {
    try {
      while (started.next.size > 0) {
        const changed = started.next;
        started.next = new Set();
        await refresh(changed);
      }
    } catch {
      await client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    } finally {
      refreshes.delete(query);
    }
  };
  started.done = refreshAll();
  return started.done;
}

const PAGE_ROWS = 50;

export async function fetchPage<Row>(
  address: string,
  contract: z.ZodType<Row[]>,
  options: { signal?: AbortSignal } = {},
): Promise<Page<Row>> {
  const answer = await fetchAnswer(address, options);
  const rows = parseAnswer(contract, await answer.json());
  return {
    rows,
    end: rows.at(-1) ?? null,
    total: Number(answer.headers.get('X-Total-Count')),
    next: /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1] ?? null,
  };
}

interface PagedList<Row, Filter> {
  path: string;
  key: string;
  contract: z.ZodType<Row[]>;
  query: (filter: Filter) => Record<string, string>;
  order: (filter: Filter) => (a: Row, b: Row) => number;
  /**
   * The id that live events use for this row: the comment's id, if the row shows a
   * comment.
   */
  idOf: (row: Row) => number;
  videoOf: (row: Row) => number;
}

export type Changed = { comments: ReadonlySet<number>; videos: ReadonlySet<number> };

/** Creates a list that loads page by page and refetches only the rows that changed. */
export function createPagedList<Row, Filter extends object>(
  list: PagedList<Row, Filter>,
) {
  const listKey = [list.key, 'pages'] as const;
  type Data = Pages<Row>;

  const address = (filter: Filter, more: Record<string, string>) =>
    `${list.path}?${new URLSearchParams({ ...list.query(filter), fields: 'row', ...more })}`;

  function pages(filter: Filter) {
    return infiniteQueryOptions({
      queryKey: [...listKey, filter] as const,
      queryFn: ({ pageParam, signal }) => fetchPage(pageParam, list.contract, { signal }),
      initialPageParam: address(filter, { limit: String(PAGE_ROWS) }),
      getNextPageParam: (last) => last.next,
    });
  }

  const cached = (client: QueryClient) =>
    client.getQueryCache().findAll({ queryKey: listKey }) as unknown as Query<Data>[];
  const filterOf = (query: Query<Data>) => query.queryKey[2] as Filter;

  /** Inserts a row in sort order. Leaves it out if it belongs after the loaded pages. */
  function insert(
    rows: Row[],
    row: Row,
    order: (a: Row, b: Row) => number,
    last?: Page<Row>,
  ): Row[] {
    const at = rows.findIndex((other) => order(row, other) < 0);
    if (at >= 0) return rows.toSpliced(at, 0, row);
    const isWithin = !last?.next || (last.end !== null && order(row, last.end) <= 0);
    return isWithin ? [...rows, row] : rows;
  }

  /**
   * Replaces the rows of `ids` by the fresh ones. A row that is shown already keeps its
   * place, even if it belongs elsewhere now, so that nothing moves under the user's eyes;
   * the next load puts it in order. New rows are inserted in order. All rows end up in
   * the first page.
   */
  function replaceRows(
    data: Data,
    ids: ReadonlySet<number>,
    fresh: Page<Row>,
    order: (a: Row, b: Row) => number,
  ): Data {
    const rows = rowsOf(data, list.idOf);
    const freshById = new Map(fresh.rows.map((row) => [list.idOf(row), row]));
    const shown = new Set(rows.map(list.idOf));
    const added = fresh.rows.filter((row) => !shown.has(list.idOf(row)));
    const kept = rows.flatMap((row) => {
      const id = list.idOf(row);
      return ids.has(id) ? (freshById.get(id) ?? []) : row;
    });
    const last = data.pages.at(-1);
    const all = added.reduce((sorted, row) => insert(sorted, row, order, last), kept);
    const pages = data.pages.map((page, index) => ({
      ...page,
      total: fresh.total,
      rows: index === 0 ? all : [],
    }));
    return { ...data, pages };
  }

  /** Setting data clears the mark of a list that needs a refetch, so it is set again. */
  function write(client: QueryClient, query: Query<Data>, data: Data): void {
    const { isInvalidated } = query.state;
    client.setQueryData(query.queryKey, data);
    if (isInvalidated) query.invalidate();
  }

  async function refreshRows(
    client: QueryClient,
    query: Query<Data>,
    ids: ReadonlySet<number>,
  ): Promise<void> {
    const filter = filterOf(query);
    const named = { ids: [...ids].join(','), limit: String(mostRows) };
    const fresh = await fetchPage(address(filter, named), list.contract);
    // Wait for a page that is still loading: it would be appended to the rows from before
    // this change.
    await query.promise?.catch(() => undefined);
    const { data } = query.state;
    const order = list.order(filter);
    if (data) write(client, query, replaceRows(data, ids, fresh, order));
  }

  const refreshChangedRows = (
    client: QueryClient,
    query: Query<Data>,
    ids: ReadonlySet<number>,
  ) =>
    refreshInTurn(client, query.queryKey, ids, async (changed) => {
      const read = PAGE_ROWS * (query.state.data?.pages.length ?? 0);
      // Refetching the loaded pages is cheaper than asking for this many rows.
      if (changed.size > Math.min(read, mostRows))
        await refreshQueries(client, { queryKey: query.queryKey, exact: true });
      else await refreshRows(client, query, changed);
    });

  function changedIn(data: Data, { comments, videos }: Changed): Set<number> {
    const ids = new Set(comments);
    for (const row of loaded(data))
      if (videos.has(list.videoOf(row))) ids.add(list.idOf(row));
    return ids;
  }

  /**
   * Refetches these rows in the lists that are in view, and marks the other lists as
   * outdated.
   */
  function refresh(client: QueryClient, changed: Changed): void {
    for (const query of cached(client)) {
      const { data } = query.state;
      if (!data || !query.isActive())
        void refreshQueries(client, { queryKey: query.queryKey, exact: true });
      else {
        const ids = changedIn(data, changed);
        if (ids.size > 0) void refreshChangedRows(client, query, ids);
      }
    }
  }

  return {
    listKey,
    idOf: list.idOf,
    pages,
    refresh,

    patch(client: QueryClient, id: number, change: (row: Row) => Row): void {
      const isIt = (row: Row) => list.idOf(row) === id;
      const changed = (row: Row) => (isIt(row) ? change(row) : row);
      for (const query of cached(client)) {
        const { data } = query.state;
        if (!data || !loaded(data).some(isIt)) continue;
        const pages = data.pages.map((page) => ({
          ...page,
          rows: page.rows.map(changed),
        }));
        write(client, query, { ...data, pages });
      }
    },
  };
}

type PagedLists<Row, Filter extends object> = ReturnType<
  typeof createPagedList<Row, Filter>
>;

/**
 * Returns the loaded rows of a list, each once, and how to load more. After the filter
 * changes, the previous rows stay until the new ones are loaded.
 */
export function usePages<Row, Filter extends object>(
  list: Pick<PagedLists<Row, Filter>, 'pages' | 'idOf'>,
  filter: Filter,
) {
  const query = useInfiniteQuery({
    ...list.pages(filter),
    placeholderData: keepPreviousData,
  });
  const {
    data,
    fetchNextPage,
    hasNextPage,
    isFetching,
    isFetchNextPageError,
    isPlaceholderData,
  } = query;
  const rows = useMemo(() => (data ? rowsOf(data, list.idOf) : []), [data, list]);
  const load = () => void fetchNextPage({ cancelRefetch: false });
  return {
    query,
    rows,
    total: data?.pages.at(-1)?.total ?? 0,
    isStale: isPlaceholderData,
    /**
     * Missing while there is nothing to load automatically. After a failure, the user has
     * to retry.
     */
    loadMore:
      hasNextPage && !isFetching && !isFetchNextPageError && !isPlaceholderData
        ? load
        : undefined,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: isFetchNextPageError && !isFetching,
    retryMore: load,
  };
}

export type LoadedPages = Pick<
  ReturnType<typeof usePages>,
  'isLoadingMore' | 'moreFailed' | 'retryMore'
>;
