import type { CommentListQuery, QueueListQuery } from '#shared/contracts/requests.ts';
import type { Clock } from '../../core/clock.ts';
import type { Queued, ShownComment, WorkEntryView } from './comment.view.ts';
import type { CommentListsRepository, Slice } from './comment-lists.repository.ts';
import {
  commentKey,
  queueKeys,
  readCursor,
  type Sort,
  type SortKey,
  writeCursor,
} from './list-cursor.rules.ts';
import type { WordSearchRepository } from './word-search.repository.ts';
import type { WorkRepository } from './work.repository.ts';

const batchRows = 250;

export interface List<Row> {
  /** Number of rows that match the filters, on all pages. */
  total: number;
  /** Cursor of the next page; null on the last one. */
  cursor: string | null;
  /** One page, or all rows in batches if the request has no limit. */
  rows: Row[] | AsyncIterable<Row[]>;
}

interface Source<Row> {
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
  work: WorkRepository;
  wordSearch: WordSearchRepository;
  clock: Clock;
}

export function createCommentListsService({ repository, work, wordSearch, clock }: Deps) {
  type Read<Query, Row> = (
    slice: Omit<Query, keyof Slice> & Slice & { withWords: readonly number[] | null },
  ) => Promise<Row[]>;

  const ofComments =
    <Row>(read: Read<CommentListQuery, Row>, keyOf: (row: Row) => SortKey) =>
    async (query: CommentListQuery): Promise<List<Row>> => {
      const filter = { ...query, withWords: await wordSearch.comments(query) };
      return list(query, {
        count: () => repository.countComments(filter),
        read: (slice) => read({ ...filter, ...slice }),
        keyOf,
      });
    };

  const ofQueue =
    <Row>(
      read: Read<QueueListQuery & { now: Date }, Row>,
      itemOf: (row: Row) => Parameters<(typeof queueKeys)['time']>[0],
    ) =>
    async (query: QueueListQuery): Promise<List<Row>> => {
      const filter = {
        ...query,
        withWords: await wordSearch.queue(query),
        now: clock.now(),
      };
      return list(query, {
        count: () => repository.countQueue(filter),
        read: (slice) => read({ ...filter, ...slice }),
        keyOf: (row) => queueKeys[query.sort](itemOf(row)),
      });
    };

  return {
    commentIds: ofComments(repository.commentIds, commentKey),
    commentRows: ofComments(repository.commentRows, ({ comment }) => commentKey(comment)),
    comments: ofComments(repository.comments, ({ comment }) => commentKey(comment)),

    queueIds: ofQueue(repository.queueIds, (item) => item),
    queueRows: ofQueue(repository.queueRows, ({ queueItem }) => queueItem),
    queue: ofQueue(repository.queue, ({ queueItem }) => queueItem),

    /** Returns the index of the working set, or its entries for these comments. */
    workIndex: (ids: readonly number[] | undefined): Promise<WorkEntryView[]> =>
      work.entries(clock.now(), ids),

    /** Reads the whole queue, sorted by position, in batches. */
    wholeQueue(): AsyncGenerator<Queued<ShownComment>[]> {
      const now = clock.now();
      const read = (slice: Slice) =>
        repository.queue({ ...slice, sort: 'position', withWords: null, now });
      return inBatches(
        { read, keyOf: ({ queueItem }) => queueKeys.position(queueItem) },
        { after: null },
      );
    },
  };
}

export type CommentListsService = ReturnType<typeof createCommentListsService>;

/** Throws AppError 400 if the cursor was written for another sort order. */
export async function list<Row>(
  { sort, cursor, ids, limit }: Query,
  { count, read, keyOf }: Source<Row>,
): Promise<List<Row>> {
  const after = cursor === undefined ? null : readCursor(sort, cursor);
  if (limit === undefined)
    return {
      total: await count(),
      cursor: null,
      rows: inBatches({ read, keyOf }, { ids, after }),
    };
  const [total, found] = await Promise.all([
    count(),
    read({ ids, after, limit: limit + 1 }),
  ]);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    total,
    cursor: last === undefined ? null : writeCursor(sort, keyOf(last)),
    rows,
  };
}

/**
 * Reads without a transaction: on the embedded database, which has one connection, a slow
 * client would block all others.
 */
async function* inBatches<Row>(
  { read, keyOf }: Pick<Source<Row>, 'read' | 'keyOf'>,
  { ids, after }: Omit<Slice, 'limit'>,
): AsyncGenerator<Row[]> {
  let from = after;
  for (;;) {
    const rows = await read({ ids, after: from, limit: batchRows });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchRows) return;
    from = keyOf(last);
  }
}
