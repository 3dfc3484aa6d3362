import { AlertDialog } from '../../components/ui/dialog.tsx';

interface RetryDialogProps {
  /** The video's. */
  title: string;
  /** What the server found when it looked just now. */
  why: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** An unconfirmed comment may be on YouTube unseen: posting it again is the person's decision (rule 7.5). */
export function RetryDialog({ title, why, onClose, onConfirm }: RetryDialogProps) {
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="It may be held for review"
      description={
        <div className="flex flex-col gap-2">
          <p>
            Your comment under “{title}”: {why}
          </p>
          <p>Approving it again does not post it yet.</p>
        </div>
      }
      confirmLabel="Approve It Again"
      onConfirm={onConfirm}
    />
  );
}
