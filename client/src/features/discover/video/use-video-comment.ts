import { useQuery } from '@tanstack/react-query';
import type { Comment } from '#shared/contracts/comments.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { commentsQuery } from '../../../api/comments.ts';
import { queueQuery } from '../../../api/queue.ts';

interface VideoComment {
  comment: Comment | null;
  isPending: boolean;
  error: Error | null;
}

/** Looks in the queue, which is loaded anyway, before it loads all comments. */
export function useVideoComment(video: FoundVideo): VideoComment {
  const id = video.generatedComment?.id ?? null;
  const queue = useQuery(queueQuery);
  const queued = queue.data?.find((item) => item.commentId === id)?.comment;
  const all = useQuery({ ...commentsQuery, enabled: id !== null && !queued && !queue.isPending });
  if (id === null) return { comment: null, isPending: false, error: null };
  if (queued) return { comment: queued, isPending: false, error: null };
  return {
    comment: all.data?.find((comment) => comment.id === id) ?? null,
    isPending: all.isPending,
    error: all.error,
  };
}
