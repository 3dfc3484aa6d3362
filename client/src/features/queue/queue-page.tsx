import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { isInReview } from '#shared/rules/comment-status.ts';
import { errorText } from '../../api/error-text.ts';
import { queueHeadQuery, queueQuery } from '../../api/queue.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { buttonClasses } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { BulkToolbar } from './bulk-toolbar.tsx';
import { ExportMenu } from './export-menu.tsx';
import { QueueSkeleton } from './queue-skeleton.tsx';
import { ReviewBoard } from './review-board.tsx';
import { useReviewActions } from './use-review-actions.ts';

export function QueuePage() {
  const queue = useQuery(queueQuery);
  const { review, actions, questions } = useReviewActions();
  const head = useQuery(queueHeadQuery).data;
  const shown = queue.isPending ? head : queue.data;
  const items = useMemo(() => shown?.filter(isInReview) ?? [], [shown]);
  return (
    <>
      <PageHeader
        title="Review Queue"
        summary={
          queue.data
            ? `${items.length} comment${items.length === 1 ? '' : 's'}`
            : items.length > 0 && <Skeleton className="h-[1lh] w-24 sm:hidden" />
        }
        actions={
          queue.data ? (
            <BulkToolbar items={items} review={review} onUndo={(step) => void actions.undo(step)}>
              <ExportMenu items={queue.data} />
            </BulkToolbar>
          ) : (
            items.length > 0 && (
              <div data-whole-line className="max-md:w-full lg:hidden">
                <Skeleton className="h-20 w-full md:h-9 md:w-72" />
              </div>
            )
          )
        }
      />
      {queue.isPending && items.length === 0 && <QueueSkeleton />}
      {queue.isError && !queue.data && (
        <ErrorState title="The queue could not be loaded" onRetry={() => void queue.refetch()}>
          {errorText(queue.error, 'Failed to load the queue.')} What you typed is kept on this browser.
        </ErrorState>
      )}
      {queue.data && items.length === 0 && (
        <EmptyState
          icon={ListChecks}
          title="Queue is Empty"
          action={
            <Link href="/discover" className={buttonClasses('primary')}>
              Discover Videos
            </Link>
          }
        >
          Comments you add to the queue wait here until you have read and approved them.
        </EmptyState>
      )}
      {items.length > 0 && (
        <ReviewBoard
          items={items}
          isWhole={queue.data !== undefined}
          review={review}
          actions={actions}
          questions={questions}
        />
      )}
    </>
  );
}
