import { useQuery } from '@tanstack/react-query';
import { authUserQuery } from '../../api/auth.ts';
import { AlertDialog } from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { FitsToday } from './fits-today.tsx';

interface PostAllDialogProps {
  count: number;
  onClose: () => void;
  onPost: () => void;
  onSpaceOut: () => void;
}

/** Asks once before several comments go out at the same moment (DESIGN §7). */
export function PostAllDialog({ count, onClose, onPost, onSpaceOut }: PostAllDialogProps) {
  const channel = useQuery(authUserQuery).data?.user?.channel?.title;
  const comments = `${count} comment${count === 1 ? '' : 's'}`;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Post ${comments} now?`}
      description={
        <>
          <p>
            {count === 1 ? 'It goes out' : 'They go out one after another'}{' '}
            {channel ? (
              <>
                as <strong className="font-medium text-text">{channel}</strong>
              </>
            ) : (
              'on your channel'
            )}
            .
            {count > 1 &&
              ' Many comments within minutes can look like spam to YouTube; spaced out they do not.'}
          </p>
          <FitsToday count={count} />
        </>
      }
      confirmLabel={`Post ${count} Now`}
      onConfirm={onPost}
    >
      <Button onClick={onSpaceOut}>{count === 1 ? 'Schedule It Instead' : 'Space Them Out Instead'}</Button>
    </AlertDialog>
  );
}
