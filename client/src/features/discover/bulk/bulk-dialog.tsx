import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { bulkLimit } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { userSettingsQuery } from '../../../api/settings.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '../../../components/ui/dialog.tsx';
import { useStartStyle } from '../generate/use-start-style.ts';
import { generateLabel } from '../results/result-handlers.ts';
import { BulkForm } from './bulk-form.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { BulkResults } from './bulk-results.tsx';
import { useBulkGeneration } from './use-bulk-generation.ts';

interface BulkDialogProps {
  videos: readonly FoundVideo[];
  onClose: () => void;
  onProcessed: () => void;
}

/** Mount it anew for each opening: its state belongs to one run. */
export function BulkDialog({ videos, onClose, onProcessed }: BulkDialogProps) {
  const settings = useQuery(userSettingsQuery).data;
  const [, navigate] = useLocation();
  /** The videos of this round; at first all. */
  const [round, setRound] = useState(videos);
  const { startStyle, isKnown } = useStartStyle();
  const [chosenStyle, setChosenStyle] = useState<CommentStyle | null>(null);
  const style = chosenStyle ?? startStyle;
  const [chosenToQueue, setChosenToQueue] = useState<boolean | null>(null);
  const addToQueue = chosenToQueue ?? settings?.autoQueueEnabled ?? true;
  const bulk = useBulkGeneration();
  const { answer } = bulk;

  const processed = useEffectEvent(onProcessed);
  useEffect(() => {
    if (answer) processed();
  }, [answer]);

  const generateMore = () => {
    const failed = round.filter((video) => answer?.errors.some(({ videoId }) => videoId === video.id));
    setRound(failed.length > 0 ? failed : videos);
    setChosenToQueue(null);
    bulk.reset();
  };

  const footer = answer ? (
    <>
      <Button variant="ghost" onClick={generateMore}>
        Generate More
      </Button>
      <DialogClose asChild>
        <Button>Close</Button>
      </DialogClose>
      <Button variant="primary" onClick={() => navigate('/queue', { replace: true })}>
        Go to Review Queue ({answer.summary.addedToQueue})
      </Button>
    </>
  ) : (
    <>
      <DialogClose asChild>
        <Button variant="ghost">{bulk.isPending ? 'Close' : 'Cancel'}</Button>
      </DialogClose>
      <Button
        variant="primary"
        disabled={round.length === 0 || round.length > bulkLimit || bulk.isPending || !isKnown}
        onClick={() => void bulk.run({ videoIds: round.map((video) => video.id), style, addToQueue })}
      >
        {bulk.isPending ? 'Generating...' : generateLabel(round.length)}
      </Button>
    </>
  );

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Bulk Comment Generation"
        description={`${round.length} ${round.length === 1 ? 'video' : 'videos'} selected`}
        footer={footer}
      >
        {answer && <BulkResults videos={round} answer={answer} />}
        {!answer && bulk.isPending && <BulkProgress videoIds={round.map(({ id }) => id)} />}
        {!answer && !bulk.isPending && (
          <BulkForm
            videos={round}
            style={style}
            onStyle={setChosenStyle}
            addToQueue={addToQueue}
            onAddToQueue={setChosenToQueue}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
