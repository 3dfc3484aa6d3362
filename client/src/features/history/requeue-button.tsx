import type { CommentRow } from '#shared/contracts/comments.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { announceQueued, useAddToQueue } from '../../api/use-add-to-queue.ts';
import { Button } from '../../components/ui/button.tsx';

/** Adds a comment that is in no queue, if it is not posted. */
export function RequeueButton({ comment }: { comment: CommentRow }) {
  const add = useAddToQueue();
  if (comment.inQueue || comment.status === 'posted') return null;
  const requeue = () =>
    add.mutate(
      { commentId: comment.id, priority: 0, autoPost: false },
      {
        onSuccess: () => announceQueued(comment.id),
        onError: (error) => toastFailure('Error', error, 'Failed to add to queue'),
      },
    );
  return (
    <Button disabled={add.isPending} onClick={requeue}>
      Add to Queue
    </Button>
  );
}
