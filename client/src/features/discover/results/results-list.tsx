import type { RefObject } from 'react';
import type { FoundVideo, VideoSearchResponse } from '#shared/contracts/videos.ts';
import { classNames } from '../../../lib/browser.ts';
import type { DiscoverSearch } from '../search/use-discover-search.ts';
import { ListHead } from './list-head.tsx';
import { LoadMore } from './load-more.tsx';
import type { ResultHandlers } from './result-handlers.ts';
import { ResultRow } from './result-row.tsx';
import { MissingScores } from './search-summary.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { Selection } from './use-selection.ts';

interface ResultsListProps {
  search: DiscoverSearch;
  found: VideoSearchResponse;
  videos: readonly FoundVideo[];
  selection: Selection;
  on: ResultHandlers;
  list: RefObject<HTMLUListElement | null>;
}

export function ResultsList({ search, found, videos, selection, on, list }: ResultsListProps) {
  // The rows are those of the previous search while the next one runs.
  const stale = search.isSearching || search.query.isPlaceholderData;
  const { submitted } = search;
  return (
    <section
      aria-label="Results"
      aria-busy={stale}
      onPointerEnter={on.onApproach}
      onFocus={on.onApproach}
      className="pb-28"
    >
      <ListHead search={search} found={found} videos={videos} selection={selection} stale={stale} />
      <div inert={stale} className={classNames('transition-opacity', stale && 'opacity-50')}>
        {submitted && !stale && <MissingScores search={submitted} found={found} />}
        <ul ref={list}>
          {videos.map((video) => (
            <ResultRow
              key={video.id}
              video={video}
              selected={selection.selected.has(video.id)}
              onToggle={() => selection.toggle(video.id)}
              on={on}
            />
          ))}
        </ul>
        {submitted && found.more && <LoadMore search={submitted} pages={found.pages} count={videos.length} />}
      </div>
      {selection.selected.size > 0 && (
        <SelectionBar
          count={selection.selected.size}
          onClear={selection.clear}
          onGenerate={on.onGenerateSelected}
        />
      )}
    </section>
  );
}
