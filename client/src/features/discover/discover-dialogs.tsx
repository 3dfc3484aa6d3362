import { Suspense } from 'react';
import { BulkDialog, GenerateDialog, VideoDialog } from './dialogs.ts';
import type { DiscoverDialogsState } from './use-discover-dialogs.ts';

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
