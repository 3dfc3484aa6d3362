import type { CommentRow } from '#shared/contracts/comments.ts';
import { errorText } from '../../api/error-text.ts';
import { announceQueued, useAddToQueue } from '../../api/use-add-to-queue.ts';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../lib/toast.ts';

/** Adds a comment that is in no queue, if it is not posted. */
export function RequeueButton({ comment }: { comment: CommentRow }) {
  const add = useAddToQueue();
  if (comment.inQueue || comment.status === 'posted') return null;
  const requeue = () =>
    add.mutate(
      { commentId: comment.id, priority: 0, autoPost: false },
      {
        onSuccess: () => announceQueued(comment.id),
        onError: (error) =>
          toast({
            title: 'Error',
            description: errorText(error, 'Failed to add to queue'),
            variant: 'destructive',
          }),
      },
    );
  return (
    <Button disabled={add.isPending} onClick={requeue}>
      Add to Queue
    </Button>
  );
}
