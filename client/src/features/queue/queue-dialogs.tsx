import { useQuery } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import { postsLeft } from '#shared/contracts/status.ts';
import { useChannelTitle } from '../../api/auth.ts';
import { outcomesSummaryQuery } from '../../api/comments.ts';
import { commentQuery } from '../../api/drafts.ts';
import { postingStatusQuery } from '../../api/posting.ts';
import { quotaQuery } from '../../api/videos.ts';
import { LoadError } from '../../components/page.tsx';
import { Planned } from '../../components/relative-time.tsx';
import type { ShortcutMeanings } from '../../components/shortcuts-dialog.tsx';
import { Button, ButtonLink, Skeleton } from '../../components/ui/button.tsx';
import { AlertDialog } from '../../components/ui/dialog.tsx';
import { classNames } from '../../lib/browser.ts';
import { counted, formatDay, formatNumber } from '../../lib/formats.ts';
import { useEntry } from '../../review/rows.ts';
import { queueSummary, rejectedItems, viewersPlannedDays } from '../../review/select.ts';
import { useWork } from '../../review/work.ts';
import type { BulkActions } from './bulk-actions.ts';
import { ScheduleApproved } from './schedule-approved.tsx';

export function ApproveAllDialog(props: {
  /** Lets the user choose between the comments that are shown and all of them. */
  choice: ReactNode;
  /** Whether the action takes all comments that it can apply to. */
  areAll: boolean;
  count: number;
  /** Number of comments that were never opened on this page. */
  unopened: number;
  /** Number of comments that will be posted automatically once approved. */
  autoPosted: number;
  onClose: () => void;
  onApprove: () => void;
}) {
  const { choice, areAll, count, unopened, autoPosted, onClose, onApprove } = props;
  return (
    <AlertDialog
      onClose={onClose}
      title={
        areAll && count > 1
          ? `Approve all ${formatNumber(count)} comments?`
          : `Approve ${counted(count, 'comment')}?`
      }
      description={
        <div className="flex flex-col gap-2">
          {choice}
          {unopened > 0 && (
            <p className="font-medium text-text">{unread(count, unopened)}</p>
          )}
          {autoPosted > 0 && (
            <p className="font-medium text-text">
              {counted(autoPosted, 'comment')} with auto-post will be posted without
              another press.
            </p>
          )}
          <p>
            {autoPosted > 0
              ? 'Approving posts no other comment.'
              : 'Approving posts nothing.'}{' '}
            You can undo it.
          </p>
        </div>
      }
      confirmLabel={`Approve ${formatNumber(count)}`}
      onConfirm={onApprove}
    />
  );
}

function unread(count: number, unopened: number): string {
  if (count === 1) return 'You have not opened it here.';
  if (count === unopened)
    return `You have opened none of the ${formatNumber(count)} here.`;
  return `${formatNumber(unopened)} of the ${formatNumber(count)} ${unopened === 1 ? 'was' : 'were'} never opened here.`;
}

function FitsToday({ count }: { count: number }) {
  const status = useQuery(postingStatusQuery).data;
  const shared = useQuery(quotaQuery).data?.buckets.find(
    ({ bucket }) => bucket === 'shared',
  );
  if (!status || !shared) return null;
  const left = postsLeft(status, shared);
  if (left >= count) return null;
  return (
    <p className="mt-3 font-medium text-failed">
      {left === 0
        ? 'No more can be posted today'
        : `Only ${formatNumber(left)} more can be posted today`}
      : your limit is {status.dailyCap} a day, and YouTube has its own. The rest stays
      approved.
    </p>
  );
}

interface PostAllDialogProps {
  /** Lets the user choose between the comments that are shown and all of them. */
  choice: ReactNode;
  count: number;
  onClose: () => void;
  onPost: () => void;
  onSpaceOut: () => void;
}

export function PostAllDialog({
  choice,
  count,
  onClose,
  onPost,
  onSpaceOut,
}: PostAllDialogProps) {
  const channel = useChannelTitle();
  return (
    <AlertDialog
      onClose={onClose}
      title={`Post ${counted(count, 'comment')} now?`}
      description={
        <>
          <div className="mb-3 empty:hidden">{choice}</div>
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
      <Button onClick={onSpaceOut}>
        {count === 1 ? 'Schedule It Instead' : 'Space Them Out Instead'}
      </Button>
    </AlertDialog>
  );
}

export const QUEUE_KEYS: ShortcutMeanings = [
  [['j', '↓'], 'Next comment'],
  [['k', '↑'], 'Previous comment'],
  [['a'], 'Approve, or retry a failed one'],
  [['r'], 'Reject; re-review a rejected one; back to review for an approved one'],
  [['e'], 'Edit the text; Escape leaves it, Ctrl+Enter saves, with Shift approves too'],
  [['g'], 'Redraft: another take, or a change'],
  [['F2'], 'Select the next gap to fill'],
  [['Alt+⌫'], 'Remove the sentence of the selected gap'],
  [
    ['s', 'Enter'],
    'Schedule, at first for the next free slot; a pending one is approved too',
  ],
  [['p', 'Enter'], 'Post now: p arms, Enter posts, Escape cancels'],
  [['x'], 'Remove from the queue'],
  [['u'], 'Undo the last step'],
  [['/'], 'Search the queue'],
  [['?'], 'These shortcuts'],
];

const PANE = 'flex flex-1 flex-col items-start gap-3 p-6 -outline-offset-2 lg:px-10';

export const NotLoaded = (query: { error: unknown; refetch: () => unknown }) => (
  <div className="max-w-measure p-6 lg:px-10">
    <LoadError what="comment" query={query} />
  </div>
);

const FindMore = () => <ButtonLink href="/discover">Find More Videos</ButtonLink>;

function WhereItWent({ exists, at }: { exists: boolean; at: string | null | undefined }) {
  if (!exists) return 'This comment does not exist';
  if (!at) return 'This comment is no longer in the review queue';
  return (
    <>
      Scheduled for <Planned iso={at} />
    </>
  );
}

/** Shown if the address names a comment that is no longer in the queue. */
export function NotInQueue({ commentId }: { commentId: number }) {
  const { data: comment, isPending, error, refetch } = useQuery(commentQuery(commentId));
  const at = useEntry(commentId)?.place?.scheduledFor;
  if (isPending) return <Skeleton className="m-6 h-24 max-w-measure lg:mx-10" />;
  if (comment === undefined) return <NotLoaded error={error} refetch={refetch} />;
  return (
    <section className={PANE}>
      <h2 className="text-lg font-semibold">
        <WhereItWent exists={comment !== null} at={at} />
      </h2>
      <p className="max-w-measure text-muted">
        {comment
          ? `Your comment on “${comment.video.title}” ${at ? 'goes out by itself.' : `is ${comment.status}. Its text is kept.`}`
          : 'Its address may be mistyped. Choose one from the queue.'}
      </p>
      {comment && (
        <div className="flex flex-wrap gap-2">
          <ButtonLink
            href={
              at ? `/scheduled?comment=${comment.id}` : `/history?comment=${comment.id}`
            }
          >
            {at ? 'See It' : 'Show It in History'}
          </ButtonLink>
          {at && <FindMore />}
        </div>
      )}
    </section>
  );
}

export interface Count {
  count: number;
  words: ReactNode;
  /** Address of the page where these are dealt with. */
  href?: string;
  /** Whether a phone has no room for it. */
  isOnlyOnWide?: boolean;
}

/** Lists counts, each with a link to where they are dealt with. Omits zeros. */
export function Counts({ label, counts }: { label: string; counts: readonly Count[] }) {
  const shown = counts.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <ul
      aria-label={label}
      className="flex list-none flex-wrap gap-y-2 tabular-nums md:text-xs"
    >
      {shown.map(({ count, words, href, isOnlyOnWide }, index) => (
        <li
          key={index}
          className={classNames(
            "max-md:not-last:after:mx-1.5 max-md:not-last:after:content-['·'] max-md:py-2.5 md:not-first:before:mx-1.5 md:not-first:before:content-['·']",
            isOnlyOnWide && 'max-md:hidden',
          )}
        >
          {href ? (
            <Link
              href={href}
              className="underline-offset-2 hover:text-text hover:underline max-md:-my-2.5 max-md:inline-block max-md:py-2.5"
            >
              {formatNumber(count)} {words}
            </Link>
          ) : (
            <>
              {formatNumber(count)} {words}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Shown after the last decision: what was done, what will be posted automatically, and
 * what still waits.
 */
export function QueueEnd(props: {
  ref: Ref<HTMLElement>;
  decided: number;
  bulk: BulkActions;
}) {
  const { ref, decided, bulk } = props;
  const { approved = 0 } = useWork(queueSummary) ?? {};
  const days = useWork(viewersPlannedDays) ?? [];
  const replies = useQuery(outcomesSummaryQuery).data?.newReplies ?? 0;
  const due = days.reduce((sum, { posts }) => sum + posts, 0);
  const until = formatDay(days.at(-1)?.day ?? 0);
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby="queue-end" className={PANE}>
      <h2 id="queue-end" className="text-xl font-semibold">
        That was the last one
      </h2>
      <div className="text-soft [&_a]:text-accent [&>ul]:text-base max-md:[&>ul]:flex-col max-md:[&_li]:after:hidden">
        <Counts
          label="What follows"
          counts={[
            { count: decided, words: 'decided' },
            {
              count: due,
              words: `${due === 1 ? 'goes' : 'go'} out until ${until}`,
              href: '/scheduled',
            },
            { count: approved, words: 'approved without a time', href: '/scheduled' },
            {
              count: replies,
              words: replies === 1 ? 'reply waits' : 'replies wait',
              href: '/history?tab=replies',
            },
          ]}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {approved > 0 && <ScheduleApproved bulk={bulk} />}
        <FindMore />
        <ClearRejected bulk={bulk} />
      </div>
    </section>
  );
}

export function ClearRejected({ bulk }: { bulk: BulkActions }) {
  const rejected = useWork(rejectedItems) ?? [];
  if (rejected.length === 0) return null;
  return (
    <Button onClick={() => void bulk.clearRejected(rejected)}>
      Clear Rejected ({formatNumber(rejected.length)})
    </Button>
  );
}
