import type { Comment, Posting } from '#shared/contracts/comments.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { postingSentence } from '#shared/rules/posting-reasons.ts';
import { presentVideo } from '../videos/video-row.rules.ts';
import type { Queued, ShownComment } from './comment.view.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

export function presentComment(view: ShownComment): Comment {
  const { comment, video } = view;
  return {
    id: comment.id,
    videoId: comment.videoId,
    content: comment.content,
    style: comment.style,
    qualityScore: comment.qualityScore,
    status: comment.status,
    analysis: comment.analysis,
    revision: comment.revision,
    generatedContent: comment.generatedContent,
    previousTextCount: view.previousTextCount,
    voiceProfileId: comment.voiceProfileId,
    model: comment.model,
    youtubeCommentId: comment.youtubeCommentId,
    youtubeUrl: comment.youtubeCommentId ? youtubeUrl(video.youtubeId, comment.youtubeCommentId) : null,
    failureCode: comment.failureCode,
    failureReason: comment.failureReason,
    likeCount: comment.likeCount,
    replyCount: comment.replyCount,
    visibility: comment.visibility,
    createdAt: comment.createdAt.toISOString(),
    reviewedAt: iso(comment.reviewedAt),
    postedAt: iso(comment.postedAt),
    posting: presentPosting(view),
    video: presentVideo(video),
  };
}

export function presentQueueItem(view: Queued<ShownComment>): QueueItem {
  const { queueItem } = view;
  return {
    id: queueItem.id,
    commentId: queueItem.commentId,
    priority: queueItem.priority,
    scheduledFor: iso(queueItem.scheduledFor),
    autoPost: queueItem.autoPost,
    dueAt: iso(queueItem.dueAt),
    blockedReason: queueItem.blockedReason,
    heldDetail: postingSentence(queueItem.blockedReason),
    createdAt: queueItem.createdAt.toISOString(),
    comment: presentComment(view),
  };
}

function youtubeUrl(youtubeId: string, youtubeCommentId: string): string {
  return `https://www.youtube.com/watch?${new URLSearchParams({ v: youtubeId, lc: youtubeCommentId })}`;
}

function presentPosting({ openAttempt, queueItem }: ShownComment): Posting {
  if (openAttempt?.state === 'sending')
    return { state: 'sending', reason: 'It is being posted right now.', nextTryAt: null };
  if (openAttempt)
    return {
      state: 'confirming',
      reason:
        postingSentence(openAttempt.outcomeCode) ??
        'YouTube did not answer clearly. Checking whether YouTube received it.',
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
