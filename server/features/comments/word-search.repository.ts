import { and, ilike, like, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { comments, videos, withoutCaseOf, wordsOf } from '#shared/schema.ts';
import { type Db, queryRows } from '../../db/database.ts';
import { withoutCase } from '../../text/words.rules.ts';

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
  const prefix = letters.exec(word)?.[0] ?? null;
  return { prefix, part: prefix === word ? null : word };
}

/** A pattern of `like` for texts that hold this. */
const holding = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/** Letters whose case PostgreSQL knows only in some locales. */
const casedBeyondAscii = /(?=\P{ASCII})[\p{Lu}\p{Ll}\p{Lt}]/u;

function hasPart(column: PgColumn, part: string): SQL | undefined {
  if (casedBeyondAscii.test(part)) return like(withoutCaseOf(column), holding(withoutCase(part)));
  return or(...spellings(part).map((spelling) => ilike(column, holding(spelling))));
}

/** A prefix holds only letters and digits, so that it cannot break the query language. */
const hasPrefix = (column: PgColumn, prefix: string): SQL =>
  sql`${wordsOf(column)} @@ ${`'${withoutCase(prefix)}':*`}::tsquery`;

const hasWord = (column: PgColumn, { prefix, part }: SearchWord): SQL | undefined =>
  and(
    // First, since splitting a text into words takes far longer.
    part === null ? undefined : hasPart(column, part),
    prefix === null ? undefined : hasPrefix(column, prefix),
  );

/** In the comment's text, or in one of these columns of its video. */
const idsWith = (word: SearchWord, inText: boolean, ...ofVideo: PgColumn[]): SQL => sql`(
  select ${comments.id} from ${comments} where ${or(
    inText ? hasWord(comments.content, word) : undefined,
    ...ofVideo.map(
      (column) => sql`${comments.videoId} = any(array(
        select ${videos.id} from ${videos} where ${hasWord(column, word)}))`,
    ),
  )})`;

/** Left alone, the planner splits all texts into words again where it expects many matches. */
const byIndexes = sql`select set_config(name, 'off', true)
  from unnest(array['enable_seqscan', 'enable_indexscan', 'jit']) name`;

export function createWordSearchRepository(db: Db) {
  /** Null without words. The words are intersected before any row is read. */
  async function find(words: readonly SQL[]): Promise<number[] | null> {
    if (words.length === 0) return null;
    return db.transaction(async (tx) => {
      await tx.execute(byIndexes);
      const found = await queryRows<{ id: number }>(tx, sql.join([...words], sql` intersect `));
      return found.map(({ id }) => id);
    });
  }

  return {
    /** Ids of the comments that have the words of `q`, or whose videos' titles do, of channels with those words. */
    comments: ({ q = '', channel = '' }: { q?: string | undefined; channel?: string | undefined }) =>
      find([
        ...searchWords(q).map((word) => idsWith(word, true, videos.title)),
        ...searchWords(channel).map((word) => idsWith(word, false, videos.channelTitle)),
      ]),

    /** Also by the words of the channel's name. */
    queue: ({ q = '' }: { q?: string | undefined }) =>
      find(searchWords(q).map((word) => idsWith(word, true, videos.title, videos.channelTitle))),
  };
}

export type WordSearchRepository = ReturnType<typeof createWordSearchRepository>;
