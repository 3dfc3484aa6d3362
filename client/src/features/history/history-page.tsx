import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { z } from 'zod';
import { outcomeCountsSchema } from '#shared/contracts/comments.ts';
import {
  type CommentFilter,
  commentList,
  commentTotalQuery,
} from '../../api/comments.ts';
import { commentQuery } from '../../api/drafts.ts';
import { namedQuery } from '../../api/http.ts';
import { usePages } from '../../api/lists.ts';
import { replyCountsQuery } from '../../api/outcomes.ts';
import { HistoryTabs } from '../../components/history-tabs.tsx';
import { FilterButtons, ListEnd, VirtualList } from '../../components/list.tsx';
import {
  discoverLink,
  EmptyState,
  LoadError,
  PageBody,
  PageHeader,
} from '../../components/page.tsx';
import { SampleOffer } from '../../components/sample-offer.tsx';
import { HistoryRowsSkeleton } from '../../components/skeletons.tsx';
import { Button, Skeleton } from '../../components/ui/button.tsx';
import { useAddress } from '../../lib/address.ts';
import { classNames } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/formats.ts';
import {
  commentFilterOf,
  filterByOutcome,
  HistorySearch,
  kindsOf,
  noFilter,
  type Outcome,
  outcomeLabels,
  outcomeOf,
  useHistoryFilter,
} from './history-filter.tsx';
import { HistoryHead, HistoryRow } from './history-row.tsx';

const outcomeCountsQuery = namedQuery(['outcomes', 'counts'], outcomeCountsSchema);

/** Shows the comment that the address names, wherever it is in the list. */
function LinkedComment({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(commentQuery(id));
  const { data: comment, isPending } = query;
  return (
    <section aria-label="Linked comment" className="pb-28">
      {isPending && <Skeleton className="mx-(--gutter) h-14" />}
      {comment && <HistoryRow comment={comment} expanded onToggle={onClose} />}
      {!isPending && comment === undefined && (
        <div className="px-(--gutter) pt-4">
          <LoadError what="comment" query={query} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-4 px-(--gutter) py-4">
        {comment === null && <p className="text-muted">There is no such comment.</p>}
        <Button onClick={onClose}>Show All Comments</Button>
      </div>
    </section>
  );
}

function useHistory(filter: CommentFilter) {
  const client = useQueryClient();
  const list = usePages(commentList, filter);
  const kinds = kindsOf(filter);
  const isFiltered = kinds.length > 0;
  const counted = useQuery({ ...commentTotalQuery, enabled: isFiltered }).data;
  const total = isFiltered || list.isStale || !list.query.data ? counted : list.total;
  // Remember the total, so that it need not be requested again once a filter is set.
  useEffect(() => {
    if (!isFiltered && total !== undefined)
      client.setQueryData(commentTotalQuery.queryKey, total);
  }, [client, isFiltered, total]);
  return { list, kinds, total };
}

const ROW_HEIGHT = 57;

const openContract = z.object({ open: z.string().regex(/^\d+(-\d+)*$/) });

function useOpenRows() {
  const [{ open }, setAddress] = useAddress(openContract);
  const rows = useMemo(() => new Set(open?.split('-').map(Number)), [open]);
  const toggle = useCallback(
    (id: number) => {
      const after = new Set(rows);
      if (!after.delete(id)) after.add(id);
      setAddress({ open: [...after].join('-') });
    },
    [rows, setAddress],
  );
  return { rows, toggle };
}

const outcomes = Object.entries(outcomeLabels) as [Outcome, string][];

const linkContract = z.object({ comment: z.coerce.number().int().positive() });

const NothingGenerated = () => (
  <PageBody>
    <EmptyState
      icon={History}
      title="No comments generated yet"
      action={
        <>
          {discoverLink}
          <SampleOffer />
        </>
      }
    >
      Every comment you generate is kept here, with what became of it.
    </EmptyState>
  </PageBody>
);

const NoMatch = ({ onShowAll }: { onShowAll: () => void }) => (
  <div className="px-(--gutter)">
    <EmptyState
      icon={History}
      title="No comment matches"
      action={<Button onClick={onShowAll}>Show All</Button>}
    />
  </div>
);

interface HistoryEndProps {
  history: ReturnType<typeof useHistory>;
  hasAnswers: boolean;
}

/**
 * Says how many comments the list contains. While there are more rows to load, only
 * screen readers get it, because each page of rows would push it down.
 */
function HistoryEnd({ history: { list, kinds, total }, hasAnswers }: HistoryEndProps) {
  const { isStale } = list;
  return (
    <div className="px-(--gutter)">
      <ListEnd {...list} />
      <div className={classNames(list.query.hasNextPage && 'sr-only')}>
        <p role="status" className="py-4 text-sm text-muted tabular-nums">
          {isStale || total === undefined
            ? 'Searching…'
            : `Showing ${formatNumber(list.total)} of ${formatNumber(total)} comments`}
          {!isStale && kinds.length > 0 && ` (filtered by ${kinds.join(', ')})`}
        </p>
        {hasAnswers && (
          <p className="-mt-2 pb-4 text-sm text-muted">
            Your answers to replies are listed here too. Analytics and Comments Posted
            count comments on videos only.
          </p>
        )}
      </div>
    </div>
  );
}

function HistoryList() {
  const { filter, asked, change } = useHistoryFilter();
  const history = useHistory(commentFilterOf(asked));
  const { list, kinds, total } = history;
  const { query, rows, isStale } = list;
  const replies = useQuery(replyCountsQuery).data;
  const open = useOpenRows();
  const byOutcome = useQuery(outcomeCountsQuery).data;
  const isWhole = kinds.every((kind) => kind === 'outcome');
  // These counts cover all comments, so they are shown only without other filters.
  const counts: Partial<Record<Outcome, number>> =
    byOutcome && total !== undefined && isWhole ? { '': total, ...byOutcome } : {};
  const isEmpty = query.data !== undefined && total === 0;
  const hasAnswers =
    Boolean(replies?.answered) || rows.some(({ answers }) => answers !== null);
  return (
    <>
      <PageHeader
        title="Comment History"
        tabs={<HistoryTabs current="comments" comments={total} replies={replies} />}
      />
      {/* The controls stay after a failure, because they contain what was typed. */}
      {!isEmpty && (
        <>
          <HistorySearch filter={filter} change={change} />
          <div className="min-h-11 border-b border-line px-(--gutter) py-1.5">
            <FilterButtons
              label="Outcome"
              value={outcomeOf(filter)}
              onChange={(outcome) => change(filterByOutcome(outcome))}
              filters={outcomes.map(([value, label]) => ({
                value,
                label,
                count: counts[value],
              }))}
            />
          </div>
          <HistoryHead />
        </>
      )}
      {query.isPending && <HistoryRowsSkeleton />}
      {query.isError && !query.data && (
        <PageBody>
          <LoadError what="history" query={query} />
        </PageBody>
      )}
      {isEmpty && <NothingGenerated />}
      {query.data && total !== 0 && (
        <div className="pb-28">
          <div
            aria-busy={isStale}
            className={classNames(
              'transition-opacity',
              isStale && 'opacity-50 delay-150',
            )}
          >
            {list.total === 0 ? (
              <NoMatch onShowAll={() => change({ ...noFilter, sort: filter.sort })} />
            ) : (
              <VirtualList
                label="Comments"
                items={rows}
                estimate={ROW_HEIGHT}
                total={list.total}
                onNearEnd={list.loadMore}
              >
                {(comment) => (
                  <HistoryRow
                    comment={comment}
                    expanded={open.rows.has(comment.id)}
                    onToggle={open.toggle}
                  />
                )}
              </VirtualList>
            )}
          </div>
          <HistoryEnd history={history} hasAnswers={hasAnswers} />
        </div>
      )}
    </>
  );
}

export function HistoryPage() {
  const [{ comment: linked }, setAddress] = useAddress(linkContract);
  if (linked === undefined) return <HistoryList />;
  return (
    <>
      <PageHeader title="Comment History" />
      <LinkedComment id={linked} onClose={() => setAddress({ comment: undefined })} />
    </>
  );
}
