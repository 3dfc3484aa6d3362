import { z } from 'zod';
import { commentAnalysisSchema } from './comment-analysis.ts';
import { alternativeSchema, draftWhySchema } from './draft-record.ts';
import { commentStatusSchema, commentStyleSchema } from './enums.ts';
import { lookSchema, visibilityReasonSchema, visibilitySchema } from './outcomes.ts';
import { idSchema, textSchema } from './primitives.ts';
import { videoRowSchema, videoSchema } from './videos.ts';

export const commentSoftLimit = 2000;
/** YouTube's limit; nothing longer is stored. */
export const commentHardLimit = 10_000;
export const bulkLimit = 50;

export const postingSchema = z
  .object({
    state: z.enum(['sending', 'confirming', 'waiting']),
    reason: z.string().nullable(),
    nextTryAt: z.string().nullable(),
  })
  .nullable();
export type Posting = z.infer<typeof postingSchema>;

export const commentSchema = z.object({
  id: z.int(),
  videoId: z.int(),
  content: z.string(),
  style: commentStyleSchema,
  qualityScore: z.int(),
  status: commentStatusSchema,
  analysis: commentAnalysisSchema.or(z.string()).nullable(),
  revision: z.int(),
  generatedContent: z.string(),
  previousTextCount: z.int(),
  voiceProfileId: z.int().nullable(),
  model: z.string().nullable(),
  youtubeCommentId: z.string().nullable(),
  youtubeUrl: z.string().nullable(),
  failureCode: z.string().nullable(),
  failureReason: z.string().nullable(),
  likeCount: z.int().nullable(),
  replyCount: z.int().nullable(),
  /** When the two figures were read; null figures are not known, never 0. */
  outcomesCheckedAt: z.string().nullable(),
  visibility: visibilitySchema.nullable(),
  visibilityReason: visibilityReasonSchema.nullable(),
  visibilityCheckedAt: z.string().nullable(),
  /** Oldest first. */
  looks: z.array(lookSchema),
  isExample: z.boolean(),
  withdrawnAt: z.string().nullable(),
  /** What it answers; null for a comment on the video itself. */
  answers: z
    .object({ replyId: z.int(), authorName: z.string().nullable(), text: z.string().nullable() })
    .nullable(),
  createdAt: z.string(),
  reviewedAt: z.string().nullable(),
  postedAt: z.string().nullable(),
  posting: postingSchema,
  inQueue: z.boolean(),
  video: videoSchema,
});
export type Comment = z.infer<typeof commentSchema>;
export const commentListSchema = z.array(commentSchema);

/** What a closed row shows and its actions need; a Comment is one too. */
export const commentRowSchema = commentSchema
  .pick({
    id: true,
    videoId: true,
    content: true,
    style: true,
    qualityScore: true,
    voiceProfileId: true,
    status: true,
    revision: true,
    failureCode: true,
    failureReason: true,
    createdAt: true,
    postedAt: true,
    youtubeUrl: true,
    likeCount: true,
    replyCount: true,
    outcomesCheckedAt: true,
    visibility: true,
    visibilityReason: true,
    visibilityCheckedAt: true,
    isExample: true,
    withdrawnAt: true,
    answers: true,
    posting: true,
    inQueue: true,
  })
  .extend({ video: videoRowSchema });
export type CommentRow = z.infer<typeof commentRowSchema>;
export const commentRowListSchema = z.array(commentRowSchema);

export const commentIdListSchema = z.array(commentSchema.pick({ id: true, revision: true }));

export const generateRequestSchema = z.object({
  videoId: idSchema,
  style: commentStyleSchema,
  begun: textSchema(commentSoftLimit).optional(),
});
export type GenerateRequest = z.infer<typeof generateRequestSchema>;

export const generateResponseSchema = z.object({
  comment: commentSchema,
  analysis: commentAnalysisSchema.extend({ why: draftWhySchema.optional() }),
  alternatives: z.array(alternativeSchema).optional(),
});
export type GenerateResponse = z.infer<typeof generateResponseSchema>;

export const regenerateRequestSchema = z.object({ style: commentStyleSchema });

export const generateBulkRequestSchema = z.object({
  videoIds: z
    .array(idSchema)
    .min(1, 'Choose at least one video')
    .max(bulkLimit, `Choose at most ${bulkLimit} videos`),
  style: commentStyleSchema,
  addToQueue: z.boolean(),
});
export type GenerateBulkRequest = z.infer<typeof generateBulkRequestSchema>;

export const generateBulkResponseSchema = z.object({
  results: z.array(
    z.object({
      videoId: z.int(),
      success: z.boolean(),
      addedToQueue: z.boolean(),
      skipped: z.boolean(),
      reason: z.string().nullable(),
      commentId: z.int().nullable(),
    }),
  ),
  errors: z.array(z.object({ videoId: z.int(), error: z.string() })),
  summary: z.object({ successful: z.int(), skipped: z.int(), failed: z.int(), addedToQueue: z.int() }),
});
export type GenerateBulkResponse = z.infer<typeof generateBulkResponseSchema>;

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
  .object({
    revision: z.int().min(1).optional(),
    underHold: z.boolean().optional(),
  })
  .optional();
export type PostComment = z.infer<typeof postCommentSchema>;
