import { Progress } from '../../components/ui/progress.tsx';
import { useBulkProgress } from './use-bulk-progress.ts';

/** The wait for a bulk generation. Closing the dialog does not stop it. */
export function BulkProgress({ videoCount }: { videoCount: number }) {
  const progress = Math.round(useBulkProgress(videoCount));
  return (
    <div role="status" className="flex flex-col gap-3 py-6">
      <p className="font-medium">
        Generating {videoCount} {videoCount === 1 ? 'comment' : 'comments'}...
      </p>
      <Progress value={progress} label="Generation progress" />
      <p className="text-sm text-muted tabular-nums">
        {progress}%. You may close this; it goes on by itself.
      </p>
    </div>
  );
}
