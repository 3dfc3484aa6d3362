import type { FoundVideo } from '#shared/contracts/videos.ts';
import { isScheduled } from '#shared/rules/comment-status.ts';
import type { FoundVideoView } from './found-video.ts';
import { presentVideo } from './video.presenter.ts';

export function presentFoundVideo({ video, comment }: FoundVideoView): FoundVideo {
  return {
    ...presentVideo(video),
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
