import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { FoundVideo, VideoSearchResponse } from '#shared/contracts/videos.ts';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import type { DiscoverSearch } from '../search/use-discover-search.ts';
import { searching } from './result-skeletons.tsx';
import { foundSentence } from './search-summary.tsx';
import type { Sort } from './sort-results.rules.ts';
import type { Selection } from './use-selection.ts';

const SORTS: readonly [Sort, string][] = [
  ['match', 'Best match'],
  ['opportunity', 'Best opportunity'],
  ['date', 'Newest'],
  ['views', 'Most views'],
];

interface ListHeadProps {
  search: DiscoverSearch;
  found: VideoSearchResponse;
  videos: readonly FoundVideo[];
  selection: Selection;
  stale: boolean;
}

export function ListHead({ search, found, videos, selection, stale }: ListHeadProps) {
  const { selected, select, clear } = selection;
  const note = search.isSearching
    ? searching
    : search.changed
      ? 'Press Search Videos to apply what you changed.'
      : null;
  const selectAll = useId();
  const sort = useId();
  const all = videos.every((video) => selected.has(video.id));
  const hasInsights = videos.some(({ contentInsights }) => contentInsights !== null);
  return (
    <div className="flex min-h-10 items-center gap-x-4 border-y border-line px-(--gutter) text-sm whitespace-nowrap">
      <span inert={stale} className="flex items-center gap-3 sm:gap-4">
        <Checkbox
          id={selectAll}
          checked={all || (selected.size > 0 && 'indeterminate')}
          onCheckedChange={() => (all ? clear() : select(videos.map((video) => video.id)))}
        />
        <label htmlFor={selectAll} className="font-medium max-sm:sr-only">
          Select All
        </label>
      </span>
      <p
        role="status"
        className={classNames(
          'min-w-0 truncate text-soft sm:border-l sm:border-line sm:pl-4',
          !note && 'max-md:sr-only',
        )}
      >
        {note ?? foundSentence(search, found)}
      </p>
      <p className={classNames('text-muted tabular-nums sm:ml-auto', note && 'max-md:hidden')}>
        Showing 1-{formatNumber(videos.length)} of {formatNumber(found.totalResults)} results
        <span aria-hidden className="border-l border-line ml-4 pl-4 max-lg:hidden">
          Match: our estimate of how it fits you
        </span>
      </p>
      <span inert={stale} className="relative inline-flex items-center max-sm:ml-auto">
        <label htmlFor={sort} className="text-muted max-sm:sr-only">
          Sort
        </label>
        <select
          id={sort}
          value={search.sort === 'opportunity' && !hasInsights ? 'match' : search.sort}
          onChange={(event) => search.setSort(event.target.value as Sort)}
          className="field-sizing-content h-(--control) appearance-none rounded-control bg-transparent pr-5 pl-1.5 font-medium hover:bg-hover"
        >
          {SORTS.map(([value, label]) => (
            <option key={value} value={value} disabled={value === 'opportunity' && !hasInsights}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute right-0 size-3.5 text-muted" />
      </span>
    </div>
  );
}
