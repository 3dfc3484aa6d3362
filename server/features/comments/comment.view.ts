import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import type { CommentRow, PostedAs, Posting } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { openGaps } from '#shared/rules/comment-text.ts';
import { postingSentence } from '#shared/rules/posting-reasons.ts';
import type { comments, draftRecords, postAttempts, queueItems, replies, videos } from '#shared/schema.ts';
import { presentVideo, presentVideoRow } from '../videos/video.rules.ts';

type CommentColumns = typeof comments.$inferSelect;
type VideoRow = typeof videos.$inferSelect;
type QueueItemRow = typeof queueItems.$inferSelect;

/** What a closed row of a list needs. */
export interface CommentRowView {
  comment: Pick<
    CommentColumns,
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
    CommentColumns,
    'previousTexts' | 'readReplyCount' | 'nextFiguresAt' | 'nextLookAt' | 'updatedAt'
  >;
  previousTextCount: number;
  postedAs: PostedAs | null;
  video: Omit<VideoRow, 'language' | 'fetchedAt' | 'absentSince'>;
}

export interface CommentView extends ShownComment {
  comment: CommentColumns;
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

const iso = (at: Date | null) => at?.toISOString() ?? null;

export function presentCommentRow(view: CommentRowView): CommentRow {
  const { comment, video, answered } = view;
  return {
    id: comment.id,
    videoId: comment.videoId,
    content: comment.content,
    gaps: openGaps(comment.generatedContent, [comment.generatedContent]).map(({ text }) => text),
    style: comment.style,
    qualityScore: comment.qualityScore,
    voiceProfileId: comment.voiceProfileId,
    status: comment.status,
    revision: comment.revision,
    failureCode: comment.failureCode,
    failureReason: comment.failureReason,
    createdAt: comment.createdAt.toISOString(),
    postedAt: iso(comment.postedAt),
    youtubeUrl: comment.youtubeCommentId ? youtubeUrl(video.youtubeId, comment.youtubeCommentId) : null,
    likeCount: comment.likeCount,
    replyCount: comment.replyCount,
    outcomesCheckedAt: iso(comment.outcomesCheckedAt),
    visibility: comment.visibility,
    visibilityReason: comment.visibilityReason,
    visibilityCheckedAt: iso(comment.visibilityCheckedAt),
    isExample: comment.isExample,
    withdrawnAt: iso(comment.withdrawnAt),
    answers: answered && {
      replyId: answered.id,
      authorName: answered.authorName,
      text: answered.text,
      pictureUrl: answered.hasPicture ? youtubeUrl(video.youtubeId, answered.youtubeReplyId) : null,
    },
    posting: presentPosting(view),
    inQueue: view.queueItem !== null && comment.status !== 'posted',
    video: presentVideoRow(video),
  };
}

export function presentComment(view: ShownComment): Comment {
  const { comment, video } = view;
  return {
    ...presentCommentRow(view),
    analysis: comment.analysis,
    generatedContent: comment.generatedContent,
    previousTextCount: view.previousTextCount,
    model: comment.model,
    postedAs: view.postedAs,
    youtubeCommentId: comment.youtubeCommentId,
    looks: comment.looks,
    figuresReason: comment.figuresReason,
    reviewedAt: iso(comment.reviewedAt),
    video: presentVideo(video),
  };
}

export const presentQueueItem = (view: Queued<ShownComment>): QueueItem => ({
  ...presentPlace(view),
  comment: presentComment(view),
});

export const presentQueueRow = (view: Queued<CommentRowView>): QueueRow => ({
  ...presentPlace(view),
  comment: presentCommentRow(view),
});

const presentPlace = ({ queueItem }: Queued<CommentRowView>) => ({
  id: queueItem.id,
  commentId: queueItem.commentId,
  priority: queueItem.priority,
  scheduledFor: iso(queueItem.scheduledFor),
  autoPost: queueItem.autoPost,
  dueAt: iso(queueItem.dueAt),
  blockedReason: queueItem.blockedReason,
  heldDetail: postingSentence(queueItem.blockedReason),
  createdAt: queueItem.createdAt.toISOString(),
});

export function youtubeUrl(youtubeId: string, youtubeCommentId: string): string {
  return `https://www.youtube.com/watch?${new URLSearchParams({ v: youtubeId, lc: youtubeCommentId })}`;
}

const sending = {
  insert: 'It is being posted right now.',
  change: 'It is being changed on YouTube right now.',
  withdraw: 'It is being withdrawn right now.',
};
const checking = {
  insert: 'whether YouTube received it',
  change: 'whether YouTube shows the new text',
  withdraw: 'whether it is gone from YouTube',
};

function presentPosting({ openAttempt, queueItem }: CommentRowView): Posting {
  if (openAttempt?.state === 'sending')
    return { state: 'sending', reason: sending[openAttempt.kind], nextTryAt: null };
  if (openAttempt)
    return {
      state: 'confirming',
      reason:
        postingSentence(openAttempt.outcomeCode) ??
        `YouTube did not answer clearly. Checking ${checking[openAttempt.kind]}.`,
      nextTryAt: iso(openAttempt.nextCheckAt),
    };
  if (queueItem?.dueAt && queueItem.blockedReason)
    return {
      state: 'waiting',
      reason: postingSentence(queueItem.blockedReason),
      nextTryAt: iso(queueItem.nextTryAt),
    };
  return null;
}
