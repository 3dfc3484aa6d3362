import { z } from 'zod';
import {
  commentStatusSchema,
  commentStyleSchema,
  instant,
  textSchema,
} from './primitives.ts';
import { videoRowSchema } from './videos.ts';

/**
 * `public`: everybody sees the comment; `only_you`: only its
 * author; `removed`: nobody; `unknown`: it cannot be determined.
 */
export const visibilitySchema = z.enum(['public', 'only_you', 'removed', 'unknown']);
export type Visibility = z.infer<typeof visibilitySchema>;

/** Why the visibility cannot be determined, or why the comment was not found. */
export const visibilityReasonSchema = z.enum([
  'held_or_hidden',
  'not_on_the_video',
  'gone_with_comment',
  'comments_off',
  'video_not_found',
  'too_many_comments',
  'no_api_key',
  'not_connected',
  'other_channel',
  'refused_by_youtube',
  'youtube_unavailable',
]);
export type VisibilityReason = z.infer<typeof visibilityReasonSchema>;

/**
 * One visibility check ("look") on YouTube. `seenBy` is null if it could not be
 * determined; `reason` then says why. If both are null, the comment was not found for the
 * first time, which is reported only after a second check five minutes later.
 */
export const lookSchema = z.object({
  at: z.string(),
  seenBy: z.enum(['everyone', 'owner', 'nobody']).nullable(),
  reason: visibilityReasonSchema.nullable(),
});
export type Look = z.infer<typeof lookSchema>;

/** The channel that a comment was posted from, and whether it is connected now. */
export const postedAsSchema = z.object({
  title: z.string().nullable(),
  isConnected: z.boolean(),
});
export type PostedAs = z.infer<typeof postedAsSchema>;

/**
 * `hiddenThisWeek` counts comments that a check in the last
 * seven days found visible only to their author or to nobody.
 */
export const outcomesSummarySchema = z.object({
  hiddenThisWeek: z.int(),
  newReplies: z.int(),
});

/** Number of posted comments by outcome, as History filters them. */
export const outcomeCountsSchema = z.record(
  z.enum([...visibilitySchema.options, 'creatorReplied']),
  z.int(),
);
export type OutcomeCounts = z.infer<typeof outcomeCountsSchema>;
export type OutcomesSummary = z.infer<typeof outcomesSummarySchema>;

export const commentSoftLimit = 2000;
/** YouTube's limit in characters. Longer texts are not stored. */
export const commentHardLimit = 10_000;

export const postingSchema = z
  .object({
    state: z.enum(['sending', 'confirming', 'waiting']),
    reason: z.string().nullable(),
    nextTryAt: instant.nullable(),
  })
  .nullable();
export type Posting = z.infer<typeof postingSchema>;

/**
 * The fields that a closed row and its actions need. A whole Comment contains them too.
 */
export const commentRowSchema = z.object({
  id: z.int(),
  videoId: z.int(),
  content: z.string(),
  /**
   * The gaps that its draft left to fill in, including those that were filled in since.
   */
  gaps: z.array(z.string()),
  style: commentStyleSchema,
  qualityScore: z.int(),
  /** The model that wrote the draft; null if the owner wrote the text. */
  model: z.string().nullable(),
  /** False if the text differs from the text that was scored, or was never scored. */
  isScoreCurrent: z.boolean(),
  voiceProfileId: z.int().nullable(),
  status: commentStatusSchema,
  revision: z.int(),
  failureCode: z.string().nullable(),
  failureReason: z.string().nullable(),
  createdAt: instant,
  postedAt: instant.nullable(),
  youtubeUrl: z.string().nullable(),
  likeCount: z.int().nullable(),
  replyCount: z.int().nullable(),
  /**
   * When `likeCount` and `replyCount` were read. If they are unknown, they are null,
   * never 0.
   */
  outcomesCheckedAt: instant.nullable(),
  visibility: visibilitySchema.nullable(),
  visibilityReason: visibilityReasonSchema.nullable(),
  visibilityCheckedAt: instant.nullable(),
  /** The time of the first known reply by the creator of the video. */
  creatorRepliedAt: instant.nullable(),
  isExample: z.boolean(),
  /** Drafted automatically in the morning. */
  draftedForYou: z.boolean(),
  withdrawnAt: instant.nullable(),
  /** The reply that this comment answers; null for a comment on the video itself. */
  answers: z
    .object({
      replyId: z.int(),
      authorName: z.string().nullable(),
      text: z.string().nullable(),
      pictureUrl: z.string().nullable(),
    })
    .nullable(),
  posting: postingSchema,
  /**
   * When the backup was made that had this comment approved.
   * Null for all other comments, and once YouTube was checked.
   */
  restoredFrom: instant.nullable(),
  inQueue: z.boolean(),
  /** When an approved comment will be posted, or null. */
  scheduledFor: instant.nullable(),
  video: videoRowSchema,
});
export type CommentRow = z.infer<typeof commentRowSchema>;
export const commentRowListSchema = z.array(commentRowSchema);

export const commentIdListSchema = z.array(
  commentRowSchema.pick({ id: true, revision: true }),
);

/** Changes either the text or the status. An outdated `revision` is rejected. */
export const updateCommentSchema = z.union([
  z.strictObject({
    content: textSchema(commentHardLimit),
    revision: z.int().min(1).optional(),
  }),
  z.strictObject({
    status: z.enum(['approved', 'rejected', 'pending']),
    revision: z.int().min(1).optional(),
    confirmMayBeHeld: z.boolean().optional(),
  }),
]);
export type UpdateComment = z.infer<typeof updateCommentSchema>;

/**
 * A comment that was not found is checked again after this time, before that is reported.
 */
export const secondLookMs = 5 * 60_000;

/**
 * Returns whether the comment was not found and a second check has to confirm that (rule
 * 13.3).
 */
export const isFirstMiss = ({ seenBy, reason }: Look): boolean =>
  seenBy === null && reason === null;
