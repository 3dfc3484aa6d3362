import { useQuery } from '@tanstack/react-query';
import type { Comment } from '#shared/contracts/comments.ts';
import { errorText } from '../../api/error-text.ts';
import { queueQuery, useAddToQueue } from '../../api/queue.ts';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../lib/toast.ts';

/** Adds a comment that is in no queue, if it is not posted. */
export function RequeueButton({ comment }: { comment: Comment }) {
  const queue = useQuery(queueQuery).data;
  const add = useAddToQueue();
  if (!queue || comment.status === 'posted') return null;
  if (queue.some(({ commentId }) => commentId === comment.id)) return null;
  const requeue = () =>
    add.mutate(
      { commentId: comment.id, priority: 0, autoPost: false },
      {
        onSuccess: () =>
          toast({ title: 'Added to Queue', description: 'Comment has been added to your review queue.' }),
        onError: (error) =>
          toast({
            title: 'Error',
            description: errorText(error, 'Failed to add to queue'),
            variant: 'destructive',
          }),
      },
    );
  return (
    <Button size="sm" disabled={add.isPending} onClick={requeue}>
      Add to Queue
    </Button>
  );
}
