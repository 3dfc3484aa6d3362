import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { commentedChannelsQuery } from '../../api/comment-states.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Button } from '../../components/ui/button.tsx';
import { BulkDialog, GenerateDialog, preloadDialogs, VideoDialog } from './dialogs.ts';
import { ExportQueueButton } from './export-queue-button.tsx';
import { SearchResults } from './results/search-results.tsx';
import { SelectionBar } from './results/selection-bar.tsx';
import { useFoundVideos } from './results/use-found-videos.ts';
import { useSelection } from './results/use-selection.ts';
import { SearchForm, searchFormId } from './search/search-form.tsx';
import { useDiscoverSearch } from './search/use-discover-search.ts';

type OpenDialog =
  | { kind: 'generate' | 'view'; video: FoundVideo }
  | { kind: 'bulk'; videos: readonly FoundVideo[] };

const NONE: never[] = [];

export function DiscoverPage() {
  const search = useDiscoverSearch();
  const selection = useSelection();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { videos, queueVideo } = useFoundVideos(search.query.data?.videos ?? NONE);
  // Loaded before there are rows, whose warnings would otherwise push content down.
  useQuery(commentedChannelsQuery);
  const close = () => setDialog(null);

  const submit = () => {
    if (search.submit()) selection.clear();
  };
  const clear = () => {
    search.clear();
    selection.clear();
  };
  const chosen = () => videos.filter((video) => selection.selected.has(video.id));
  /** The video as it is now, not as it was when its dialog opened. */
  const present = (video: FoundVideo) => videos.find(({ id }) => id === video.id) ?? video;

  return (
    <>
      <PageHeader
        title="Discover Videos"
        actions={
          <>
            <Button
              type="submit"
              form={searchFormId}
              variant={selection.selected.size > 0 ? 'secondary' : 'primary'}
              disabled={search.typed.q.trim() === ''}
            >
              <Search aria-hidden />
              Search Videos
            </Button>
            {search.query.data && (
              <Button variant="ghost" onClick={clear}>
                Clear Results
              </Button>
            )}
            <ExportQueueButton />
          </>
        }
      />
      <SearchForm search={search} onSubmit={submit} />
      <SearchResults
        search={search}
        videos={videos}
        selection={selection}
        on={{
          onGenerate: (video) => setDialog({ kind: 'generate', video }),
          onView: (video) => setDialog({ kind: 'view', video }),
          onAddToQueue: (video) => void queueVideo(video),
          onApproach: preloadDialogs,
        }}
      />
      {selection.selected.size > 0 && (
        <SelectionBar
          count={selection.selected.size}
          onGenerate={() => setDialog({ kind: 'bulk', videos: chosen() })}
        />
      )}
      <Suspense fallback={null}>
        {dialog?.kind === 'generate' && <GenerateDialog video={present(dialog.video)} onClose={close} />}
        {dialog?.kind === 'view' && (
          <VideoDialog
            video={present(dialog.video)}
            onGenerate={() => setDialog({ kind: 'generate', video: dialog.video })}
            onClose={close}
          />
        )}
        {dialog?.kind === 'bulk' && (
          <BulkDialog videos={dialog.videos} onClose={close} onProcessed={selection.clear} />
        )}
      </Suspense>
    </>
  );
}
