import type { CommentListQuery, QueueListQuery } from '#shared/contracts/lists.ts';
import type { Queued, ShownComment } from './comment.view.ts';
import type { CommentListsRepository, Slice } from './comments.repository.ts';
import {
  commentKey,
  queueKeys,
  readCursor,
  type Sort,
  type SortKey,
  writeCursor,
} from './list-cursor.rules.ts';
import type { Total, WordSearch, WordSearchRepository } from './word-search.repository.ts';

const batchRows = 250;

export interface List<Row> {
  /** What the filters let through. */
  total: Total;
  /** Where the next page begins; null at the end. */
  cursor: string | null;
  /** A page, or everything in batches. */
  rows: Row[] | AsyncIterable<Row[]>;
}

interface Source<Row> {
  search: WordSearch | null;
  count: () => Promise<number>;
  read: (slice: Slice) => Promise<Row[]>;
  keyOf: (row: Row) => SortKey;
}

interface Query {
  sort: Sort;
  cursor?: string | undefined;
  ids?: readonly number[] | undefined;
  limit?: number | undefined;
}

interface Deps {
  repository: CommentListsRepository;
  wordSearch: WordSearchRepository;
}

export function createCommentListsService({ repository, wordSearch }: Deps) {
  type Read<Query, Row> = (slice: Omit<Query, keyof Slice> & Slice) => Promise<Row[]>;

  const ofComments =
    <Row>(read: Read<CommentListQuery, Row>, keyOf: (row: Row) => SortKey) =>
    async (query: CommentListQuery): Promise<List<Row>> =>
      list(query, {
        search: await wordSearch.comments(query),
        count: () => repository.countComments(query),
        read: (slice) => read({ ...query, ...slice }),
        keyOf,
      });

  const ofQueue =
    <Row>(read: Read<QueueListQuery, Row>, itemOf: (row: Row) => Parameters<(typeof queueKeys)['time']>[0]) =>
    async (query: QueueListQuery): Promise<List<Row>> =>
      list(query, {
        search: await wordSearch.queue(query),
        count: () => repository.countQueue(query),
        read: (slice) => read({ ...query, ...slice }),
        keyOf: (row) => queueKeys[query.sort](itemOf(row)),
      });

  return {
    commentIds: ofComments(repository.commentIds, commentKey),
    commentRows: ofComments(repository.commentRows, ({ comment }) => commentKey(comment)),
    comments: ofComments(repository.comments, ({ comment }) => commentKey(comment)),

    queueIds: ofQueue(repository.queueIds, (item) => item),
    queueRows: ofQueue(repository.queueRows, ({ queueItem }) => queueItem),
    queue: ofQueue(repository.queue, ({ queueItem }) => queueItem),

    /** In its order, batch by batch. */
    wholeQueue(): AsyncGenerator<Queued<ShownComment>[]> {
      const read = (slice: Slice) => repository.queue({ ...slice, sort: 'position' });
      const keyOf = ({ queueItem }: Queued<ShownComment>) => queueKeys.position(queueItem);
      return inBatches({ read: batchReader({ search: null, read }), keyOf }, { after: null });
    },
  };
}

export type CommentListsService = ReturnType<typeof createCommentListsService>;

/** Throws AppError 400 for a cursor that is not of this order. */
export async function list<Row>(
  { sort, cursor, ids, limit }: Query,
  source: Source<Row>,
): Promise<List<Row>> {
  const after = cursor === undefined ? null : readCursor(sort, cursor);
  const { search, keyOf } = source;
  const total = async (): Promise<Total> =>
    search ? search.total() : { count: await source.count(), orMore: false };
  const read = batchReader(source);
  if (limit === undefined)
    return { total: await total(), cursor: null, rows: inBatches({ read, keyOf }, { ids, after }) };
  const [counted, found] = await Promise.all([total(), read({ ids, after, limit: limit + 1 })]);
  const rows = found.rows.slice(0, limit);
  const last = found.isFull ? rows.at(-1) : undefined;
  return { total: counted, cursor: last === undefined ? null : writeCursor(sort, keyOf(last)), rows };
}

interface Batch<Row> {
  rows: Row[];
  /** More may follow. */
  isFull: boolean;
}

/** A row that a search found may be gone when it is read: its batch is shorter, not the last one. */
function batchReader<Row>({ search, read }: Pick<Source<Row>, 'search' | 'read'>) {
  return async (slice: Slice): Promise<Batch<Row>> => {
    const found = search && (await search.find(slice));
    const rows = await read(found ? { ids: found, after: null, limit: slice.limit } : slice);
    return { rows, isFull: (found ?? rows).length === slice.limit };
  };
}

/** No transaction: on the embedded database it would keep all others waiting for a slow client. */
async function* inBatches<Row>(
  { read, keyOf }: Pick<Source<Row>, 'keyOf'> & { read: (slice: Slice) => Promise<Batch<Row>> },
  { ids, after }: Omit<Slice, 'limit'>,
): AsyncGenerator<Row[]> {
  let from = after;
  for (;;) {
    const { rows, isFull } = await read({ ids, after: from, limit: batchRows });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || !isFull) return;
    from = keyOf(last);
  }
}
