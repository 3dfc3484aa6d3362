import { useQuery } from '@tanstack/react-query';
import { postsLeft } from '#shared/rules/quota.ts';
import { authUserQuery } from '../../api/auth.ts';
import { postingStatusQuery } from '../../api/posting.ts';
import { quotaQuery } from '../../api/quota.ts';
import { Button } from '../../components/ui/button.tsx';
import { AlertDialog } from '../../components/ui/dialog.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';

/** Warns if not all of them can be posted today. */
function FitsToday({ count }: { count: number }) {
  const status = useQuery(postingStatusQuery).data;
  const shared = useQuery(quotaQuery).data?.buckets.find(({ bucket }) => bucket === 'shared');
  if (!status || !shared) return null;
  const left = postsLeft(status, shared);
  if (left >= count) return null;
  return (
    <p className="mt-3 font-medium text-failed">
      {left === 0 ? 'No more can be posted today' : `Only ${formatNumber(left)} more can be posted today`}:
      your limit is {status.dailyCap} a day, and YouTube has its own. The rest stays approved.
    </p>
  );
}

interface PostAllDialogProps {
  count: number;
  onClose: () => void;
  onPost: () => void;
  onSpaceOut: () => void;
}

export function PostAllDialog({ count, onClose, onPost, onSpaceOut }: PostAllDialogProps) {
  const channel = useQuery(authUserQuery).data?.user?.channel?.title;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Post ${counted(count, 'comment')} now?`}
      description={
        <>
          <p>
            {count === 1 ? 'It will be posted' : 'They will be posted one after another'}{' '}
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
      confirmLabel={`Post ${formatNumber(count)} Now`}
      onConfirm={onPost}
    >
      <Button onClick={onSpaceOut}>{count === 1 ? 'Schedule It Instead' : 'Space Them Out Instead'}</Button>
    </AlertDialog>
  );
}
