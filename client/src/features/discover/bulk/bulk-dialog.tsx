import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { bulkLimit } from '#shared/contracts/comments.ts';
import { type CommentStyle, defaultCommentStyle } from '#shared/contracts/enums.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { userSettingsQuery } from '../../../api/user-settings.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '../../../components/ui/dialog.tsx';
import { generateLabel } from '../results/selection-bar.tsx';
import { BulkForm } from './bulk-form.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { BulkResults } from './bulk-results.tsx';
import { useBulkGeneration } from './use-bulk-generation.ts';

interface BulkDialogProps {
  /** The videos selected when it was opened. */
  videos: readonly FoundVideo[];
  onClose: () => void;
  /** What was worked through is no longer selected. */
  onWorkedThrough: () => void;
}

/** Drafting for many videos (SPEC §2). Mounted anew for each opening, so nothing of the last one is left. */
export function BulkDialog({ videos, onClose, onWorkedThrough }: BulkDialogProps) {
  const settings = useQuery(userSettingsQuery).data;
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState(videos);
  const [style, setStyle] = useState<CommentStyle>(defaultCommentStyle);
  const [chosenToQueue, setChosenToQueue] = useState<boolean | null>(null);
  const addToQueue = chosenToQueue ?? settings?.autoQueueEnabled ?? true;
  const bulk = useBulkGeneration();
  const { answer } = bulk;

  const close = () => {
    if (answer) onWorkedThrough();
    onClose();
  };
  const generateMore = () => {
    const failed = asked.filter((video) => answer?.errors.some(({ videoId }) => videoId === video.id));
    if (failed.length === 0) return close();
    setAsked(failed);
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
      <Button
        variant="primary"
        onClick={() => {
          close();
          navigate('/queue');
        }}
      >
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
        disabled={asked.length === 0 || asked.length > bulkLimit || bulk.isPending}
        onClick={() => void bulk.run({ videoIds: asked.map((video) => video.id), style, addToQueue })}
      >
        {bulk.isPending ? 'Generating...' : generateLabel(asked.length)}
      </Button>
    </>
  );

  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent
        title="Bulk Comment Generation"
        description={`${asked.length} ${asked.length === 1 ? 'video' : 'videos'} selected`}
        footer={footer}
      >
        {answer && <BulkResults videos={asked} answer={answer} />}
        {!answer && bulk.isPending && <BulkProgress videoCount={asked.length} />}
        {!answer && !bulk.isPending && (
          <BulkForm
            videos={asked}
            style={style}
            onStyle={setStyle}
            addToQueue={addToQueue}
            onAddToQueue={setChosenToQueue}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
