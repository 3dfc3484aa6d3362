import { useQuery } from '@tanstack/react-query';
import { List, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { exportQueue, outcomesSummaryQuery, queueList, queueSummaryQuery } from '../../api/comments.ts';
import { errorText } from '../../api/http.ts';
import { usePages } from '../../api/lists.ts';
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
import { createBulkActions } from './bulk-actions.ts';
import { BulkToolbar } from './bulk-toolbar.tsx';
import { useQueueView } from './queue-bar.tsx';
import { NotInQueue, type Work, WorkLine } from './queue-dialogs.tsx';
import { ReviewBoard } from './review-board.tsx';

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

/** What waits here and elsewhere; missing until it is known, so that its line does not push the queue down. */
function useOpenWork(): Work[] | undefined {
  const outcomes = useQuery(outcomesSummaryQuery);
  const queue = useQuery(queueSummaryQuery);
  if (outcomes.isPending || queue.isPending) return undefined;
  const { pending = 0, approved = 0, rejected = 0, failed = 0, reviewMinutes = 0 } = queue.data ?? {};
  const { newReplies = 0, hiddenThisWeek = 0 } = outcomes.data ?? {};
  const minutes = counted(reviewMinutes, 'minute');
  return [
    [pending, `to review, about ${minutes}`, '/queue?filter=pending', true],
    [approved, 'approved', '/queue?filter=approved', true],
    [rejected, 'rejected', '/queue?filter=rejected', true],
    [newReplies, newReplies === 1 ? 'new reply' : 'new replies', '/history?tab=replies'],
    [hiddenThisWeek, `hidden comment${hiddenThisWeek === 1 ? '' : 's'}`, '/history?visibility=only_you'],
    [failed, 'failed', '/queue?filter=failed'],
  ];
}

export function QueuePage() {
  const view = useQueueView();
  const pages = usePages(queueList, view.filter);
  const { query, rows } = pages;
  const summary = useQuery(queueSummaryQuery).data;
  const reviewing = useReviewActions();
  const { review, actions } = reviewing;
  const [bulk] = useState(() => createBulkActions(review, (step) => void actions.undo(step)));
  const openWork = useOpenWork();
  const isReady = query.data !== undefined && openWork !== undefined;
  const isEmpty = rows.length === 0 && !query.hasNextPage && !view.isNarrowed;
  return (
    <>
      <PageHeader
        title="Review Queue"
        summary={isReady && <WorkLine label="Open work" work={openWork} />}
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
              <BulkToolbar summary={summary} review={review} bulk={bulk}>
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
          {...reviewing}
          onClearRejected={() => void bulk.clearRejected()}
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
