import type { comments, postAttempts, queueItems, videos } from '#shared/schema.ts';

type CommentRow = typeof comments.$inferSelect;
type VideoRow = typeof videos.$inferSelect;
type QueueItemRow = typeof queueItems.$inferSelect;

export interface ShownComment {
  comment: Omit<CommentRow, 'previousTexts' | 'outcomesCheckedAt' | 'updatedAt'>;
  previousTextCount: number;
  video: Omit<VideoRow, 'language' | 'fetchedAt' | 'absentSince'>;
  queueItem: QueueItemRow | null;
  openAttempt: Pick<typeof postAttempts.$inferSelect, 'state' | 'nextCheckAt' | 'outcomeCode'> | null;
}

export interface CommentView extends ShownComment {
  comment: CommentRow;
  video: VideoRow;
}

export type Queued<View extends ShownComment> = View & { queueItem: QueueItemRow };

export interface CommentChange {
  comment?: Partial<typeof comments.$inferInsert>;
  /** Merged into the item, or inserted if there is none. */
  queueItem?: Partial<typeof queueItems.$inferInsert>;
  removeFromQueue?: boolean;
}
