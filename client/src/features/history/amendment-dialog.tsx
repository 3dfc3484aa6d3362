import type { ReactNode } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { PostNow } from '../../components/post-now.tsx';
import { AnsweredReply } from '../../components/thread.tsx';
import { Dialog, DialogContent } from '../../components/ui/dialog.tsx';
import { useArming, usePressGuard } from '../../lib/presses.ts';

interface AmendmentDialogProps {
  verb: 'Change' | 'Withdraw';
  variant?: 'primary' | 'secondary';
  comment: CommentRow;
  disabled: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks in two steps before a posted comment is changed or withdrawn. */
export function AmendmentDialog(props: AmendmentDialogProps) {
  const { verb, variant = 'secondary', comment, disabled, onConfirm, onClose, children } = props;
  const guard = usePressGuard();
  const { armed, setArmed } = useArming();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`${verb} Comment`}
        description={
          <>
            <bdi>{comment.video.title}</bdi> · <bdi>{comment.video.channelTitle}</bdi>
          </>
        }
        onEscapeKeyDown={(event) => armed !== null && event.preventDefault()}
        footer={
          <PostNow
            verb={verb}
            variant={variant}
            isArmed={armed !== null && !disabled}
            disabled={disabled}
            guard={guard}
            onArm={() => setArmed(comment.id)}
            onKeep={() => setArmed(null)}
            onPost={() => {
              setArmed(null);
              onConfirm();
            }}
          />
        }
      >
        <div className="flex flex-col gap-4">
          {comment.answers && <AnsweredReply answers={comment.answers} />}
          {children}
        </div>
      </DialogContent>
    </Dialog>
  );
}
