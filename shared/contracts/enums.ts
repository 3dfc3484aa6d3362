import { z } from 'zod';

export const commentStyles = ['insightful', 'supportive', 'questioning'] as const;
export const commentStyleSchema = z.enum(commentStyles);
export type CommentStyle = z.infer<typeof commentStyleSchema>;
export const defaultCommentStyle: CommentStyle = 'insightful';

export const commentStyleLabels: Record<CommentStyle, string> = {
  insightful: 'Insightful & Technical',
  supportive: 'Supportive & Encouraging',
  questioning: 'Thought-Provoking',
};

export const commentStatuses = ['pending', 'approved', 'rejected', 'posted', 'failed'] as const;
export const commentStatusSchema = z.enum(commentStatuses);
export type CommentStatus = z.infer<typeof commentStatusSchema>;
