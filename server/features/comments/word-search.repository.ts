import { and, ilike, like, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { comments, videos, withoutCaseOf, wordsOf } from '#shared/schema.ts';
import { type Db, queryRows } from '../../db/database.ts';
import { withoutCase } from '../../text/words.rules.ts';

interface SearchWord {
  /**
   * The letters and digits at the beginning of the word. An index finds the words that
   * begin with them.
   */
  prefix: string | null;
  /**
   * A string that the text must contain literally. Null if `prefix` is the whole word.
   */
  part: string | null;
}

/** Returns the Unicode forms a text may use: “ö” can be one character or two. */
const spellings = (word: string): string[] => [
  ...new Set([word.normalize('NFC'), word.normalize('NFD')]),
];

const letters = /^[\p{L}\p{N}\p{M}]+/u;
const punctuationAround =
  /^[\p{Pi}\p{Pf}\p{Ps}\p{Pe}"'.,:;!?¿¡]+|[\p{Pi}\p{Pf}\p{Ps}\p{Pe}"'.,:;!?]+$/gu;
/**
 * Scripts without spaces between words: PostgreSQL would take a whole sentence for one
 * word.
 */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Splits a search text into its words. A match must contain all of them. */
function searchWords(text: string): SearchWord[] {
  return text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => readWord(word.replace(punctuationAround, '') || word));
}

function readWord(word: string): SearchWord {
  if (unspaced.test(word)) return { prefix: null, part: word };
  const prefix = letters.exec(word)?.[0] ?? null;
  return { prefix, part: prefix === word ? null : word };
}

const holding = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/** Matches letters whose case PostgreSQL knows only in some locales. */
const casedBeyondAscii = /(?=\P{ASCII})[\p{Lu}\p{Ll}\p{Lt}]/u;

function hasPart(column: PgColumn, part: string): SQL | undefined {
  if (casedBeyondAscii.test(part))
    return like(withoutCaseOf(column), holding(withoutCase(part)));
  return or(...spellings(part).map((spelling) => ilike(column, holding(spelling))));
}

/**
 * A prefix contains only letters and digits, so it cannot break the syntax of a
 * `tsquery`.
 */
const hasPrefix = (column: PgColumn, prefix: string): SQL =>
  sql`${wordsOf(column)} @@ ${`'${withoutCase(prefix)}':*`}::tsquery`;

const hasWord = (column: PgColumn, { prefix, part }: SearchWord): SQL | undefined =>
  and(
    // Comes first, because splitting a text into words takes far longer.
    part === null ? undefined : hasPart(column, part),
    prefix === null ? undefined : hasPrefix(column, prefix),
  );

/**
 * Where a word is searched: in the text of a comment, and in these columns of its video.
 */
interface Searched {
  inText: boolean;
  ofVideo: readonly PgColumn[];
}

/** Selects the comments that have the word in one of the searched places. */
const idsWith = (word: SearchWord, { inText, ofVideo }: Searched): SQL => sql`(
  select ${comments.id} from ${comments} where ${or(
    inText ? hasWord(comments.content, word) : undefined,
    ...ofVideo.map(
      (column) => sql`${comments.videoId} = any(array(
        select ${videos.id} from ${videos} where ${hasWord(column, word)}))`,
    ),
  )})`;

/**
 * Forces bitmap scans: when the planner expects many matches, it would otherwise split
 * all texts into words again.
 */
const byIndexes = sql`select set_config(name, 'off', true)
  from unnest(array['enable_seqscan', 'enable_indexscan', 'jit']) name`;

export function createWordSearchRepository(db: Db) {
  /**
   * Returns null if there are no words. The ids for each word are intersected before any
   * comment is read.
   */
  async function find(words: readonly SQL[]): Promise<number[] | null> {
    if (words.length === 0) return null;
    return db.transaction(async (tx) => {
      await tx.execute(byIndexes);
      const found = await queryRows<{ id: number }>(
        tx,
        sql.join([...words], sql` intersect `),
      );
      return found.map(({ id }) => id);
    });
  }

  return {
    /**
     * Returns the ids of comments that have all words of `q` in their text or video
     * title, and all words of `channel` in the channel name.
     */
    comments: ({
      q = '',
      channel = '',
    }: {
      q?: string | undefined;
      channel?: string | undefined;
    }) =>
      find([
        ...searchWords(q).map((word) =>
          idsWith(word, { inText: true, ofVideo: [videos.title] }),
        ),
        ...searchWords(channel).map((word) =>
          idsWith(word, { inText: false, ofVideo: [videos.channelTitle] }),
        ),
      ]),

    /** Also searches the channel name for the words of `q`. */
    queue: ({ q = '' }: { q?: string | undefined }) =>
      find(
        searchWords(q).map((word) =>
          idsWith(word, { inText: true, ofVideo: [videos.title, videos.channelTitle] }),
        ),
      ),
  };
}

export type WordSearchRepository = ReturnType<typeof createWordSearchRepository>;
