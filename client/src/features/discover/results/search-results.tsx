import { Search, SearchX } from 'lucide-react';
import { useId } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { errorText } from '../../../api/error-text.ts';
import { ApiError } from '../../../api/http.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { DateTime } from '../../../components/time.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { classNames } from '../../../lib/class-names.ts';
import type { DiscoverSearch } from '../search/use-discover-search.ts';
import type { ResultHandlers } from './result-actions.tsx';
import { ResultRow } from './result-row.tsx';
import { SearchSummary } from './search-summary.tsx';
import type { Selection } from './use-selection.ts';

interface SearchResultsProps {
  search: DiscoverSearch;
  videos: readonly FoundVideo[];
  selection: Selection;
  on: ResultHandlers;
}

/** The server repeats a failure for a while before it calls YouTube again. */
function RetryTime({ error }: { error: Error }) {
  const at = error instanceof ApiError ? error.problem?.['nextTryAt'] : undefined;
  if (typeof at !== 'string') return null;
  return (
    <p className="mt-2">
      You can retry this search at <DateTime iso={at} format="clock" />.
    </p>
  );
}

function ResultSkeletons() {
  return (
    <div className="rounded-panel border border-line bg-raised">
      {['first', 'second', 'third', 'fourth'].map((row) => (
        <div key={row} className="flex gap-4 border-t border-line px-4 py-4 first:border-t-0">
          <Skeleton className="size-5" />
          <Skeleton className="hidden aspect-video w-42 sm:block" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-full max-w-measure" />
            <Skeleton className="mt-1 h-8 w-36" />
          </div>
        </div>
      ))}
    </div>
  );
}

interface ResultsListProps {
  videos: readonly FoundVideo[];
  total: number;
  /** The rows are those of the previous search while the next one runs. */
  stale: boolean;
  selection: Selection;
  on: ResultHandlers;
}

function ResultsList({ videos, total, stale, selection, on }: ResultsListProps) {
  const selectAll = useId();
  const { selected } = selection;
  const all = videos.length > 0 && videos.every((video) => selected.has(video.id));
  return (
    <section aria-label="Results" aria-busy={stale} onPointerEnter={on.onApproach} onFocus={on.onApproach}>
      <div inert={stale} className={classNames('transition-opacity', stale && 'opacity-50')}>
        <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-2">
          <div className="flex items-center gap-3">
            <Checkbox
              id={selectAll}
              checked={all || (selected.size > 0 && 'indeterminate')}
              onCheckedChange={() =>
                all ? selection.clear() : selection.select(videos.map((video) => video.id))
              }
            />
            <label htmlFor={selectAll}>Select All</label>
          </div>
          {selected.size > 0 && (
            <Button variant="ghost" size="sm" onClick={selection.clear}>
              Clear ({selected.size})
            </Button>
          )}
          <p className="ml-auto text-sm text-muted tabular-nums">
            Showing 1-{videos.length} of {total.toLocaleString('en-US')} results
          </p>
        </div>
        <ul className="rounded-panel border border-line bg-raised">
          {videos.map((video) => (
            <ResultRow
              key={video.id}
              video={video}
              selected={selected.has(video.id)}
              onToggle={() => selection.toggle(video.id)}
              on={on}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

export function SearchResults({
  search: { submitted, query, fromCache },
  videos,
  selection,
  on,
}: SearchResultsProps) {
  if (!submitted) {
    return (
      <EmptyState icon={Search} title="Search for Videos">
        Type a topic you know well. You can comment on the videos one by one, or on several at once.
      </EmptyState>
    );
  }
  if (query.isError && !query.isFetching) {
    return (
      <ErrorState title="Search Error" onRetry={() => void query.refetch()}>
        {errorText(query.error, 'Failed to search videos')}
        <RetryTime error={query.error} />
      </ErrorState>
    );
  }
  const searching = query.isFetching;
  const found = query.data;
  return (
    <div className="flex flex-col gap-4">
      {searching && (
        <p role="status" className="text-muted">
          Searching for videos...
        </p>
      )}
      {query.isPending && <ResultSkeletons />}
      {found && !searching && found.videos.length === 0 && (
        <EmptyState icon={SearchX} title="No Videos Found">
          Try adjusting your search query or filters
        </EmptyState>
      )}
      {found && !searching && found.videos.length > 0 && (
        <SearchSummary search={submitted.search} found={found} fromCache={fromCache} />
      )}
      {found && found.videos.length > 0 && (
        <ResultsList
          videos={videos}
          total={found.totalResults}
          stale={searching}
          selection={selection}
          on={on}
        />
      )}
    </div>
  );
}
