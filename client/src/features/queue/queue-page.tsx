import { useQuery } from '@tanstack/react-query';
import { List, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { outcomesSummaryQuery } from '../../api/comments.ts';
import {
  discoverLink,
  EmptyState,
  LoadError,
  PageBody,
  PageHeader,
} from '../../components/page.tsx';
import { SampleOffer } from '../../components/sample-offer.tsx';
import { QueueSkeleton } from '../../components/skeletons.tsx';
import { ButtonLink, IconButton } from '../../components/ui/button.tsx';
import { BulkRunLine, bulkRunQuery } from '../../drafting/bulk-run.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { useReviewActions } from '../../review/review-actions.ts';
import { type QueueSummary, queueSummary } from '../../review/select.ts';
import { useWork } from '../../review/work.ts';
import { createBulkActions } from './bulk-actions.ts';
import { BulkToolbar } from './bulk-toolbar.tsx';
import { type QueueView, useQueueView, useReviewList } from './queue-bar.tsx';
import { type Count, Counts, NotInQueue } from './queue-dialogs.tsx';
import { ReviewBoard } from './review-board.tsx';

/**
 * Returns the counts of open work, here and on other pages. Undefined while loading, so
 * that the line with the counts does not appear later and push the queue down.
 */
function useOpenWork(): Count[] | undefined {
  const outcomes = useQuery(outcomesSummaryQuery);
  const queue = useWork(queueSummary);
  if (outcomes.isPending || !queue) return undefined;
  const { pending, approved, rejected, failed, reviewMinutes } = queue;
  const { newReplies = 0, hiddenThisWeek = 0 } = outcomes.data ?? {};
  const toReview = (
    <>
      to review
      <span className="max-2xl:hidden">, about {counted(reviewMinutes, 'minute')}</span>
    </>
  );
  return [
    {
      count: pending,
      words: toReview,
      href: '/queue?filter=pending',
      isOnlyOnWide: true,
    },
    {
      count: approved,
      words: 'approved',
      href: '/queue?filter=approved',
      isOnlyOnWide: true,
    },
    {
      count: rejected,
      words: 'rejected',
      href: '/queue?filter=rejected',
      isOnlyOnWide: true,
    },
    {
      count: newReplies,
      words: newReplies === 1 ? 'new reply' : 'new replies',
      href: '/history?tab=replies',
    },
    {
      count: hiddenThisWeek,
      words: `hidden comment${hiddenThisWeek === 1 ? '' : 's'}`,
      href: '/history?visibility=only_you',
    },
    { count: failed, words: 'failed', href: '/queue?filter=failed' },
  ];
}

function EmptyQueue({
  asked,
  summary,
}: {
  asked: number | undefined;
  summary: QueueSummary | undefined;
}) {
  const scheduled = summary?.scheduled ?? 0;
  return (
    <PageBody>
      {asked !== undefined && <NotInQueue commentId={asked} />}
      <EmptyState
        icon={ListChecks}
        title="Queue is Empty"
        action={
          <>
            {discoverLink}
            <SampleOffer />
            {scheduled > 0 && (
              <ButtonLink href="/scheduled">
                Go to Scheduled ({formatNumber(scheduled)})
              </ButtonLink>
            )}
          </>
        }
      >
        {scheduled > 0
          ? `Nothing to review: ${scheduled === 1 ? 'the comment in your queue is' : `all ${formatNumber(scheduled)} comments in your queue are`} scheduled.`
          : 'Comments you add to the queue wait here until you have read and approved them.'}
      </EmptyState>
    </PageBody>
  );
}

interface ListButtonsProps {
  view: QueueView;
  summary: QueueSummary | undefined;
}

/** On a phone: how many comments are decided, and the button that shows the list. */
const ListButtons = ({ view, summary }: ListButtonsProps) => (
  <>
    {summary && (
      <span className="text-sm whitespace-nowrap text-muted tabular-nums md:hidden">
        {formatNumber(summary.inReview - summary.pending)} of{' '}
        {formatNumber(summary.inReview)}
      </span>
    )}
    <IconButton
      icon={List}
      aria-label="List and filters"
      aria-expanded={view.isListShown}
      className="-mx-2 md:hidden"
      onClick={() => view.showList(!view.isListShown)}
    />
  </>
);

export function QueuePage() {
  const view = useQueueView();
  const list = useReviewList(view);
  const { work, rows } = list;
  const summary = useWork(queueSummary);
  const reviewing = useReviewActions('U');
  const { review, actions } = reviewing;
  const [bulk] = useState(() =>
    createBulkActions(review, (action) => void actions.undo(action)),
  );
  const openWork = useOpenWork();
  // Wait for this too, so that the line about a bulk run does not appear above the queue
  // later.
  const { isPending } = useQuery(bulkRunQuery);
  const isReady = openWork !== undefined && !isPending;
  const isEmpty = rows?.length === 0 && !view.isNarrowed;
  return (
    <>
      <PageHeader
        title="Review Queue"
        summary={
          isReady && (
            // Counts that do not fit beside the buttons are hidden: the
            // filters, the navigation and the banner show them too.
            <div className="md:h-6 md:overflow-hidden md:py-1">
              <Counts label="Open work" counts={openWork} />
            </div>
          )
        }
        actions={
          rows && (
            <>
              {!isEmpty && <ListButtons view={view} summary={summary} />}
              <BulkToolbar view={view} list={list} review={review} bulk={bulk} />
            </>
          )
        }
      />
      {isReady && <BulkRunLine />}
      {isReady && rows && (
        <ReviewBoard
          view={view}
          list={{ ...list, rows }}
          summary={summary}
          {...reviewing}
          bulk={bulk}
          whenEmpty={
            isEmpty ? <EmptyQueue asked={view.address.comment} summary={summary} /> : null
          }
        />
      )}
      {!(isReady && rows) && (
        <PageBody>
          {!work.isError && <QueueSkeleton />}
          {work.isError && !rows && (
            <LoadError
              what="queue"
              query={work}
              also="What you typed is kept on this browser."
            />
          )}
        </PageBody>
      )}
    </>
  );
}
