import { z } from 'zod';
import { commentStatusSchema, commentStyleSchema } from './enums.ts';
import { visibilityReasonSchema, visibilitySchema } from './outcomes.ts';
import { textSchema } from './primitives.ts';
import { videoRowSchema } from './videos.ts';

export const commentSoftLimit = 2000;
/** YouTube's limit; nothing longer is stored. */
export const commentHardLimit = 10_000;

export const postingSchema = z
  .object({
    state: z.enum(['sending', 'confirming', 'waiting']),
    reason: z.string().nullable(),
    nextTryAt: z.string().nullable(),
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
  voiceProfileId: z.int().nullable(),
  status: commentStatusSchema,
  revision: z.int(),
  failureCode: z.string().nullable(),
  failureReason: z.string().nullable(),
  createdAt: z.string(),
  postedAt: z.string().nullable(),
  youtubeUrl: z.string().nullable(),
  likeCount: z.int().nullable(),
  replyCount: z.int().nullable(),
  /** When the two figures were read; null figures are not known, never 0. */
  outcomesCheckedAt: z.string().nullable(),
  visibility: visibilitySchema.nullable(),
  visibilityReason: visibilityReasonSchema.nullable(),
  visibilityCheckedAt: z.string().nullable(),
  isExample: z.boolean(),
  withdrawnAt: z.string().nullable(),
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
  inQueue: z.boolean(),
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
  .strictObject({
    revision: z.int().min(1).optional(),
    underHold: z.boolean().optional(),
  })
  .optional();
export type PostComment = z.infer<typeof postCommentSchema>;
