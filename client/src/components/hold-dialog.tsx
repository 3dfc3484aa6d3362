import { useQuery } from '@tanstack/react-query';
import { authUserQuery } from '../api/auth.ts';
import { type HeldPost, postingStatusQuery } from '../api/posting.ts';
import { DateTime } from './time.tsx';
import { AlertDialog } from './ui/alert-dialog.tsx';

interface HoldDialogProps {
  held: HeldPost;
  onClose: () => void;
  onTry: () => void;
}

/** Offers one try for this comment (rule 7.7). */
export function HoldDialog({ held, onClose, onTry }: HoldDialogProps) {
  const channel = useQuery(authUserQuery).data?.user?.channel?.title;
  const hold = useQuery(postingStatusQuery).data?.hold;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Posting is on hold"
      description={
        <div className="flex flex-col gap-2">
          <p>{hold?.reason || held.reason}</p>
          {hold?.nextTryAt && (
            <p>
              Chime In tries again on <DateTime iso={hold.nextTryAt} />.
            </p>
          )}
          <p>
            Your comment on “{held.comment.video.title}” stays approved. You can try it now
            {channel && (
              <>
                {' '}
                as <strong className="font-medium text-text">{channel}</strong>
              </>
            )}
            : if YouTube takes it, it is public at once.
          </p>
        </div>
      }
      cancelLabel="Keep"
      confirmLabel="Try This One"
      onConfirm={onTry}
    />
  );
}
