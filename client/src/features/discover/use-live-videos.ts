import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Comment } from '#shared/contracts/comments.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { isScheduled } from '#shared/rules/comment-status.ts';
import { commentsQuery } from '../../api/comments.ts';
import { queueQuery } from '../../api/queue.ts';

const status = ({ status: now, postedAt, createdAt }: Comment) => ({ status: now, postedAt, createdAt });

function queuedVideo(video: FoundVideo, item: QueueItem): FoundVideo {
  return {
    ...video,
    generatedComment: { id: item.commentId },
    inQueue: true,
    commentStatus: {
      ...status(item.comment),
      isScheduled: isScheduled(item),
      scheduledFor: item.scheduledFor,
    },
  };
}

function unqueuedVideo(video: FoundVideo, comment: Comment | undefined): FoundVideo {
  if (!comment) return { ...video, inQueue: false };
  return {
    ...video,
    generatedComment: { id: comment.id },
    inQueue: false,
    commentStatus: { ...status(comment), isScheduled: false, scheduledFor: null },
  };
}

/**
 * Found videos with the present state of their comments. A search is never repeated for that (it costs quota):
 * the queue, which events keep fresh, is laid over it, and the comments where a video has left the queue.
 * `adding` are the videos on their way into the queue.
 */
export function useLiveVideos(videos: readonly FoundVideo[], adding: ReadonlySet<number>): FoundVideo[] {
  const queue = useQuery(queueQuery).data;
  const queued = useMemo(() => new Map(queue?.map((item) => [item.comment.videoId, item])), [queue]);
  const someLeft = queue !== undefined && videos.some((video) => video.inQueue && !queued.has(video.id));
  const comments = useQuery({ ...commentsQuery, enabled: someLeft }).data;
  return useMemo(() => {
    const byVideo = new Map(comments?.map((comment) => [comment.videoId, comment]));
    return videos.map((video) => {
      const item = queued.get(video.id);
      if (item) return queuedVideo(video, item);
      if (adding.has(video.id)) return { ...video, inQueue: true };
      if (queue && video.inQueue) return unqueuedVideo(video, byVideo.get(video.id));
      return video;
    });
  }, [videos, queue, queued, comments, adding]);
}
