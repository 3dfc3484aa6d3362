import { z } from 'zod';
import { commentStatusSchema, commentStyleSchema, instant, textSchema } from './primitives.ts';
import { videoRowSchema } from './videos.ts';

/** `public`: strangers see it; `only_you`: its author alone; `removed`: nobody; `unknown`: we cannot tell. */
export const visibilitySchema = z.enum(['public', 'only_you', 'removed', 'unknown']);
export type Visibility = z.infer<typeof visibilitySchema>;

/** Why it cannot be told, or what a miss means. */
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
 * One look at YouTube; `seenBy` is null where it could not be told, `reason` says why. Without either it is a first
 * miss, of which nothing is told before the second look, five minutes later.
 */
export const lookSchema = z.object({
  at: z.string(),
  seenBy: z.enum(['everyone', 'owner', 'nobody']).nullable(),
  reason: visibilityReasonSchema.nullable(),
});
export type Look = z.infer<typeof lookSchema>;

/** The channel that a comment was posted from, and whether it is connected now. */
export const postedAsSchema = z.object({ title: z.string().nullable(), isConnected: z.boolean() });
export type PostedAs = z.infer<typeof postedAsSchema>;

/** Hidden: found by a look within the last seven days to be seen by nobody but its author, or by nobody. */
export const outcomesSummarySchema = z.object({ hiddenThisWeek: z.int(), newReplies: z.int() });

/** How many posted comments have each outcome, as History filters by it. */
export const outcomeCountsSchema = z.record(visibilitySchema, z.int());
export type OutcomeCounts = z.infer<typeof outcomeCountsSchema>;
export type OutcomesSummary = z.infer<typeof outcomesSummarySchema>;

export const commentSoftLimit = 2000;
/** YouTube's limit; nothing longer is stored. */
export const commentHardLimit = 10_000;

export const postingSchema = z
  .object({
    state: z.enum(['sending', 'confirming', 'waiting']),
    reason: z.string().nullable(),
    nextTryAt: instant.nullable(),
  })
  .nullable();
export type Posting = z.infer<typeof postingSchema>;

/** What a closed row shows and its actions need; a whole Comment is one too. */
export const commentRowSchema = z.object({
  id: z.int(),
  videoId: z.int(),
  content: z.string(),
  /** What its draft left to fill in, also where that is done. */
  gaps: z.array(z.string()),
  style: commentStyleSchema,
  qualityScore: z.int(),
  /** False once the text differs from the one that was scored. */
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
  /** When the two figures were read; null figures are not known, never 0. */
  outcomesCheckedAt: instant.nullable(),
  visibility: visibilitySchema.nullable(),
  visibilityReason: visibilityReasonSchema.nullable(),
  visibilityCheckedAt: instant.nullable(),
  isExample: z.boolean(),
  /** Written by itself in the morning. */
  draftedForYou: z.boolean(),
  withdrawnAt: instant.nullable(),
  /** What it answers; null for a comment on the video itself. */
  answers: z
    .object({
      replyId: z.int(),
      authorName: z.string().nullable(),
      text: z.string().nullable(),
      pictureUrl: z.string().nullable(),
    })
    .nullable(),
  posting: postingSchema,
  /** When the backup that had this comment approved was made. Null once YouTube was checked, and for all others. */
  restoredFrom: instant.nullable(),
  inQueue: z.boolean(),
  /** Of an approved one that waits for its time. */
  scheduledFor: instant.nullable(),
  video: videoRowSchema,
});
export type CommentRow = z.infer<typeof commentRowSchema>;
export const commentRowListSchema = z.array(commentRowSchema);

export const commentIdListSchema = z.array(commentRowSchema.pick({ id: true, revision: true }));

/** A text or a status, never both. A stale `revision` is refused. */
export const updateCommentSchema = z.union([
  z.strictObject({ content: textSchema(commentHardLimit), revision: z.int().min(1).optional() }),
  z.strictObject({
    status: z.enum(['approved', 'rejected', 'pending']),
    revision: z.int().min(1).optional(),
    confirmMayBeHeld: z.boolean().optional(),
  }),
]);
export type UpdateComment = z.infer<typeof updateCommentSchema>;

export const postCommentSchema = z
  .strictObject({ revision: z.int().min(1).optional(), underHold: z.boolean().optional() })
  .optional();

/** Changes the text of a posted comment on YouTube; `revision` is the one that its owner saw. */
export const changePostedSchema = z.strictObject({
  content: textSchema(commentHardLimit),
  revision: z.int().min(1),
});
export const withdrawSchema = z.strictObject({ revision: z.int().min(1) });

/** Deletes a draft; `revision` is the one that its owner saw. */
export const discardQuerySchema = z.object({ revision: z.coerce.number().pipe(z.int().min(1)) });
export const markExampleSchema = z.strictObject({ isExample: z.boolean() });

/** A miss is told only after another one, this much later. */
export const secondLookMs = 5 * 60_000;

/** A miss of which nothing is told yet: a second look confirms it (rule 13.3). */
export const isFirstMiss = ({ seenBy, reason }: Look): boolean => seenBy === null && reason === null;
