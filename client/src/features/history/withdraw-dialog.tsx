import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { patchComment } from '../../api/comments.ts';
import { withdrawPosted } from '../../api/outcomes.ts';
import { refreshComment } from '../../api/refresh-changed.ts';
import { sendGuarded } from '../../api/revision-conflict.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { isBeingPosted } from '../../components/comment-state.tsx';
import { AmendmentDialog } from './amendment-dialog.tsx';

interface WithdrawDialogProps {
  comment: CommentRow;
  onClose: () => void;
}

/** Deletes a posted comment on YouTube, in two steps. */
export function WithdrawDialog({ comment, onClose }: WithdrawDialogProps) {
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => sendGuarded(client, comment, (revision) => withdrawPosted(comment.id, revision)),
    onSuccess(answer) {
      patchComment(client, comment.id, answer);
      refreshComment(client, comment.id);
      onClose();
    },
    onError: (error) => toastFailure('Withdrawal Failed', error, 'Failed to withdraw the comment'),
  });
  const disabled = withdraw.isPending || isBeingPosted(comment.posting) || comment.withdrawnAt !== null;

  return (
    <AmendmentDialog
      verb="Withdraw"
      comment={comment}
      disabled={disabled}
      onConfirm={() => withdraw.mutate()}
      onClose={onClose}
    >
      <p dir="auto" className="max-w-measure text-left font-voice text-voice break-words whitespace-pre-wrap">
        {comment.content}
      </p>
      <p className="max-w-measure text-sm text-muted">
        YouTube deletes the comment with its likes and replies. That cannot be undone. Your text stays in your
        history here, marked as withdrawn.
      </p>
    </AmendmentDialog>
  );
}
