import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { FoundVideo, VideoSearchResponse } from '#shared/contracts/videos.ts';
import { searching } from '../../../components/skeletons.tsx';
import { Checkbox } from '../../../components/ui/fields.tsx';
import { classNames } from '../../../lib/browser.ts';
import { formatNumber } from '../../../lib/formats.ts';
import type { DiscoverSearch } from '../search/use-discover-search.ts';
import { foundSentence } from './search-summary.tsx';
import type { Sort } from './sort-results.rules.ts';
import type { Selection } from './use-selection.ts';

const SORTS: readonly [Sort, string][] = [
  ['match', 'Best match'],
  ['youtube', 'YouTube’s order'],
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
  const words = search.isSearching
    ? searching
    : search.changed
      ? `${foundSentence(search, found)}. Press Search Videos to apply what you changed.`
      : foundSentence(search, found);
  const selectAll = useId();
  const sort = useId();
  const all = videos.every((video) => selected.has(video.id));
  const hasInsights = videos.some(({ contentInsights }) => contentInsights !== null);
  return (
    <div className="flex min-h-10 items-center gap-x-4 border-y border-line px-(--gutter) text-sm whitespace-nowrap max-md:flex-wrap">
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
        className="min-w-0 whitespace-normal text-soft wrap-anywhere max-md:order-last max-md:min-h-[2lh] max-md:basis-full max-md:pb-1.5 md:border-l md:border-line md:pl-4"
      >
        {words}
      </p>
      <p className="shrink-0 whitespace-nowrap text-muted tabular-nums md:ml-auto">
        <span className={classNames(search.changed && 'md:max-2xl:hidden')}>
          Showing 1-{formatNumber(videos.length)} of {formatNumber(found.totalResults)} results
        </span>
        <span
          aria-hidden
          className="max-lg:hidden lg:max-2xl:block 2xl:ml-4 2xl:border-l 2xl:border-line 2xl:pl-4"
        >
          Match: our estimate
        </span>
      </p>
      <span inert={stale} className="relative inline-flex items-center max-md:ml-auto">
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
