import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { CommentRow, PostedAs } from '#shared/contracts/comments.ts';
import { openGaps, sameText } from '#shared/rules/comment-text.ts';
import { postingSentence, restoredNote } from '#shared/rules/posting-reasons.ts';
import type {
  comments,
  draftRecords,
  postAttempts,
  queueItems,
  replies,
  videos,
} from '#shared/schema.ts';

type CommentColumns = typeof comments.$inferSelect;
type VideoRow = typeof videos.$inferSelect;
type QueueItemRow = typeof queueItems.$inferSelect;

/**
 * The data for a collapsed row of a list: the columns that its contract names, and those
 * they are computed from.
 */
export interface CommentRowView {
  comment: Pick<
    CommentColumns,
    | (keyof CommentRow & keyof CommentColumns)
    | 'generatedContent'
    | 'youtubeCommentId'
    | 'restoredAsApproved'
  >;
  /** The reply that this comment answers. */
  answered: Pick<
    typeof replies.$inferSelect,
    'id' | 'youtubeReplyId' | 'authorName' | 'text' | 'hasPicture'
  > | null;
  creatorRepliedAt: Date | null;
  /**
   * The text that the quality score belongs to. Empty if the owner wrote the comment and
   * no model read it.
   */
  scoredText: string;
  video: Pick<VideoRow, keyof CommentRow['video']>;
  queueItem: QueueItemRow | null;
  openAttempt: Pick<
    typeof postAttempts.$inferSelect,
    'kind' | 'state' | 'nextCheckAt' | 'outcomeCode'
  > | null;
}

export interface ShownComment extends CommentRowView {
  comment: CommentRowView['comment'] &
    Pick<CommentColumns, keyof Comment & keyof CommentColumns>;
  previousTextCount: number;
  postedAs: PostedAs | null;
  video: Pick<VideoRow, keyof Comment['video'] & keyof VideoRow>;
}

export interface CommentView extends ShownComment {
  comment: CommentColumns;
  video: VideoRow;
  /** True if the comment was ever sent to YouTube, even without success. */
  wasSent: boolean;
}

export interface ChangedComment extends CommentView {
  /**
   * The id of the journaled step. Null if nothing changed, or if the change cannot be
   * undone.
   */
  step: string | null;
}

export type Queued<View extends CommentRowView> = View & { queueItem: QueueItemRow };

export type DraftRecordRow = typeof draftRecords.$inferSelect;
export type DraftRecordChange = Omit<
  typeof draftRecords.$inferInsert,
  'commentId' | 'createdAt'
>;

/**
 * Returns the new draft record. Called under the comment's lock with the comment and the
 * record as stored at that time: alternatives or a review by the model may have been
 * saved while the draft was being written.
 */
export type ChangeDraftRecord = (
  present: DraftRecordRow | null,
  comment: CommentColumns,
) => DraftRecordChange;

export interface CommentChange {
  comment?: Partial<typeof comments.$inferInsert>;
  /** Updates the comment's queue item, or creates it if there is none. */
  queueItem?: Partial<typeof queueItems.$inferInsert>;
  removeFromQueue?: boolean;
  /** Writes the draft record of the new text in `comment`. */
  draftRecord?: ChangeDraftRecord | undefined;
  /** Deletes the comment with everything that belongs to it. */
  discard?: boolean;
}

export function presentCommentRow(view: CommentRowView) {
  const { comment, video, answered, queueItem } = view;
  return {
    ...comment,
    gaps: openGaps(comment.generatedContent, [comment.generatedContent]).map(
      ({ text }) => text,
    ),
    youtubeUrl: comment.youtubeCommentId
      ? youtubeUrl(video.youtubeId, comment.youtubeCommentId)
      : null,
    answers: answered && {
      replyId: answered.id,
      authorName: answered.authorName,
      text: answered.text,
      pictureUrl: answered.hasPicture
        ? youtubeUrl(video.youtubeId, answered.youtubeReplyId)
        : null,
    },
    creatorRepliedAt: view.creatorRepliedAt,
    isScoreCurrent: sameText(view.scoredText, comment.content),
    posting: presentPosting(view),
    restoredFrom: comment.restoredAsApproved ? comment.restoredFrom : null,
    inQueue: queueItem !== null && comment.status !== 'posted',
    scheduledFor:
      comment.status === 'approved' ? (queueItem?.scheduledFor ?? null) : null,
    video,
  };
}

export const presentComment = (view: ShownComment) => ({
  ...view.comment,
  ...presentCommentRow(view),
  previousTextCount: view.previousTextCount,
  postedAs: view.postedAs,
  // The match score is only known in a search.
  video: { ...view.video, matchScore: null },
});

export const presentAnswer = (
  view: ShownComment,
  { fields }: { fields?: 'row' | undefined },
) => (fields === 'row' ? presentCommentRow(view) : presentComment(view));

const presentPlace = ({ comment, queueItem }: Queued<CommentRowView>) => ({
  ...queueItem,
  heldDetail: heldDetail(queueItem, comment),
});

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function heldDetail(
  { blockedReason }: QueueItemRow,
  { restoredFrom }: CommentRowView['comment'],
): string | null {
  if (blockedReason === 'restored' && restoredFrom)
    return restoredNote(inWords.format(restoredFrom));
  return postingSentence(blockedReason);
}

export const presentQueueItem = (view: Queued<ShownComment>) => ({
  ...presentPlace(view),
  comment: presentComment(view),
});

export const presentQueueRow = (view: Queued<CommentRowView>) => ({
  ...presentPlace(view),
  comment: presentCommentRow(view),
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

interface Posting {
  openAttempt: Pick<typeof postAttempts.$inferSelect, 'state'> | null;
  queueItem: Pick<QueueItemRow, 'dueAt' | 'blockedReason'> | null;
}

function postingState({
  openAttempt,
  queueItem,
}: Posting): 'sending' | 'confirming' | 'waiting' | null {
  if (openAttempt) return openAttempt.state === 'sending' ? 'sending' : 'confirming';
  return queueItem?.dueAt && queueItem.blockedReason ? 'waiting' : null;
}

function presentPosting(view: CommentRowView) {
  const { openAttempt, queueItem } = view;
  const state = postingState(view);
  if (state === null) return null;
  if (!openAttempt) {
    const { blockedReason = null, nextTryAt = null } = queueItem ?? {};
    return { state, reason: postingSentence(blockedReason), nextTryAt };
  }
  if (state === 'sending')
    return { state, reason: sending[openAttempt.kind], nextTryAt: null };
  const unclear = `YouTube did not answer clearly. Checking ${checking[openAttempt.kind]}.`;
  return {
    state,
    reason: postingSentence(openAttempt.outcomeCode) ?? unclear,
    nextTryAt: openAttempt.nextCheckAt,
  };
}

/** What the index of the working set is made from. */
export interface WorkEntryView extends Posting {
  comment: Pick<CommentColumns, 'id' | 'status' | 'revision' | 'qualityScore'>;
  characters: number;
  stamp: number;
  queueItem:
    | (Posting['queueItem'] &
        Pick<QueueItemRow, 'priority' | 'createdAt' | 'autoPost' | 'scheduledFor'>)
    | null;
}

/** Estimated reading speed, for most alphabets. */
const charactersPerSecond = 1_000 / 60;
/** How long a user needs to read the video title and decide, for each comment. */
const decisionSeconds = 15;

const reviewSeconds = ({ comment, characters }: WorkEntryView): number =>
  comment.status === 'pending'
    ? Math.round(decisionSeconds + characters / charactersPerSecond)
    : 0;

export function presentWorkEntry(view: WorkEntryView) {
  const { comment, stamp, queueItem } = view;
  return {
    ...comment,
    stamp,
    reviewSeconds: reviewSeconds(view),
    posting: postingState(view),
    place: queueItem && { ...queueItem, queuedAt: queueItem.createdAt },
  };
}
