import { useQuery } from '@tanstack/react-query';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { commentQuery } from '../../../api/drafts.ts';

interface VideoComment {
  comment: Comment | null;
  isPending: boolean;
  error: Error | null;
}

export function useVideoComment({ generatedComment }: FoundVideo): VideoComment {
  const hasComment = generatedComment !== null;
  const { data, isPending, error } = useQuery({
    ...commentQuery(generatedComment?.id ?? 0),
    enabled: hasComment,
  });
  return { comment: data ?? null, isPending: hasComment && isPending, error };
}
