import type { comments, replies, videos } from '#shared/schema.ts';

type CommentRow = typeof comments.$inferSelect;
type VideoRow = typeof videos.$inferSelect;
export type ReplyRow = typeof replies.$inferSelect;

export interface ReplyView {
  reply: ReplyRow;
  /** The owner's comment that it stands under. */
  comment: Pick<CommentRow, 'content' | 'postedAt' | 'youtubeCommentId' | 'replyCount'>;
  video: Pick<VideoRow, 'id' | 'youtubeId' | 'title' | 'channelTitle' | 'channelId' | 'viewCount'>;
  answer: Pick<CommentRow, 'id' | 'status'> | null;
}

type Own = Pick<CommentRow, 'id' | 'content' | 'postedAt' | 'likeCount'> & {
  /** Its channel's name; null where it is not known. */
  authorName: string | null;
};

export interface ThreadView {
  /** The video's. */
  youtubeId: string;
  comment: Own;
  answers: Own[];
  replies: ReplyRow[];
}
