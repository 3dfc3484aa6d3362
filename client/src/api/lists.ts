import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryClient,
  type QueryFilters,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { mostRows } from '#shared/contracts/lists.ts';
import { fetchAnswer, parseAnswer } from './http.ts';

interface Page<Row> {
  rows: Row[];
  /** Rows of the whole list. */
  total: number;
  next: string | null;
  /** The last row as the server sent it: the next page begins behind it. */
  end: Row | null;
}

export type Pages<Row> = InfiniteData<Page<Row>>;

const loaded = <Row>({ pages }: Pages<Row>): Row[] => pages.flatMap(({ rows }) => rows);

/** Each row once: a row that moved down may come again with the next page. */
export function rowsOf<Row>(data: Pages<Row>, idOf: (row: Row) => number): Row[] {
  const firsts = new Map<number, Row>();
  for (const row of loaded(data)) if (!firsts.has(idOf(row))) firsts.set(idOf(row), row);
  return [...firsts.values()];
}

/** Queries that are asked again once the request under way has ended. */
const waiting = new WeakMap<Query, Promise<void>>();

/**
 * Asks again for these queries where they are in view, and marks the others. A query under way may have read the
 * data before the change: it is asked once more, however often it changed meanwhile.
 */
export async function refreshQueries(client: QueryClient, filters: QueryFilters): Promise<void> {
  await Promise.all(
    client
      .getQueryCache()
      .findAll(filters)
      .map((query) => refreshQuery(client, query)),
  );
}

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages);

function refreshQuery(client: QueryClient, query: Query): Promise<void> {
  const before = waiting.get(query);
  if (before) return before;
  const ask = () => {
    const data: unknown = query.state.data;
    // A list out of view leaves its first page, so that the rest is not asked again with it.
    if (isPaged(data) && !query.isActive())
      query.setData({ pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) });
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
  covers?: (filter: Filter, id: number) => boolean;
  /** The id that changes are reported by: the comment's, where a row shows one. */
  idOf: (row: Row) => number;
  videoOf: (row: Row) => number;
}

export type Changed = { comments: ReadonlySet<number>; videos: ReadonlySet<number> };

/** A list that loads page by page and asks only for the rows that changed. */
export function createPagedList<Row, Filter extends object>(list: PagedList<Row, Filter>) {
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

  /** Puts a row at its place; leaves it out if that lies behind the loaded pages. */
  function insert(rows: Row[], row: Row, order: (a: Row, b: Row) => number, last?: Page<Row>): Row[] {
    const at = rows.findIndex((other) => order(row, other) < 0);
    if (at >= 0) return rows.toSpliced(at, 0, row);
    const isWithin = !last?.next || (last.end !== null && order(row, last.end) <= 0);
    return isWithin ? [...rows, row] : rows;
  }

  /** Takes the rows of `ids` out and puts `placed` at their places; all are in the first page then. */
  function replaceRows(
    query: Query<Data>,
    data: Data,
    ids: ReadonlySet<number>,
    placed: readonly Row[],
  ): Data {
    const rows = rowsOf(data, list.idOf);
    const rest = rows.filter((row) => !ids.has(list.idOf(row)));
    const more = placed.length + rest.length - rows.length;
    if (placed.length === 0 && more === 0) return data;
    const [order, last] = [list.order(filterOf(query)), data.pages.at(-1)];
    const all = placed.reduce((sorted, row) => insert(sorted, row, order, last), rest);
    const pages = data.pages.map((page, index) => ({
      ...page,
      total: page.total + more,
      rows: index === 0 ? all : [],
    }));
    return { ...data, pages };
  }

  /** Setting data takes the mark from a list that has to be asked again. */
  function write(client: QueryClient, query: Query<Data>, data: Data): void {
    const { isInvalidated } = query.state;
    client.setQueryData(query.queryKey, data);
    if (isInvalidated) query.invalidate();
  }

  function update(client: QueryClient, change: (data: Data, query: Query<Data>) => Data): void {
    for (const query of cached(client)) {
      const { data } = query.state;
      const changed = data && change(data, query);
      if (changed && changed !== data) write(client, query, changed);
    }
  }

  async function refreshRows(client: QueryClient, query: Query<Data>, ids: readonly number[]): Promise<void> {
    const filter = filterOf(query);
    const changed = address(filter, { ids: ids.join(','), limit: String(mostRows) });
    const fresh = await fetchPage(changed, list.contract);
    // A page under way would be put behind the rows as they were.
    await query.promise?.catch(() => undefined);
    const data = query.state.data;
    if (!data) return;
    const { total } = fresh;
    const { pages, pageParams } = replaceRows(query, data, new Set(ids), fresh.rows);
    write(client, query, { pages: pages.map((page) => ({ ...page, total })), pageParams });
  }

  /** Ids that changed while a list was being asked. */
  const waiting = new WeakMap<Query<Data>, Set<number>>();

  async function refreshInTurn(client: QueryClient, query: Query<Data>, ids: ReadonlySet<number>) {
    const before = waiting.get(query);
    if (before) {
      for (const id of ids) before.add(id);
      return;
    }
    let next = ids;
    try {
      while (next.size > 0) {
        const more = new Set<number>();
        waiting.set(query, more);
        const read = PAGE_ROWS * (query.state.data?.pages.length ?? 0);
        // Many rows cost more than the loaded pages.
        if (next.size > Math.min(read, mostRows))
          await refreshQueries(client, { queryKey: query.queryKey, exact: true });
        else await refreshRows(client, query, [...next]);
        next = more;
      }
    } catch {
      // Marks the list; the next connection asks for it again.
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' });
    } finally {
      waiting.delete(query);
    }
  }

  function changedIn(data: Data, filter: Filter, { comments, videos }: Changed): Set<number> {
    const ids = new Set([...comments].filter((id) => list.covers?.(filter, id) ?? true));
    for (const row of loaded(data)) if (videos.has(list.videoOf(row))) ids.add(list.idOf(row));
    return ids;
  }

  /** Brings these rows up to date in the lists in view, and marks the others. */
  function refresh(client: QueryClient, changed: Changed): void {
    for (const query of cached(client)) {
      const { data } = query.state;
      if (!data || !query.isActive()) void refreshQueries(client, { queryKey: query.queryKey, exact: true });
      else {
        const ids = changedIn(data, filterOf(query), changed);
        if (ids.size > 0) void refreshInTurn(client, query, ids);
      }
    }
  }

  return {
    listKey,
    idOf: list.idOf,
    pages,
    refresh,

    find: (client: QueryClient, id: number): Row | undefined =>
      cached(client)
        .flatMap(({ state }) => (state.data ? loaded(state.data) : []))
        .find((row) => list.idOf(row) === id),

    patch(client: QueryClient, id: number, change: (row: Row) => Row): void {
      const isIt = (row: Row) => list.idOf(row) === id;
      const changed = (row: Row) => (isIt(row) ? change(row) : row);
      update(client, (data) =>
        loaded(data).some(isIt)
          ? { ...data, pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(changed) })) }
          : data,
      );
    },

    /** Puts the row where `belongs` says so and takes it out elsewhere. */
    place(client: QueryClient, id: number, row: Row | null, belongs: (filter: Filter) => boolean): void {
      update(client, (data, query) =>
        replaceRows(query, data, new Set([id]), row && belongs(filterOf(query)) ? [row] : []),
      );
    },
  };
}

type PagedLists<Row, Filter extends object> = ReturnType<typeof createPagedList<Row, Filter>>;

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
    total: data?.pages.at(-1)?.total ?? 0,
    isStale: isPlaceholderData,
    /** Missing while there is nothing more to load by itself; a failure waits for the person. */
    loadMore: hasNextPage && !isFetching && !isFetchNextPageError && !isPlaceholderData ? load : undefined,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: isFetchNextPageError && !isFetching,
    retryMore: load,
  };
}

export type LoadedPages = Pick<ReturnType<typeof usePages>, 'isLoadingMore' | 'moreFailed' | 'retryMore'>;
