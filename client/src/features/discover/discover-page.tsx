import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { commentedChannelsQuery } from '../../api/comment-states.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Button } from '../../components/ui/button.tsx';
import { BulkDialog, GenerateDialog, loadDialogsAhead, VideoDialog } from './dialogs.ts';
import { ExportQueueButton } from './export-queue-button.tsx';
import { SearchForm, searchFormId } from './search-form.tsx';
import { SearchResults } from './search-results.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useDiscoverSearch } from './use-discover-search.ts';
import { useLiveVideos } from './use-live-videos.ts';
import { useQueueVideo } from './use-queue-video.ts';
import { useSelection } from './use-selection.ts';

type OpenDialog =
  | { kind: 'generate' | 'view'; video: FoundVideo }
  | { kind: 'bulk'; videos: readonly FoundVideo[] };

const NONE: never[] = [];

/** Finding videos and starting comments on them (SPEC §2, Discover Videos). */
export function DiscoverPage() {
  const search = useDiscoverSearch();
  const selection = useSelection();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { adding, queueVideo } = useQueueVideo();
  const videos = useLiveVideos(search.query.data?.videos ?? NONE, adding);
  // Asked for before there are rows to warn on.
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
  /** The dialog shows the video as it is now, not as it was when it was opened. */
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
              disabled={search.draft.q.trim() === ''}
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
          onApproach: loadDialogsAhead,
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
          <BulkDialog videos={dialog.videos} onClose={close} onWorkedThrough={selection.clear} />
        )}
      </Suspense>
    </>
  );
}
