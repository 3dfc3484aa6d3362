import type { QueueRow } from '#shared/contracts/queue.ts';
import { AlertDialog } from '../../components/ui/alert-dialog.tsx';

interface RetryDialogProps {
  item: QueueRow;
  onClose: () => void;
  onConfirm: () => void;
}

/** An unconfirmed comment may be on YouTube unseen: posting it again is the person's decision (rule 7.5). */
export function RetryDialog({ item, onClose, onConfirm }: RetryDialogProps) {
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="It may be held for review"
      description={
        <div className="flex flex-col gap-2">
          <p>
            We looked again under “{item.comment.video.title}” and did not find your comment. YouTube may hold
            it for review. If it does, trying again could post it twice.
          </p>
          <p>Approving it again does not post it yet.</p>
        </div>
      }
      confirmLabel="Approve It Again"
      onConfirm={onConfirm}
    />
  );
}
