import type { comments, postAttempts, queueItems, videos } from '#shared/schema.ts';

type CommentRow = typeof comments.$inferSelect;
type VideoRow = typeof videos.$inferSelect;
type QueueItemRow = typeof queueItems.$inferSelect;

/** A comment with all that is shown of it. Lists have no more: the texts it once had outweigh it. */
export interface ShownComment {
  comment: Omit<CommentRow, 'previousTexts' | 'outcomesCheckedAt' | 'updatedAt'>;
  previousTextCount: number;
  video: Omit<VideoRow, 'language' | 'fetchedAt' | 'absentSince'>;
  queueItem: QueueItemRow | null;
  /** The one attempt that is not settled yet. */
  openAttempt: Pick<typeof postAttempts.$inferSelect, 'state' | 'nextCheckAt' | 'outcomeCode'> | null;
}

/** A comment with everything that decides what may happen to it. */
export interface CommentView extends ShownComment {
  comment: CommentRow;
  video: VideoRow;
}

/** With the comment's place in the queue. */
export type Queued<View extends ShownComment> = View & { queueItem: QueueItemRow };

/** What a decision writes; absent parts stay as they are. */
export interface CommentChange {
  comment?: Partial<typeof comments.$inferInsert>;
  /** Merged into the existing item, or inserted with these values where there is none. */
  queueItem?: Partial<typeof queueItems.$inferInsert>;
  removeFromQueue?: boolean;
}
