import { useQuery } from '@tanstack/react-query';
import { List, ListChecks } from 'lucide-react';
import { Link } from 'wouter';
import type { QueueSummary } from '#shared/contracts/queue.ts';
import { outcomesSummaryQuery } from '../../api/comments.ts';
import { errorText } from '../../api/http.ts';
import { usePages } from '../../api/lists.ts';
import { exportQueue, queueList, queueSummaryQuery } from '../../api/queue.ts';
import { BulkRunLine } from '../../components/bulk-run.tsx';
import { EmptyState, ErrorState, PageBody, PageHeader } from '../../components/page.tsx';
import { useReviewActions } from '../../components/review.ts';
import { QueueSkeleton } from '../../components/skeletons.tsx';
import { Button, buttonClasses } from '../../components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../components/ui/menu.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { BulkToolbar } from './bulk-toolbar.tsx';
import { useQueueView } from './queue-bar.tsx';
import { NotInQueue, ReviewBoard } from './review-board.tsx';

function ExportMenu() {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" className="max-lg:w-full">
          Export Queue
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => void exportQueue('csv')}>
          As CSV, for a spreadsheet
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void exportQueue('json')}>
          As JSON, with everything
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Nothing where there is no open work. */
function OpenWorkLine({ replies, hidden, failed }: OpenWork) {
  const work = [
    { count: replies, words: replies === 1 ? 'new reply' : 'new replies', href: '/history?tab=replies' },
    {
      count: hidden,
      words: hidden === 1 ? 'hidden comment' : 'hidden comments',
      href: '/history?visibility=only_you',
    },
    { count: failed, words: 'failed', href: '/queue?filter=failed' },
  ].filter(({ count }) => count > 0);
  if (work.length === 0) return null;
  return (
    <ul aria-label="Open work" className="flex list-none flex-wrap md:text-xs">
      {work.map(({ count, words, href }) => (
        <li key={href} className="not-first:before:mx-1.5 not-first:before:content-['·']">
          <Link
            href={href}
            className="underline-offset-2 hover:text-text hover:underline max-md:inline-block max-md:py-2.5"
          >
            {formatNumber(count)} {words}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What waits elsewhere; missing until it is known, so that its line does not push the queue down. */
function useOpenWork() {
  const outcomes = useQuery(outcomesSummaryQuery);
  const queue = useQuery(queueSummaryQuery);
  if (outcomes.isPending || queue.isPending) return undefined;
  return {
    replies: outcomes.data?.newReplies ?? 0,
    hidden: outcomes.data?.hiddenThisWeek ?? 0,
    failed: queue.data?.failed ?? 0,
  };
}

type OpenWork = NonNullable<ReturnType<typeof useOpenWork>>;

export function QueuePage() {
  const view = useQueueView();
  const pages = usePages(queueList, view.filter);
  const { query, rows } = pages;
  const summary = useQuery(queueSummaryQuery).data;
  const { review, actions, questions } = useReviewActions();
  const work = useOpenWork();
  const isReady = query.data !== undefined && work !== undefined;
  const isEmpty = rows.length === 0 && !query.hasNextPage && !view.isNarrowed;
  return (
    <>
      <PageHeader
        title="Review Queue"
        summary={
          isReady && (
            <div className="flex flex-col">
              {summary && !isEmpty && <span className="max-2xl:hidden">{left(summary)}</span>}
              <OpenWorkLine {...work} />
            </div>
          )
        }
        actions={
          query.data && (
            <>
              {summary && !isEmpty && (
                <span className="text-sm whitespace-nowrap text-muted tabular-nums md:hidden">
                  {formatNumber(summary.inReview - summary.pending)} of {formatNumber(summary.inReview)}
                </span>
              )}
              {!isEmpty && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label="List and filters"
                  aria-expanded={view.isListShown}
                  className="-mx-2 md:hidden"
                  onClick={() => view.showList(!view.isListShown)}
                >
                  <List aria-hidden />
                </Button>
              )}
              <BulkToolbar summary={summary} review={review} onUndo={(step) => void actions.undo(step)}>
                <ExportMenu />
              </BulkToolbar>
            </>
          )
        }
      />
      <BulkRunLine />
      {isReady && !isEmpty && (
        <ReviewBoard
          view={view}
          pages={pages}
          summary={summary}
          review={review}
          actions={actions}
          questions={questions}
        />
      )}
      {(!isReady || isEmpty) && (
        <PageBody>
          {!isReady && !query.isError && <QueueSkeleton />}
          {query.isError && !query.data && (
            <ErrorState title="The queue could not be loaded" onRetry={() => void query.refetch()}>
              {errorText(query.error, 'Failed to load the queue.')} What you typed is kept on this browser.
            </ErrorState>
          )}
          {isReady && view.address.comment !== undefined && <NotInQueue commentId={view.address.comment} />}
          {isReady && (
            <EmptyState
              icon={ListChecks}
              title="Queue is Empty"
              action={
                <>
                  <Link href="/discover" className={buttonClasses('primary')}>
                    Discover Videos
                  </Link>
                  {summary !== undefined && summary.scheduled > 0 && (
                    <Link href="/scheduled" className={buttonClasses()}>
                      Go to Scheduled ({formatNumber(summary.scheduled)})
                    </Link>
                  )}
                </>
              }
            >
              Comments you add to the queue wait here until you have read and approved them.
            </EmptyState>
          )}
        </PageBody>
      )}
    </>
  );
}

const left = ({ pending, reviewMinutes }: QueueSummary) =>
  pending === 0
    ? 'Nothing left to review'
    : `${formatNumber(pending)} left to review, about ${counted(reviewMinutes, 'minute')}`;
