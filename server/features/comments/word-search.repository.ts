import { and, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { CommentSort, QueueSort } from '#shared/contracts/lists.ts';
import { comments, queueItems, videos, wordsOf } from '#shared/schema.ts';
import { type Db, isOneOf, queryRows } from '../../db/database.ts';
import {
  type CommentFilter,
  commentConditions,
  commentOrders,
  type Order,
  type QueueFilter,
  queueConditions,
  queueOrders,
  type Slice,
  within,
} from './comments.repository.ts';

interface SearchWord {
  /** The letters and digits it begins with; an index finds the words that begin so. */
  prefix: string | null;
  /** What the text must hold as it is, where the prefix alone does not say it. */
  part: string | null;
}

/** As texts may have it: an “ö” is one character, or two. */
const spellings = (word: string): string[] => [...new Set([word.normalize('NFC'), word.normalize('NFD')])];

const letters = /^[\p{L}\p{N}\p{M}]+/u;
const punctuationAround = /^[\p{Pi}\p{Pf}\p{Ps}\p{Pe}"'.,:;!?¿¡]+|[\p{Pi}\p{Pf}\p{Ps}\p{Pe}"'.,:;!?]+$/gu;
/** Written without spaces: PostgreSQL takes a whole sentence for one word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Returns the words that all must occur. */
function searchWords(text: string): SearchWord[] {
  return text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => readWord(word.replace(punctuationAround, '') || word));
}

function readWord(word: string): SearchWord {
  if (unspaced.test(word)) return { prefix: null, part: word };
  const prefix = letters.exec(word)?.[0].toLowerCase() ?? null;
  return { prefix, part: prefix?.length === word.length ? null : word };
}

/** A pattern of `ilike` for texts that hold this. */
const holding = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

interface Word extends SearchWord {
  /** `comment`: in its text or the video's title; `any`: there or in the channel's name. */
  of: 'comment' | 'channel' | 'any';
}

/** Returns what must all occur. */
function wordsToFind(
  { q = '', channel = '' }: Pick<CommentFilter, 'q' | 'channel'>,
  of: 'comment' | 'any' = 'comment',
): Word[] {
  return [
    ...searchWords(q).map((word) => ({ ...word, of })),
    ...searchWords(channel).map((word) => ({ ...word, of: 'channel' as const })),
  ];
}

/** Ids of the comments, among some or all, with this word, by the indexes of words; an id may come three times. */
function idsByIndex(word: Word, among?: readonly number[]): SQL {
  const where = (column: PgColumn) =>
    sql`where ${and(hasWord(column, word), among && isOneOf(comments.id, among))}`;
  const byVideo = (column: PgColumn) => sql`
    select ${comments.id} from ${comments} join ${videos} on ${eq(videos.id, comments.videoId)} ${where(column)}`;
  if (word.of === 'channel') return byVideo(videos.channelTitle);
  return sql`select ${comments.id} from ${comments} ${where(comments.content)}
    union all ${byVideo(videos.title)}
    ${word.of === 'any' ? sql`union all ${byVideo(videos.channelTitle)}` : sql``}`;
}

/** For the indexes of words, each of which finds all matches. */
function haveWordsByIndex(words: readonly Word[]): SQL | undefined {
  const ofVideos = (where: SQL | undefined) => sql`${comments.videoId} = any(array(
    select ${videos.id} from ${videos} where ${where}))`;
  const isWithWord = (word: Word) =>
    or(
      hasWord(comments.content, word),
      ofVideos(hasWord(videos.title, word)),
      word.of === 'any' ? ofVideos(hasWord(videos.channelTitle, word)) : undefined,
    );
  // Two lists of videos would be compared with one another, each with each.
  const ofChannel = words.filter((word) => word.of === 'channel');
  return and(
    ofChannel.length > 0
      ? ofVideos(and(...ofChannel.map((word) => hasWord(videos.channelTitle, word))))
      : undefined,
    ...words.filter((word) => word.of !== 'channel').map(isWithWord),
  );
}

/** Decides for one comment and its video, without an index. */
function isWithWord(word: Word): SQL | undefined {
  const isOfChannel = hasWord(videos.channelTitle, word);
  if (word.of === 'channel') return isOfChannel;
  return or(
    hasWord(comments.content, word),
    hasWord(videos.title, word),
    word.of === 'any' ? isOfChannel : undefined,
  );
}

/** A prefix holds only letters and digits, so that it cannot break the query language. */
function hasWord(column: PgColumn, { prefix, part }: SearchWord): SQL | undefined {
  const beginnings = (words: string[]) => words.map((word) => `'${word}':*`).join(' | ');
  return and(
    prefix === null ? undefined : sql`${wordsOf(column)} @@ ${beginnings(spellings(prefix))}::tsquery`,
    part === null ? undefined : or(...spellings(part).map((spelling) => ilike(column, holding(spelling)))),
  );
}

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
    const limits = (place: Place) => [...conditions, ...within(place, comments.id, order)];
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
