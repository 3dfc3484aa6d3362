import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { commentsHeadQuery, commentsQuery } from '../../api/comments.ts';
import { errorText } from '../../api/error-text.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Button, buttonClasses } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { HistoryControls } from './history-controls.tsx';
import { chooseComments, type SortOrder, type StatusFilter } from './history-filter.ts';
import { HistoryRow } from './history-row.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';

/** Pixels of a closed row. */
const ROW_HEIGHT = 62;

export function HistoryPage() {
  const query = useQuery(commentsQuery);
  const head = useQuery(commentsHeadQuery).data;
  const shown = query.isPending ? head : query.data;
  const [status, setStatus] = useState<StatusFilter>('all');
  const [order, setOrder] = useState<SortOrder>('newest');
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const comments = useMemo(() => chooseComments(shown ?? [], status, order), [shown, status, order]);
  const toggle = useCallback(
    (id: number) =>
      setExpanded((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  const total = shown?.length ?? 0;
  return (
    <>
      <PageHeader
        title="Comment History"
        summary={
          query.data
            ? `${total} comment${total === 1 ? '' : 's'}`
            : total > 0 && <Skeleton className="h-lh w-24" />
        }
        actions={
          total > 0 && (
            <HistoryControls
              // Filtering or sorting the newest alone would mislead.
              disabled={!query.data}
              status={status}
              onStatus={setStatus}
              order={order}
              onOrder={setOrder}
            />
          )
        }
      />
      {query.isPending && total === 0 && <HistorySkeleton />}
      {query.isError && !query.data && (
        <ErrorState title="The history could not be loaded" onRetry={() => void query.refetch()}>
          {errorText(query.error, 'Failed to load the history.')} Your comments are safe on the server.
        </ErrorState>
      )}
      {query.data && total === 0 && (
        <EmptyState
          icon={History}
          title="No comments generated yet"
          action={
            <Link href="/discover" className={buttonClasses('primary')}>
              Discover Videos
            </Link>
          }
        >
          Every comment you generate is kept here, with what became of it.
        </EmptyState>
      )}
      {total > 0 && (
        <>
          {comments.length === 0 ? (
            <EmptyState
              icon={History}
              title="No comment has this status"
              action={<Button onClick={() => setStatus('all')}>Show All</Button>}
            />
          ) : (
            <VirtualList label="Comments" items={comments} keyOf={({ id }) => id} estimate={ROW_HEIGHT}>
              {(comment) => (
                <HistoryRow comment={comment} expanded={expanded.has(comment.id)} onToggle={toggle} />
              )}
            </VirtualList>
          )}
          <p role="status" className="text-sm text-muted tabular-nums">
            {query.data ? `Showing ${comments.length} of ${total} comments` : 'Loading the rest…'}
            {status !== 'all' && ' (filtered by status)'}
          </p>
        </>
      )}
    </>
  );
}
