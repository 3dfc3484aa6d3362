import { and, count, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Opening } from '#shared/contracts/analytics.ts';
import { comments, draftRecords } from '#shared/schema.ts';
import type { Db } from '../../db/database.ts';
import type { CountedOutcome } from './outcomes.rules.ts';
import type { Range } from './ranges.rules.ts';

export function createPostedOutcomesRepository(db: Db) {
  return {
    /** One statement; the text stays in the database. */
    postedWithin({ start, end }: Range): Promise<CountedOutcome[]> {
      return (
        db
          .select({
            fate,
            isAnswer,
            style: comments.style,
            opening,
            profile,
            count: count(),
            known: sql`count(*) filter (where ${isKnown})`.mapWith(Number),
            likes: sumOfKnown(comments.likeCount),
            replies: sumOfKnown(comments.replyCount),
            oldest: readAt(sql`min`),
            newest: readAt(sql`max`),
          })
          .from(comments)
          .leftJoin(draftRecords, eq(draftRecords.commentId, comments.id))
          .where(
            and(
              eq(comments.status, 'posted'),
              gte(shownAt, sql`${start.toISOString()}::timestamptz`),
              lt(shownAt, sql`${end.toISOString()}::timestamptz`),
              isNotNull(comments.postedAt),
            ),
          )
          // By ordinal: fate, isAnswer, style, opening, profile.
          .groupBy(sql`1, 2, 3, 4, 5`)
      );
    },
  };
}

export type PostedOutcomesRepository = ReturnType<typeof createPostedOutcomesRepository>;

/** Equals the posting time here, which has no index of its own. */
const shownAt = sql`coalesce(${comments.postedAt}, ${comments.createdAt})`;

/** After the last look a word from before the seventh day is old: that look could not tell. */
const fate = sql<CountedOutcome['fate']>`case
  when ${comments.withdrawnAt} is not null then 'withdrawn'
  when ${comments.visibilityCheckedAt} >= ${comments.postedAt} + interval '168 hours' then ${comments.visibility}
  when ${comments.nextLookAt} is null and ${comments.looks} <> '[]' then 'unknown'
end`;
const isAnswer = sql<boolean>`${comments.replyId} is not null`;
/** By the first sentence: its last mark, else a number among its first five words. */
const opening = sql<Opening>`case
  when substring(${comments.content} from '([.!?؟]+(?=\\s|$)|[。！？]|\\n)') ~ '[?؟？]' then 'question'
  when ${comments.content} ~ '^\\s*(\\S+\\s+){0,4}[-+~$€£(]?\\d' then 'number'
  else 'statement'
end`;
/** Read once: each reading unpacks the whole record. */
const profile = sql<CountedOutcome['profile']>`${draftRecords.why} -> 'profile'`;

const isKnown = and(isNotNull(comments.likeCount), isNotNull(comments.replyCount));
const readAt = (end: SQL) =>
  sql`${end}(${comments.outcomesCheckedAt}) filter (where ${isKnown})`.mapWith(comments.outcomesCheckedAt);
const sumOfKnown = (figure: typeof comments.likeCount | typeof comments.replyCount): SQL<number> =>
  sql`coalesce(sum(${figure}) filter (where ${isKnown}), 0)`.mapWith(Number);
