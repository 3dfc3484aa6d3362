import type { InfiniteData } from '@tanstack/react-query';

export interface Page<Row> {
  rows: Row[];
  /** Rows of the whole list, as far as they were counted. */
  total: number;
  /** Whether there may be more than `total`. */
  orMore: boolean;
  /** Address of the next page. */
  next: string | null;
  /** The last row as the server sent it: the next page begins behind it. */
  end: Row | null;
}

export type Pages<Row> = InfiniteData<Page<Row>>;

/** Each row once: a row that moved down may come again with the next page. */
export function rowsOf<Row>({ pages }: Pages<Row>, idOf: (row: Row) => number): Row[] {
  const seen = new Set<number>();
  return pages
    .flatMap(({ rows }) => rows)
    .filter((row) => {
      const id = idOf(row);
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    });
}

/** How many rows the whole list has; loaded rows count where the server stopped counting. */
export function totalOf<Row>({ pages }: Pages<Row>, loaded: number): Pick<Page<Row>, 'total' | 'orMore'> {
  const last = pages.at(-1);
  if (!last?.orMore) return { total: last?.total ?? 0, orMore: false };
  return last.next === null
    ? { total: loaded, orMore: false }
    : { total: Math.max(last.total, loaded), orMore: true };
}

const withPages = <Row>(data: Pages<Row>, pages: Page<Row>[]): Pages<Row> => ({ ...data, pages });

/** The total falls with it. */
export function withoutRow<Row>(data: Pages<Row>, isIt: (row: Row) => boolean): Pages<Row> {
  const isThere = data.pages.some(({ rows }) => rows.some(isIt));
  if (!isThere) return data;
  return withPages(
    data,
    data.pages.map((page) => ({
      ...page,
      total: page.total - 1,
      rows: page.rows.filter((row) => !isIt(row)),
    })),
  );
}

/** Leaves a row out that lies behind the loaded pages. The total grows in any case. */
export function insertRow<Row>(data: Pages<Row>, row: Row, order: (a: Row, b: Row) => number): Pages<Row> {
  const isBefore = (other: Row) => order(row, other) < 0;
  const found = data.pages.findIndex(({ rows }) => rows.some(isBefore));
  const last = data.pages.at(-1);
  const isWithin = !last?.next || (last.end !== null && order(row, last.end) <= 0);
  const target = found < 0 && isWithin ? data.pages.length - 1 : found;
  return withPages(
    data,
    data.pages.map((page, index) => {
      const total = page.total + 1;
      if (index !== target) return { ...page, total };
      const at = page.rows.findIndex(isBefore);
      return { ...page, total, rows: page.rows.toSpliced(at < 0 ? page.rows.length : at, 0, row) };
    }),
  );
}

interface Overlay<Row> {
  ids: ReadonlySet<number>;
  idOf: (row: Row) => number;
  order: (a: Row, b: Row) => number;
}

/** Replaces the rows of `ids` by what `fresh` has of them, each at its place, and takes over its total. */
export function layRowsOver<Row>(data: Pages<Row>, fresh: Page<Row>, overlay: Overlay<Row>): Pages<Row> {
  const { ids, idOf, order } = overlay;
  let laid = withPages(
    data,
    data.pages.map((page) => ({ ...page, rows: page.rows.filter((row) => !ids.has(idOf(row))) })),
  );
  for (const row of fresh.rows) if (ids.has(idOf(row))) laid = insertRow(laid, row, order);
  return withPages(
    laid,
    laid.pages.map((page) => ({ ...page, total: fresh.total, orMore: fresh.orMore })),
  );
}
