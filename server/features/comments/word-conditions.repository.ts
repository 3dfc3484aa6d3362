import { and, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { comments, videos, wordsOf } from '#shared/schema.ts';
import { isOneOf } from '../../db/database.ts';
import type { CommentFilter } from './list-conditions.repository.ts';
import { holding, type SearchWord, searchWords, spellings } from './search-words.rules.ts';

export interface Word extends SearchWord {
  /** `comment`: in its text or the video's title; `any`: there or in the channel's name. */
  of: 'comment' | 'channel' | 'any';
}

/** Returns what must all occur. */
export function wordsToFind(
  { q = '', channel = '' }: Pick<CommentFilter, 'q' | 'channel'>,
  of: 'comment' | 'any' = 'comment',
): Word[] {
  return [
    ...searchWords(q).map((word) => ({ ...word, of })),
    ...searchWords(channel).map((word) => ({ ...word, of: 'channel' as const })),
  ];
}

/** Ids of the comments, among some or all, with this word, by the indexes of words; an id may come three times. */
export function idsByIndex(word: Word, among?: readonly number[]): SQL {
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
export function haveWordsByIndex(words: readonly Word[]): SQL | undefined {
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
export function isWithWord(word: Word): SQL | undefined {
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
