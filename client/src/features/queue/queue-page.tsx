import { useQuery } from '@tanstack/react-query';
import { List, ListChecks } from 'lucide-react';
import { Link } from 'wouter';
import type { QueueSummary } from '#shared/contracts/queue.ts';
import { errorText } from '../../api/error-text.ts';
import { queueList, queueSummaryQuery } from '../../api/queue.ts';
import { usePages } from '../../api/use-pages.ts';
import { EmptyState, ErrorState, PageBody, PageHeader } from '../../components/page.tsx';
import { QueueSkeleton } from '../../components/skeletons.tsx';
import { Button, buttonClasses } from '../../components/ui/button.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { BulkToolbar } from './bulk-toolbar.tsx';
import { ExportMenu } from './export-menu.tsx';
import { NotInQueue } from './not-in-queue.tsx';
import { OpenWorkLine } from './open-work-line.tsx';
import { ReviewBoard } from './review-board.tsx';
import { useOpenWork } from './use-open-work.ts';
import { useQueueView } from './use-queue-view.ts';
import { useReviewActions } from './use-review-actions.ts';

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
