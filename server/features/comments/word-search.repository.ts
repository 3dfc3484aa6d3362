import { and, type SQL, sql } from 'drizzle-orm';
import type { CommentSort, QueueSort } from '#shared/contracts/lists.ts';
import { comments, queueItems, videos } from '#shared/schema.ts';
import { type Db, isOneOf, queryRows } from '../../db/database.ts';
import type { Slice } from './comment-lists.repository.ts';
import {
  type CommentFilter,
  commentConditions,
  type QueueFilter,
  queueConditions,
} from './list-conditions.repository.ts';
import { commentOrders, type Order, queueOrders } from './list-orders.repository.ts';
import {
  haveWordsByIndex,
  idsByIndex,
  isWithWord,
  type Word,
  wordsToFind,
} from './word-conditions.repository.ts';

/** Matches of a search that are all looked up; of more, the list is walked. */
const mostKnown = 2_000;
/** Rows of a walk: splitting a text into words takes as long as ten finds by index. */
const mostWalked = 1_000;
/** Found in a walk: the next pages will fill as well. */
const enoughOfWalked = 50;

/** The ids of all matches, else the words that lead to too many. */
type Lookup = { ids: readonly number[]; words: [] } | { ids: null; words: readonly Word[] };

export interface Total {
  count: number;
  /** Whether there may be more. */
  orMore: boolean;
}

type Place = Pick<Slice, 'ids' | 'after'>;

export interface WordSearch {
  total(): Promise<Total>;
  /** Returns ids of comments in the list's order. */
  find(slice: Slice): Promise<number[]>;
}

/** A list without its words. */
interface SearchedList {
  of: 'comments' | 'queue';
  conditions: (SQL | undefined)[];
  order: Order;
}

const comma = sql`, `;
const noTableScan = sql`select set_config('enable_seqscan', 'off', true)`;
/** Words are intersected before any row is read. */
const bitmapsOnly = sql`${noTableScan}, set_config('enable_indexscan', 'off', true)`;
const rowsOf = {
  comments: sql`${comments}`,
  queue: sql`${queueItems} join ${comments} on ${comments.id} = ${queueItems.commentId}`,
};

export function createWordSearchRepository(db: Db) {
  /** Left alone, the planner splits all texts into words again when it expects many matches. */
  function byIndex<Row extends Record<string, unknown>>(query: SQL, settings: SQL): Promise<Row[]> {
    return db.transaction(async (tx) => {
      await tx.execute(settings);
      return queryRows<Row>(tx, query);
    });
  }

  async function idsOf(word: Word, limit: number | null, among?: readonly number[]): Promise<number[]> {
    const query = sql`${idsByIndex(word, among)} limit ${limit}`;
    const rows = await byIndex<{ id: number }>(query, noTableScan);
    return [...new Set(rows.map(({ id }) => id))];
  }

  async function lookUp(words: readonly Word[]): Promise<Lookup> {
    for (const word of words) {
      // An id may come three times.
      let ids = await idsOf(word, 3 * mostKnown + 1);
      if (ids.length > mostKnown) continue;
      for (const other of words) if (other !== word) ids = await idsOf(other, null, ids);
      return { ids, words: [] };
    }
    return { ids: null, words };
  }

  function search({ of, conditions, order }: SearchedList, { ids, words }: Lookup): WordSearch {
    const limits = (place: Place) => [
      ...conditions,
      place.ids && isOneOf(comments.id, place.ids),
      place.after ? order.after(place.after) : undefined,
    ];
    const haveWords = all(words.map(isWithWord));

    /** What may have the words, in the list's order: all with known ids, else the first of the list. */
    function walked(place: Place): SQL {
      const keys = order.columns.map((column, index) => sql`${column} as ${key(index)}`);
      return sql`(
        select ${sql.join([comments.id, comments.content, comments.videoId, ...keys], comma)} from ${rowsOf[of]}
        where ${all([...limits(place), ids ? isOneOf(comments.id, ids) : undefined])}
        order by ${sql.join(order.orderBy, comma)} limit ${ids ? null : mostWalked}
      ) comments join ${videos} on ${videos.id} = ${comments.videoId}`;
    }

    async function countWalked(condition: SQL | undefined, place: Place): Promise<number> {
      const [counted] = await queryRows<{ rows: number }>(
        db,
        sql`select count(*)::int as rows from ${walked(place)} where ${condition}`,
      );
      return counted?.rows ?? 0;
    }

    const isAllWalked = async (place: Place) =>
      ids !== null || (await countWalked(sql`true`, place)) < mostWalked;

    const indexed = (place: Place) =>
      sql`from ${rowsOf[of]} where ${all([...limits(place), haveWordsByIndex(words)])}`;

    return {
      async total() {
        if (conditions.every((condition) => condition === undefined)) {
          if (ids) return { count: ids.length, orMore: false };
          if (words.length === 1) return { count: mostKnown, orMore: true };
        }
        const isAll = await isAllWalked({ after: null });
        const found = await countWalked(haveWords, { after: null });
        if (isAll || found >= enoughOfWalked) return { count: found, orMore: !isAll };
        const rows = await byIndex(
          sql`select 1 ${indexed({ after: null })} limit ${mostKnown + 1}`,
          bitmapsOnly,
        );
        return { count: Math.min(rows.length, mostKnown), orMore: rows.length > mostKnown };
      },

      async find({ limit, ...place }) {
        const byKeys = order.columns.map((_, index) => order.inDirection(key(index)));
        const rows = await queryRows<{ id: number }>(
          db,
          sql`select ${comments.id} from ${walked(place)} where ${haveWords}
            order by ${sql.join(byKeys, comma)} limit ${limit}`,
        );
        const isWhole = rows.length === limit || (await isAllWalked(place));
        const found = isWhole
          ? rows
          : await byIndex<{ id: number }>(
              sql`select ${comments.id} ${indexed(place)} order by ${sql.join(order.orderBy, comma)} limit ${limit}`,
              bitmapsOnly,
            );
        return found.map(({ id }) => id);
      },
    };
  }

  /** Null without words. */
  async function start(list: SearchedList, words: readonly Word[]): Promise<WordSearch | null> {
    return words.length === 0 ? null : search(list, await lookUp(words));
  }

  return {
    comments: (query: CommentFilter & { sort: CommentSort }) =>
      start(
        { of: 'comments', conditions: commentConditions(query), order: commentOrders[query.sort] },
        wordsToFind(query),
      ),
    queue: (query: QueueFilter & { sort: QueueSort }) =>
      start(
        { of: 'queue', conditions: queueConditions(db, query), order: queueOrders[query.sort] },
        wordsToFind(query, 'any'),
      ),
  };
}

export type WordSearchRepository = ReturnType<typeof createWordSearchRepository>;

const all = (conditions: (SQL | undefined)[]) => and(sql`true`, ...conditions);

const key = (index: number) => sql.identifier(`key${index}`);
