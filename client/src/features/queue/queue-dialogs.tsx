import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { postsLeft } from '#shared/contracts/status.ts';
import { authUserQuery } from '../../api/auth.ts';
import { postingStatusQuery } from '../../api/posting.ts';
import { quotaQuery } from '../../api/videos.ts';
import { Button } from '../../components/ui/button.tsx';
import { AlertDialog, Dialog, DialogContent } from '../../components/ui/dialog.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';

interface ApproveAllDialogProps {
  count: number;
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

interface RetryDialogProps {
  title: string;
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

const KEYS: readonly [keys: string[], meaning: string][] = [
  [['j', '↓'], 'Next comment'],
  [['k', '↑'], 'Previous comment'],
  [['a'], 'Approve, or retry a failed one'],
  [['r'], 'Reject; re-review a rejected one; back to review for an approved one'],
  [['e'], 'Edit the text; Escape leaves it, Ctrl+Enter saves, with Shift approves too'],
  [['g'], 'Redraft: ask for another version'],
  [['F2'], 'Select the next gap to fill'],
  [['Alt+⌫'], 'Remove the sentence of the selected gap'],
  [['s', 'Enter'], 'Schedule, at first for the next free slot; a pending one is approved too'],
  [['p', 'Enter'], 'Post now: p arms, Enter posts, Escape cancels'],
  [['x'], 'Remove from the queue'],
  [['u'], 'Undo the last step'],
  [['/'], 'Search the queue'],
  [['?'], 'These shortcuts'],
];

export function ShortcutsDialog({ enabled, onClose }: { enabled: boolean; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title="Keyboard shortcuts"
        description={enabled ? 'For the open comment.' : 'They are switched off on this browser.'}
      >
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5">
          {KEYS.map(([keys, meaning]) => (
            <div key={meaning} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="min-w-7 rounded-control border border-field-line px-1.5 text-center font-sans text-sm"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-5 text-sm text-muted">
          Switch them {enabled ? 'off' : 'on'} in{' '}
          <Link href="/settings" className="text-accent underline underline-offset-2">
            Settings
          </Link>
          , under General Settings.
        </p>
      </DialogContent>
    </Dialog>
  );
}
