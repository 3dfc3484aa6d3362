import { AlertDialog } from '../../components/ui/dialog.tsx';
import { formatNumber } from '../../lib/formats.ts';

interface ApproveAllDialogProps {
  count: number;
  /** How many of them were never opened on this page. */
  unopened: number;
  onClose: () => void;
  onApprove: () => void;
}

export function ApproveAllDialog({ count, unopened, onClose, onApprove }: ApproveAllDialogProps) {
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={count === 1 ? 'Approve 1 comment?' : `Approve all ${formatNumber(count)} comments?`}
      description={
        <div className="flex flex-col gap-2">
          {unopened > 0 && <p className="font-medium text-text">{unread(count, unopened)}</p>}
          <p>Approving posts nothing, except comments with auto-post enabled. You can undo it.</p>
        </div>
      }
      confirmLabel={`Approve ${formatNumber(count)}`}
      onConfirm={onApprove}
    />
  );
}

function unread(count: number, unopened: number): string {
  if (count === 1) return 'You have not opened it here.';
  if (count === unopened) return `You have opened none of the ${formatNumber(count)} here.`;
  return `${formatNumber(unopened)} of the ${formatNumber(count)} ${unopened === 1 ? 'was' : 'were'} never opened here.`;
}
