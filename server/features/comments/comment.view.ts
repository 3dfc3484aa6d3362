import type { PostedAs } from '#shared/contracts/outcomes.ts';
import type { comments, draftRecords, postAttempts, queueItems, replies, videos } from '#shared/schema.ts';

type CommentRow = typeof comments.$inferSelect;
type VideoRow = typeof videos.$inferSelect;
type QueueItemRow = typeof queueItems.$inferSelect;

/** What a closed row of a list needs. */
export interface CommentRowView {
  comment: Pick<
    CommentRow,
    | 'id'
    | 'videoId'
    | 'content'
    | 'generatedContent'
    | 'style'
    | 'qualityScore'
    | 'voiceProfileId'
    | 'status'
    | 'revision'
    | 'failureCode'
    | 'failureReason'
    | 'createdAt'
    | 'postedAt'
    | 'youtubeCommentId'
    | 'likeCount'
    | 'replyCount'
    | 'outcomesCheckedAt'
    | 'visibility'
    | 'visibilityReason'
    | 'visibilityCheckedAt'
    | 'isExample'
    | 'withdrawnAt'
  >;
  /** The reply that it answers. */
  answered: Pick<
    typeof replies.$inferSelect,
    'id' | 'youtubeReplyId' | 'authorName' | 'text' | 'hasPicture'
  > | null;
  video: Pick<VideoRow, 'id' | 'youtubeId' | 'title' | 'channelTitle' | 'channelId' | 'viewCount'>;
  queueItem: QueueItemRow | null;
  openAttempt: Pick<
    typeof postAttempts.$inferSelect,
    'kind' | 'state' | 'nextCheckAt' | 'outcomeCode'
  > | null;
}

export interface ShownComment extends CommentRowView {
  comment: Omit<
    CommentRow,
    'previousTexts' | 'readReplyCount' | 'nextFiguresAt' | 'nextLookAt' | 'updatedAt'
  >;
  previousTextCount: number;
  postedAs: PostedAs | null;
  video: Omit<VideoRow, 'language' | 'fetchedAt' | 'absentSince'>;
}

export interface CommentView extends ShownComment {
  comment: CommentRow;
  video: VideoRow;
}

export type Queued<View extends CommentRowView> = View & { queueItem: QueueItemRow };

export type DraftRecordChange = Omit<typeof draftRecords.$inferInsert, 'commentId' | 'createdAt'>;

export interface CommentChange {
  comment?: Partial<typeof comments.$inferInsert>;
  /** Merged into the item, or inserted if there is none. */
  queueItem?: Partial<typeof queueItems.$inferInsert>;
  removeFromQueue?: boolean;
  /** Of the text that `comment` brings. */
  draftRecord?: DraftRecordChange | undefined;
  /** Deletes the comment with everything that belongs to it. */
  discard?: boolean;
}
