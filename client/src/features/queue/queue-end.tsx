import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Link } from 'wouter';
import { outcomesSummaryQuery } from '../../api/comments.ts';
import { commentQuery } from '../../api/drafts.ts';
import { errorText } from '../../api/http.ts';
import { plannedDaysQuery, queueRowsQuery, queueSummaryQuery } from '../../api/queue.ts';
import { ErrorState } from '../../components/page.tsx';
import { When } from '../../components/time.tsx';
import { Button, buttonClasses, Skeleton } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';
import { formatDay, formatNumber } from '../../lib/formats.ts';

const PANE = 'flex max-w-measure flex-col items-start gap-3 p-6 outline-none lg:px-10';

export function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="max-w-measure p-6 lg:px-10">
      <ErrorState title="The comment could not be loaded" onRetry={onRetry}>
        {errorText(error, 'Failed to load the comment.')}
      </ErrorState>
    </div>
  );
}

const FindMore = () => (
  <Link href="/discover" className={buttonClasses()}>
    Find More Videos
  </Link>
);

const WORDS = {
  pending: 'pending, but not in the queue',
  approved: 'approved, but not in the queue',
  rejected: 'rejected, and not in the queue',
  failed: 'failed, and not in the queue',
  posted: 'posted',
};

/** In place of a comment whose address outlived its place in the queue. */
export function NotInQueue({ commentId }: { commentId: number }) {
  const { data: comment, isPending, error, refetch } = useQuery(commentQuery(commentId));
  const row = useQuery(queueRowsQuery([commentId]));
  if (isPending || row.isPending) return <Skeleton className="m-6 h-24 max-w-measure lg:mx-10" />;
  if (comment === undefined) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  const at = row.data?.[0]?.scheduledFor;
  return (
    <section className={PANE}>
      <h2 className="text-lg font-semibold">
        {!comment ? (
          'This comment does not exist'
        ) : at ? (
          <>
            Scheduled for <When iso={at} />
          </>
        ) : (
          'This comment is no longer in the review queue'
        )}
      </h2>
      <p className="text-muted">
        {comment
          ? `Your comment on “${comment.video.title}” ${at ? 'goes out by itself.' : `is ${WORDS[comment.status]}. Its text is kept.`}`
          : 'Its address may be mistyped. Choose one from the queue.'}
      </p>
      {comment && (
        <div className="flex flex-wrap gap-2">
          <Link
            href={at ? `/scheduled?comment=${comment.id}` : `/history?comment=${comment.id}`}
            className={buttonClasses()}
          >
            {at ? 'See It' : 'Show It in History'}
          </Link>
          {at && <FindMore />}
        </div>
      )}
    </section>
  );
}

export interface Work {
  count: number;
  words: string;
  href?: string;
  /** Said on wide windows only. */
  onWide?: boolean;
}

export const work = (count: number, words: string, href: string): Work => ({ count, words, href });

/** Counts, each with the place where it is dealt with; nothing where there are none. */
export function WorkLine({ label, work }: { label: string; work: readonly Work[] }) {
  const shown = work.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={label} className="flex list-none flex-wrap tabular-nums">
      {shown.map(({ count, words, href, onWide }) => (
        <li
          key={words}
          className={classNames(
            "not-last:after:mx-1.5 not-last:after:content-['·']",
            onWide && 'max-2xl:hidden',
          )}
        >
          {href ? (
            <Link
              href={href}
              className="underline-offset-2 hover:text-text hover:underline max-md:inline-block max-md:py-2.5"
            >
              {formatNumber(count)} {words}
            </Link>
          ) : (
            `${formatNumber(count)} ${words}`
          )}
        </li>
      ))}
    </ul>
  );
}

interface QueueEndProps {
  ref: Ref<HTMLElement>;
  /** Decided in this visit. */
  decided: number;
  onClearRejected: () => void;
}

/** What the last decision leads to: what was done, and what follows by itself or waits. */
export function QueueEnd({ ref, decided, onClearRejected }: QueueEndProps) {
  const { approved = 0, rejected = 0 } = useQuery(queueSummaryQuery).data ?? {};
  const days = useQuery(plannedDaysQuery).data ?? [];
  const replies = useQuery(outcomesSummaryQuery).data?.newReplies ?? 0;
  const due = days.reduce((sum, { posts }) => sum + posts, 0);
  const until = formatDay(days.at(-1)?.day ?? 0);
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby="queue-end" className={PANE}>
      <h2 id="queue-end" className="text-xl font-semibold">
        That was the last one
      </h2>
      <div className="text-soft">
        <WorkLine
          label="What follows"
          work={[
            { count: decided, words: 'decided' },
            work(due, `${due === 1 ? 'goes' : 'go'} out until ${until}`, '/scheduled'),
            work(approved, 'approved without a time', '/queue?filter=approved'),
            work(replies, replies === 1 ? 'reply waits' : 'replies wait', '/history?tab=replies'),
          ]}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <FindMore />
        <ClearRejected count={rejected} onPress={onClearRejected} />
      </div>
    </section>
  );
}

export const ClearRejected = ({ count, onPress }: { count: number; onPress: () => void }) =>
  count > 0 && <Button onClick={onPress}>Clear Rejected ({formatNumber(count)})</Button>;
