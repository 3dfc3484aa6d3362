import type { comments, postAttempts, queueItems, videos } from '#shared/schema.ts';

/** A comment with everything that decides what may happen to it. */
export interface CommentView {
  comment: typeof comments.$inferSelect;
  video: typeof videos.$inferSelect;
  queueItem: typeof queueItems.$inferSelect | null;
  /** The one attempt that is not settled yet. */
  openAttempt: Pick<typeof postAttempts.$inferSelect, 'state' | 'lookAt'> | null;
}

/** A view whose comment is in the queue. */
export interface QueuedView extends CommentView {
  queueItem: typeof queueItems.$inferSelect;
}

/** What a decision writes; absent parts stay as they are. */
export interface CommentChange {
  comment?: Partial<typeof comments.$inferInsert>;
  /** Merged into the existing item, or inserted with these values where there is none. */
  queueItem?: Partial<typeof queueItems.$inferInsert>;
  removeFromQueue?: boolean;
}
