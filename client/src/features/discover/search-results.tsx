import { Search, SearchX } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useEffect } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { ApiError, errorText } from '../../api/http.ts';
import { EmptyState, ErrorState, PageBody } from '../../components/page.tsx';
import { ResultSkeletons } from '../../components/skeletons.tsx';
import { DateTime } from '../../components/time.tsx';
import { lazyWithPreload, useNow } from '../../lib/browser.ts';
import { formatDate } from '../../lib/formats.ts';
import type { DiscoverSearch, ResultHandlers, Selection } from './discover-search.ts';

/** Not in the first bundle: the page opens with the search alone. */
const ResultsList = lazyWithPreload(async () => (await import('./results-list.tsx')).ResultsList);

interface SearchResultsProps {
  search: DiscoverSearch;
  videos: readonly FoundVideo[];
  selection: Selection;
  on: ResultHandlers;
  list: RefObject<HTMLUListElement | null>;
}

/** The server repeats a failure for a while before it calls YouTube again. */
function RetryTime({ error }: { error: Error }) {
  const at = error instanceof ApiError ? error.problem?.['nextTryAt'] : undefined;
  const now = useNow(60_000);
  if (typeof at !== 'string') return null;
  const isToday = formatDate(at) === formatDate(now.getTime());
  return (
    <p className="mt-2">
      You can retry this search {isToday ? 'at' : 'on'}{' '}
      <DateTime iso={at} format={isToday ? 'clock' : 'date-time'} />.
    </p>
  );
}

/** Returns what stands in place of results; null while there are some, or they load. */
function insteadOfResults({ submitted, typed, query, retry, isSearching }: DiscoverSearch): ReactNode {
  if (query.isError && !query.isFetching) {
    return (
      <ErrorState title="Search Error" onRetry={retry}>
        {errorText(query.error, 'Failed to search videos')}
        <RetryTime error={query.error} />
      </ErrorState>
    );
  }
  if (!submitted || (query.data === null && !query.isFetching)) {
    return (
      <EmptyState icon={Search} title="Search for Videos">
        {typed.q.trim()
          ? `Press Search Videos to look for "${typed.q.trim()}".`
          : 'Type a topic you know well. You can comment on the videos one by one, or on several at once.'}
      </EmptyState>
    );
  }
  if (!isSearching && query.data?.videos.length === 0) {
    return (
      <EmptyState icon={SearchX} title="No Videos Found">
        Try adjusting your search query or filters
      </EmptyState>
    );
  }
  return null;
}

export function SearchResults({ search, videos, selection, on, list }: SearchResultsProps) {
  useEffect(() => ResultsList.preload(), []);
  const instead = insteadOfResults(search);
  if (instead) return <PageBody>{instead}</PageBody>;
  const found = search.query.data;
  const skeletons = <ResultSkeletons isSearching={search.isSearching} />;
  if (!found?.videos.length) return skeletons;
  return (
    <Suspense fallback={skeletons}>
      <ResultsList search={search} found={found} videos={videos} selection={selection} on={on} list={list} />
    </Suspense>
  );
}
