import { Suspense, useEffect, useState } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { useAddressDialog } from '../../lib/address.ts';
import { lazyWithPreload } from '../../lib/browser.ts';
import { canGenerate } from './discover-search.ts';

const GenerateDialog = lazyWithPreload(async () => (await import('./generate-dialog.tsx')).GenerateDialog);
const VideoDialog = lazyWithPreload(async () => (await import('./video-dialog.tsx')).VideoDialog);
const BulkDialog = lazyWithPreload(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

export function preloadDialogs(): void {
  for (const dialog of [GenerateDialog, VideoDialog, BulkDialog]) dialog.preload();
}

interface DiscoverDialogsProps {
  dialogs: DiscoverDialogsState;
  onBulkProcessed: () => void;
}

export function DiscoverDialogs({ dialogs, onBulkProcessed }: DiscoverDialogsProps) {
  const { generating, viewing, bulk } = dialogs;
  return (
    <Suspense fallback={null}>
      {generating && <GenerateDialog {...generating} onClose={dialogs.closeGenerating} />}
      {viewing && !generating && (
        <VideoDialog
          key={viewing.id}
          video={viewing}
          onGenerate={() => dialogs.generate(viewing, 'video')}
          onClose={dialogs.closeViewing}
        />
      )}
      {bulk && <BulkDialog videos={bulk} onClose={dialogs.closeBulk} onProcessed={onBulkProcessed} />}
    </Suspense>
  );
}

/** Which dialog is open, kept in the address; only a press in this page starts a draft. */
export function useDiscoverDialogs(videos: readonly FoundVideo[], selected: ReadonlySet<number>) {
  const generating = useAddressDialog('generate');
  const viewing = useAddressDialog('video');
  const bulk = useAddressDialog('bulk');
  const [pressed, setPressed] = useState<number | null>(null);
  /** Opened by an address, then started by its own button. */
  const [started, setStarted] = useState<number | null>(null);

  // Forward after Back is no press.
  useEffect(() => {
    if (generating.value !== null) return;
    setPressed(null);
    setStarted(null);
  }, [generating.value]);

  const shown = (id: string | null) => (id && videos.find((video) => String(video.id) === id)) || null;
  const chosen = () => videos.filter(({ id }) => selected.has(id));

  function generate(video: FoundVideo, instead?: 'generate' | 'video') {
    setPressed(video.id);
    generating.open(String(video.id), instead);
  }

  function placeOf(video: FoundVideo) {
    const run = chosen();
    const at = run.findIndex(({ id }) => id === video.id);
    if (at < 0 || run.length < 2) return { place: null, onNext: null };
    const next = run.slice(at + 1).find(canGenerate);
    return {
      place: { at: at + 1, of: run.length },
      onNext: next ? () => generate(next, 'generate') : null,
    };
  }

  const inBulk = bulk.value?.split('-');
  const bulkVideos = videos.filter(({ id }) => inBulk?.includes(String(id)));
  const drafted = shown(generating.value);
  const isPressed = drafted !== null && drafted.id === pressed;
  /** Reached by an address, a video that has its comment shows that one. */
  const isSaved =
    drafted !== null && !isPressed && started !== drafted.id && drafted.generatedComment !== null;

  return {
    generate,
    view: (video: FoundVideo) => viewing.open(String(video.id)),
    openBulk: () =>
      bulk.open(
        chosen()
          .map(({ id }) => id)
          .join('-'),
      ),
    generating:
      drafted && !isSaved
        ? { video: drafted, isPressed, onStart: () => setStarted(drafted.id), ...placeOf(drafted) }
        : null,
    viewing: isSaved ? drafted : shown(viewing.value),
    bulk: bulkVideos.length > 0 ? bulkVideos : null,
    closeGenerating: generating.close,
    closeViewing: isSaved ? generating.close : viewing.close,
    closeBulk: bulk.close,
  };
}

type DiscoverDialogsState = ReturnType<typeof useDiscoverDialogs>;
