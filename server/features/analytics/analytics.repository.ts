import {
  and,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Opening } from '#shared/contracts/analytics.ts';
import { commentStatuses } from '#shared/contracts/primitives.ts';
import {
  comments,
  draftRecords,
  libraryTotals,
  postAttempts,
  queueItems,
  replies,
  videos,
  voiceProfiles,
} from '#shared/schema.ts';
import { countOf, type Db, isNotLongRejected } from '../../db/database.ts';
import { unknownChannel } from '../videos/video.rules.ts';
import type {
  CountedComments,
  CountedDays,
  CountedOutcome,
  CountedStatus,
  Range,
} from './analytics.rules.ts';
import type { PostedDrafts } from './learning.rules.ts';

export function createAnalyticsRepository(db: Db) {
  return {
    /**
     * Counts all comments, then subtracts the few answers and unposted ones: testing each
     * comment takes half as long again.
     */
    async overall(now: Date) {
      const isUnposted = inArray(comments.status, unpostedStatuses);
      const isAnswer = isNotNull(comments.replyId);
      const [[found], [queued], [written]] = await Promise.all([
        db.select({ kept: count(), forgotten: forgottenCount }).from(videos),
        db
          .select({ items: count() })
          .from(queueItems)
          .innerJoin(comments, eq(comments.id, queueItems.commentId))
          .where(and(isUnposted, isNotLongRejected(now))),
        // One statement, so that all counts are from the same moment.
        db
          .select({
            all: count(),
            answers: db.$count(comments, isAnswer),
            unposted: db.$count(comments, isUnposted),
            unpostedAnswers: db.$count(comments, and(isAnswer, isUnposted)),
          })
          .from(comments),
      ]);
      const totalComments = (written?.all ?? 0) - (written?.answers ?? 0);
      return {
        videosFound: (found?.kept ?? 0) + (found?.forgotten ?? 0),
        inQueue: queued?.items ?? 0,
        commentsPosted:
          totalComments - (written?.unposted ?? 0) + (written?.unpostedAnswers ?? 0),
        totalComments,
      };
    },

    /** Groups in the database, because loading 100,000 comments would take seconds. */
    draftedWithin(range: Range): Promise<CountedComments[]> {
      return db
        .select({
          status: comments.status,
          style: comments.style,
          channelId: videos.channelId,
          channelTitle: channelName,
          ...counted,
          ...knownFigures(),
        })
        .from(comments)
        .innerJoin(videos, eq(videos.id, comments.videoId))
        .where(createdWithin(range))
        .groupBy(comments.status, comments.style, videos.channelId);
    },

    totalsWithin(range: Range): Promise<CountedStatus[]> {
      return db
        .select({ status: comments.status, ...counted })
        .from(comments)
        .where(createdWithin(range))
        .groupBy(comments.status);
    },

    draftedOn: (days: readonly Range[]) => countedByDay(db, comments.createdAt, days),

    postedOn: (days: readonly Range[]) => countedByDay(db, shownAt, days, isPosted),

    /** Returns the texts of edited drafts only. `months` must be consecutive. */
    draftsPostedIn(months: readonly Range[]): Promise<PostedDrafts[]> {
      const { index, isWithin } = placeIn(months, shownAt);
      const drafts = db
        .select({
          monthIndex: index.as('month_index'),
          profileId: comments.voiceProfileId,
          draft: comments.generatedContent,
          posted: sql<string>`coalesce(${firstPostedText}, ${comments.content})`.as(
            'posted',
          ),
        })
        .from(comments)
        // A comment that the owner wrote without a draft does not count.
        .where(and(isWithin, isTopLevel, isPosted, ne(comments.generatedContent, '')))
        .as('drafts');
      const edit = sql`json_build_object('draft', ${drafts.draft}, 'posted', ${drafts.posted})`;
      return db
        .select({
          monthIndex: drafts.monthIndex,
          profile: sql<PostedDrafts['profile']>`case when ${voiceProfiles.id} is not null
            then json_build_object('id', ${voiceProfiles.id}, 'name', ${voiceProfiles.name}) end`,
          drafts: count(),
          edits: sql<PostedDrafts['edits']>`coalesce(
            json_agg(${edit}) filter (where ${drafts.draft} <> ${drafts.posted}), '[]')`,
        })
        .from(drafts)
        .leftJoin(voiceProfiles, eq(voiceProfiles.id, drafts.profileId))
        .groupBy(drafts.monthIndex, voiceProfiles.id);
    },

    /** Groups in one statement, so that the texts of the comments are not loaded. */
    outcomesWithin({ start, end }: Range): Promise<CountedOutcome[]> {
      return (
        db
          .select({
            fate,
            isAnswer,
            style: comments.style,
            opening,
            profile,
            place: placeOfAge,
            count: count(),
            visible: countOf(eq(comments.visibility, 'public')),
            repliedByCreator: repliedBy(true),
            repliedByOthers: repliedBy(false),
            ...knownFigures(),
            oldest: readAt(sql`min`),
            newest: readAt(sql`max`),
          })
          .from(comments)
          .innerJoin(videos, eq(videos.id, comments.videoId))
          .leftJoin(draftRecords, eq(draftRecords.commentId, comments.id))
          .where(and(isPosted, gte(shownAt, instant(start)), lt(shownAt, instant(end))))
          // Groups by the number of the column: fate, isAnswer, style, opening, profile,
          // place.
          .groupBy(sql`1, 2, 3, 4, 5, 6`)
      );
    },
  };
}

export type AnalyticsRepository = ReturnType<typeof createAnalyticsRepository>;

const unpostedStatuses = commentStatuses.filter((status) => status !== 'posted');
const forgottenCount = sql<
  number | null
>`(select ${libraryTotals.forgottenVideos} from ${libraryTotals})`;
/**
 * False for a comment that the owner wrote and no model read: its stored score says
 * nothing.
 */
const isScored = sql`(${comments.generatedContent} <> '' or ${comments.analysis} #>> '{reading,text}' is not null)`;
const counted = {
  count: count(),
  scored: sql`count(*) filter (where ${isScored})`.mapWith(Number),
  quality:
    sql`coalesce(sum(${comments.qualityScore}) filter (where ${isScored}), 0)`.mapWith(
      Number,
    ),
};

/**
 * Equals `postedAt` for posted comments. This expression has an index; `postedAt` alone
 * has none.
 */
const shownAt = sql`coalesce(${comments.postedAt}, ${comments.createdAt})`;
const isTopLevel = isNull(comments.replyId);
const isPosted = and(eq(comments.status, 'posted'), isNotNull(comments.postedAt));

/**
 * The text that was sent when the comment was posted. It may have been changed on YouTube
 * since.
 */
const firstPostedText = sql`(
  select posting.content from ${postAttempts} posting
  where posting.comment_id = ${comments.id} and posting.kind = 'insert' and posting.state = 'posted'
  order by posting.id limit 1
)`;

const createdWithin = ({ start, end }: Range) =>
  and(gte(comments.createdAt, start), lt(comments.createdAt, end), isTopLevel);

const named = alias(videos, 'named');
/**
 * The newest known name of the channel: a video that YouTube no longer returns has lost
 * it.
 */
const channelName = sql<string>`coalesce((
  select ${named.channelTitle} from ${videos} as named
  where ${named.channelId} = ${videos.channelId} and ${named.channelTitle} <> ${unknownChannel}
  order by ${named.fetchedAt} desc
  limit 1
), ${unknownChannel})`;

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/**
 * Returns SQL for the index of the range that a time falls into. `ranges` must be
 * consecutive.
 */
function placeIn(ranges: readonly Range[], at: SQLWrapper) {
  const first = ranges.at(0);
  const last = ranges.at(-1);
  if (!first || !last) throw new Error('There is no range.');
  const starts = ranges.map(({ start }) => instant(start));
  return {
    index: sql`width_bucket(${at}, array[${sql.join(starts, sql`, `)}]) - 1`.mapWith(
      Number,
    ),
    isWithin: and(gte(at, instant(first.start)), lt(at, instant(last.end))),
  };
}

/** `days` must be consecutive. */
async function countedByDay(
  db: Db,
  at: SQLWrapper,
  days: readonly Range[],
  which?: SQL,
): Promise<CountedDays> {
  const { index: dayIndex, isWithin } = placeIn(days, at);
  const rows = await db
    .select({ dayIndex, count: count() })
    .from(comments)
    .where(and(isWithin, isTopLevel, which))
    // Group by ordinal: repeating the expression would bind new parameters.
    .groupBy(sql`1`);
  return new Map(rows.map((row) => [row.dayIndex, row.count]));
}

/** Index in `uploadAges`; null if YouTube's publication date is not a timestamp. */
const placeOfAge = sql<
  number | null
>`case when ${videos.publishedAt} ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d'
  then width_bucket(extract(epoch from ${comments.postedAt} - ${videos.publishedAt}::timestamptz) / 3600,
    array[1, 6, 24, 168]::numeric[]) end`;
const repliedBy = (isCreator: boolean) =>
  countOf(sql`exists (select 1 from ${replies} where ${replies.commentId} = ${comments.id}
    and ${replies.byCreator} = ${isCreator})`);

/**
 * The visibility seven days after posting. It is unknown if all checks are done and none
 * could tell it.
 */
const fate = sql<CountedOutcome['fate']>`case
  when ${comments.withdrawnAt} is not null then 'withdrawn'
  when ${comments.visibilityCheckedAt} >= ${comments.postedAt} + interval '168 hours' then ${comments.visibility}
  when ${comments.nextLookAt} is null and ${comments.looks} <> '[]' then 'unknown'
end`;
const isAnswer = sql<boolean>`${comments.replyId} is not null`;
/**
 * A question if the first sentence ends with a question mark; otherwise a number if one
 * of the first five words is one.
 */
const opening = sql<Opening>`case
  when substring(${comments.content} from '([.!?؟]+(?=\\s|$)|[。！？]|\\n)') ~ '[?؟？]' then 'question'
  when ${comments.content} ~ '^\\s*(\\S+\\s+){0,4}[-+~$€£(]?\\d' then 'number'
  else 'statement'
end`;
/** Selected only once, because each access unpacks the whole record. */
const profile = sql<CountedOutcome['profile']>`${draftRecords.why} -> 'profile'`;

const isStanding = isNull(comments.withdrawnAt);
const isKnown = and(
  isNotNull(comments.likeCount),
  isNotNull(comments.replyCount),
  isStanding,
);
const readAt = (end: SQL) =>
  sql`${end}(${comments.outcomesCheckedAt}) filter (where ${isKnown})`.mapWith(
    comments.outcomesCheckedAt,
  );
const sumOfKnown = (
  figure: typeof comments.likeCount | typeof comments.replyCount,
): SQL<number> =>
  sql`coalesce(sum(${figure}) filter (where ${isKnown}), 0)`.mapWith(Number);
const knownFigures = () => ({
  known: countOf(isKnown),
  likes: sumOfKnown(comments.likeCount),
  replies: sumOfKnown(comments.replyCount),
});
