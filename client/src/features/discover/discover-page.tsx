import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { commentedChannelsQuery } from '../../api/videos.ts';
import { PageHeader } from '../../components/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { preloadDialogs } from './dialogs.ts';
import { DiscoverDialogs } from './discover-dialogs.tsx';
import { ExportQueueButton } from './export-queue-button.tsx';
import { canGenerate } from './results/result-handlers.ts';
import { SearchResults } from './results/search-results.tsx';
import { sorted } from './results/sort-results.rules.ts';
import { useFoundVideos } from './results/use-found-videos.ts';
import { useListKeys } from './results/use-list-keys.ts';
import { useSelection } from './results/use-selection.ts';
import { FilterRow } from './search/filter-row.tsx';
import { SearchField } from './search/search-field.tsx';
import { NoSearchesLeft } from './search/searches-left.tsx';
import { useDiscoverSearch } from './search/use-discover-search.ts';
import { useDiscoverDialogs } from './use-discover-dialogs.ts';

const NONE: never[] = [];

export function DiscoverPage() {
  const search = useDiscoverSearch();
  const selection = useSelection(JSON.stringify(search.submitted));
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const found = useFoundVideos(search.query.data?.videos ?? NONE);
  const videos = useMemo(() => sorted(found.videos, search.sort), [found.videos, search.sort]);
  const dialogs = useDiscoverDialogs(videos, selection.selected);
  // Loaded before there are rows, whose warnings would otherwise push content down.
  useQuery(commentedChannelsQuery);

  const submit = () => {
    if (search.submit()) selection.clear();
  };
  const clear = () => {
    search.clear();
    selection.clear();
  };

  const focusFirst = useListKeys({
    list,
    videos: search.isSearching ? NONE : videos,
    onToggle: (video) => selection.toggle(video.id),
    onGenerate: (current) => {
      if (selection.selected.size > 0) dialogs.openBulk();
      else if (current && canGenerate(current)) dialogs.generate(current);
    },
    onFind: () => field.current?.focus(),
  });

  return (
    <>
      <PageHeader
        title="Discover Videos"
        actions={
          <>
            {search.query.data && (
              <Button variant="ghost" title="Clear Results" className="max-lg:px-2.5" onClick={clear}>
                <X aria-hidden className="lg:hidden" />
                <span className="max-lg:sr-only">Clear Results</span>
              </Button>
            )}
            <ExportQueueButton />
          </>
        }
      >
        <SearchField
          ref={field}
          search={search}
          isMainAction={selection.selected.size === 0}
          onSubmit={submit}
          onLeave={focusFirst}
        />
      </PageHeader>
      <FilterRow search={search} />
      <NoSearchesLeft />
      <SearchResults
        search={search}
        videos={videos}
        selection={selection}
        list={list}
        on={{
          onGenerate: (video) => dialogs.generate(video),
          onGenerateSelected: dialogs.openBulk,
          onView: dialogs.view,
          onAddToQueue: (video) => void found.queueVideo(video),
          onApproach: preloadDialogs,
        }}
      />
      <DiscoverDialogs dialogs={dialogs} onBulkProcessed={selection.clear} />
    </>
  );
}
