import { z } from 'zod';
import { commentAnalysisSchema } from './comment-analysis.ts';
import { commentRowSchema } from './comments.ts';
import { lookSchema, postedAsSchema, visibilityReasonSchema } from './outcomes.ts';
import { videoSchema } from './videos.ts';

export const commentSchema = commentRowSchema.extend({
  analysis: commentAnalysisSchema.or(z.string()).nullable(),
  generatedContent: z.string(),
  previousTextCount: z.int(),
  model: z.string().nullable(),
  youtubeCommentId: z.string().nullable(),
  /** Null where it is not known. */
  postedAs: postedAsSchema.nullable(),
  /** Oldest first. */
  looks: z.array(lookSchema),
  /** Why YouTube does not tell likes and replies. */
  figuresReason: visibilityReasonSchema.nullable(),
  reviewedAt: z.string().nullable(),
  video: videoSchema,
});
export type Comment = z.infer<typeof commentSchema>;
export const commentListSchema = z.array(commentSchema);
