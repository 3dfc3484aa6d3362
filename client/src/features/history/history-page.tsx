import { History } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { Link } from 'wouter';
import { z } from 'zod';
import { errorText } from '../../api/error-text.ts';
import { ListEnd, VirtualList } from '../../components/list.tsx';
import { HistoryTabs } from '../../components/list-tabs.tsx';
import { EmptyState, ErrorState, PageBody, PageHeader } from '../../components/page.tsx';
import { HistoryRowsSkeleton } from '../../components/skeletons.tsx';
import { Button, buttonClasses } from '../../components/ui/button.tsx';
import { useAddress } from '../../lib/address.ts';
import { classNames } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/formats.ts';
import { commentFilterOf, noFilter } from './history-filter.ts';
import { HistoryHead, HistoryRow } from './history-row.tsx';
import { HistorySearch } from './history-search.tsx';
import { LinkedComment } from './linked-comment.tsx';
import { OutcomeFilter } from './outcome-filter.tsx';
import { useHistory } from './use-history.ts';
import { useHistoryFilter } from './use-history-filter.ts';

/** Pixels of a closed row. */
const ROW_HEIGHT = 57;

/** As aria-setsize says it. */
const UNKNOWN_SIZE = -1;

const openContract = z.object({ open: z.string().regex(/^\d+(-\d+)*$/) });

/** The rows that are open, by comment id, kept in the address. */
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

const linkContract = z.object({ comment: z.coerce.number().int().positive() });

function HistoryList() {
  const { filter, asked, change } = useHistoryFilter();
  const { list, kinds, total } = useHistory(commentFilterOf(asked));
  const { query, rows, isStale } = list;
  const open = useOpenRows();
  const isEmpty = query.data !== undefined && total === 0;
  return (
    <>
      <PageHeader title="Comment History" tabs={<HistoryTabs current="comments" comments={total} />} />
      {/* The controls outlast a failure: they hold what was typed. */}
      {!isEmpty && (
        <>
          <HistorySearch filter={filter} onChange={change} />
          <OutcomeFilter value={filter.visibility} onChange={change} />
          <HistoryHead />
        </>
      )}
      {query.isPending && <HistoryRowsSkeleton />}
      {query.isError && !query.data && (
        <PageBody>
          <ErrorState title="The history could not be loaded" onRetry={() => void query.refetch()}>
            {errorText(query.error, 'Failed to load the history.')} Your comments are safe on the server.
          </ErrorState>
        </PageBody>
      )}
      {isEmpty && (
        <PageBody>
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
        </PageBody>
      )}
      {query.data && total !== 0 && (
        <div className="pb-28">
          <div
            aria-busy={isStale}
            className={classNames('transition-opacity', isStale && 'opacity-50 delay-150')}
          >
            {list.total === 0 ? (
              <div className="px-(--gutter)">
                <EmptyState
                  icon={History}
                  title="No comment matches"
                  action={
                    <Button onClick={() => change({ ...noFilter, sort: filter.sort })}>Show All</Button>
                  }
                />
              </div>
            ) : (
              <VirtualList
                label="Comments"
                items={rows}
                keyOf={({ id }) => id}
                estimate={ROW_HEIGHT}
                total={list.orMore ? UNKNOWN_SIZE : list.total}
                onNearEnd={list.loadMore}
              >
                {(comment) => (
                  <HistoryRow comment={comment} expanded={open.rows.has(comment.id)} onToggle={open.toggle} />
                )}
              </VirtualList>
            )}
          </div>
          <div className="flex flex-col px-(--gutter)">
            <ListEnd {...list} />
            <p role="status" className="py-4 text-sm text-muted tabular-nums">
              {isStale || total === undefined
                ? 'Searching…'
                : `Showing ${formatNumber(list.total)}${list.orMore ? '+' : ''} of ${formatNumber(total)} comments`}
              {!isStale && kinds.length > 0 && ` (filtered by ${kinds.join(', ')})`}
            </p>
          </div>
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
