import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { commentRowSchema } from '#shared/contracts/comments.ts';
import { videoRowSchema, videoSchema } from '#shared/contracts/videos.ts';
import { comments, postAttempts, queueItems, replies, videos } from '#shared/schema.ts';
import { pick, postedAs } from '../../db/database.ts';

const openAttempt = {
  ...pick(postAttempts, 'kind', 'state', 'nextCheckAt', 'outcomeCode'),
};
const previousTextCount = sql<number>`jsonb_array_length(${comments.previousTexts})`;
/**
 * The text that the quality score belongs to: the one the model reviewed last, otherwise
 * the draft as generated.
 */
const scoredText = sql<string>`coalesce(${comments.analysis} #>> '{reading,text}', ${comments.generatedContent})`;
/**
 * Skips the search for replies unless the comment is posted; other comments have none.
 */
const creatorRepliedAt = sql`case when ${comments.status} = 'posted' then (
  select min(reply.published_at) from ${replies} reply
  where reply.comment_id = ${comments.id} and reply.is_video_author
) end`.mapWith(replies.publishedAt);
const wasSent = sql<boolean>`exists (select from ${postAttempts} where ${postAttempts.commentId} = ${comments.id})`;
const answered = {
  ...pick(replies, 'id', 'youtubeReplyId', 'authorName', 'text', 'hasPicture'),
};
/** Returns the columns that the contract names, and the ones in `more`. */
const named = (table: PgTable, { shape }: { shape: object }, ...more: string[]) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(
      ([name]) => name in shape || more.includes(name),
    ),
  );

/** The fields of a row of a list. */
export const rowFields = {
  comment: named(
    comments,
    commentRowSchema,
    'generatedContent',
    'youtubeCommentId',
    'restoredAsApproved',
  ),
  video: named(videos, videoRowSchema),
  queueItem: getTableColumns(queueItems),
  scoredText,
  openAttempt,
  answered,
  creatorRepliedAt,
};

/** The fields of a whole comment in a list. */
export const wholeFields = {
  ...rowFields,
  comment: named(comments, commentSchema, 'restoredAsApproved'),
  previousTextCount,
  postedAs,
  video: named(videos, videoSchema),
};

/** Everything that a change of a comment is decided by. */
export const decisionFields = {
  comment: comments,
  previousTextCount,
  postedAs,
  video: videos,
  queueItem: queueItems,
  scoredText,
  openAttempt,
  answered,
  creatorRepliedAt,
  wasSent,
};
