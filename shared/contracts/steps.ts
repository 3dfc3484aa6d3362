import { z } from 'zod';
import { commentRowSchema } from './comments.ts';
import { queueRowSchema } from './queue.ts';

/**
 * The changes of a comment that can be undone (rule 12.13). An undo is also such a
 * change.
 */
export type StepKind =
  | 'decide'
  | 'edit'
  | 'redraft'
  | 'queue'
  | 'schedule'
  | 'unschedule'
  | 'remove'
  | 'undo';

/**
 * A comment's place in the queue. The timestamps are ISO strings, because the place is
 * stored as JSON.
 */
export interface StepPlace {
  priority: number;
  scheduledFor: string | null;
  autoPost: boolean;
  queuedAt: string;
}

/** The highest number of steps in one request to undo. */
export const mostSteps = 500;

const stepIdSchema = z.uuid();

export const undoStepsSchema = z.strictObject({
  ids: z.array(stepIdSchema).min(1).max(mostSteps),
});
export type UndoSteps = z.infer<typeof undoStepsSchema>;

const undoneStepSchema = z.object({
  id: z.string(),
  /** The id of the undo, which is a step itself: undoing it restores the change. */
  step: z.string(),
  comment: commentRowSchema,
  /** Null if the comment is not in the queue now. */
  item: queueRowSchema.omit({ comment: true }).nullable(),
});

const refusedStepSchema = z.object({
  id: z.string(),
  /** Null if the step is unknown. */
  commentId: z.int().nullable(),
  code: z.string(),
  detail: z.string(),
  /** The present state of the comment, if it changed since the step. */
  current: z
    .object({ content: z.string(), status: z.string(), revision: z.int() })
    .optional(),
});
export type RefusedStep = z.infer<typeof refusedStepSchema>;

export const undoStepsResponseSchema = z.object({
  undone: z.array(undoneStepSchema),
  refused: z.array(refusedStepSchema),
});
export type UndoStepsResponse = z.infer<typeof undoStepsResponseSchema>;
