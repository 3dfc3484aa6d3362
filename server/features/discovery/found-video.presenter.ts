import type { CommentedChannels, FoundVideo } from '#shared/contracts/videos.ts';
import { isScheduled } from '#shared/rules/comment-status.ts';
import { presentVideo } from '../videos/video.presenter.ts';
import type { CommentedChannel, CommentState } from './comment-state.repository.ts';
import type { FoundVideoView } from './found-video.ts';

export function presentFoundVideo({ video, comment }: FoundVideoView): FoundVideo {
  return { ...presentVideo(video), ...presentCommentState(comment) };
}

/** Null for a video without a comment. */
export function presentCommentState(
  comment: CommentState | null,
): Pick<FoundVideo, 'generatedComment' | 'inQueue' | 'commentStatus'> {
  return {
    generatedComment: comment && { id: comment.commentId },
    inQueue: comment !== null && comment.queueItemId !== null && comment.status !== 'posted',
    commentStatus: comment && {
      status: comment.status,
      postedAt: comment.postedAt?.toISOString() ?? null,
      createdAt: comment.createdAt.toISOString(),
      isScheduled: isScheduled({ scheduledFor: comment.scheduledFor, comment }),
      scheduledFor: comment.scheduledFor?.toISOString() ?? null,
    },
  };
}

export const presentCommentedChannel = (channel: CommentedChannel): CommentedChannels[number] => ({
  channelId: channel.channelId,
  postedAt: channel.postedAt.toISOString(),
});
