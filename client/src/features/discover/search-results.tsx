import { Search, SearchX } from 'lucide-react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { errorText } from '../../api/error-text.ts';
import { ApiError } from '../../api/http.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { DateTime } from '../../components/time.tsx';
import type { ResultHandlers } from './result-actions.tsx';
import { ResultSkeletons } from './result-skeletons.tsx';
import { ResultsList } from './results-list.tsx';
import { SearchSummary } from './search-summary.tsx';
import type { DiscoverSearch } from './use-discover-search.ts';
import type { Selection } from './use-selection.ts';

interface SearchResultsProps {
  search: DiscoverSearch;
  /** What was found, with the present state of each comment. */
  videos: readonly FoundVideo[];
  selection: Selection;
  on: ResultHandlers;
}

/** When the server asks YouTube again instead of repeating its answer, where it said so. */
function NextTry({ error }: { error: Error }) {
  const at = error instanceof ApiError ? error.problem?.['nextTryAt'] : undefined;
  if (typeof at !== 'string') return null;
  return (
    <p className="mt-2">
      This search asks YouTube again from <DateTime iso={at} format="clock" /> on.
    </p>
  );
}

/** What the search came to: nothing asked yet, on its way, failed, empty, or rows. */
export function SearchResults({
  search: { submitted, query, fromCache },
  videos,
  selection,
  on,
}: SearchResultsProps) {
  if (!submitted) {
    return (
      <EmptyState icon={Search} title="Search for Videos">
        Type a topic you know well. What you find can be answered one by one, or several at once.
      </EmptyState>
    );
  }
  if (query.isError && !query.isFetching) {
    return (
      <ErrorState title="Search Error" onRetry={() => void query.refetch()}>
        {errorText(query.error, 'Failed to search videos')}
        <NextTry error={query.error} />
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
