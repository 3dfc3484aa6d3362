import { useEffect, useState } from 'react';
import { Progress } from '../../../components/ui/progress.tsx';

const START = 5;
const CEILING = 90;
const STEP_MS = 1000;
const SHARE_PER_STEP = 0.3;

/** Returns a guess in percent: the server answers all videos at once. */
function useEstimatedProgress(videoCount: number): number {
  const [progress, setProgress] = useState(START);
  useEffect(() => {
    const step = (100 / Math.max(1, videoCount)) * SHARE_PER_STEP;
    const timer = setInterval(() => setProgress((before) => Math.min(CEILING, before + step)), STEP_MS);
    return () => clearInterval(timer);
  }, [videoCount]);
  return Math.round(progress);
}

export function BulkProgress({ videoCount }: { videoCount: number }) {
  const progress = useEstimatedProgress(videoCount);
  return (
    <div role="status" className="flex flex-col gap-3 py-6">
      <p className="font-medium">
        Generating {videoCount} {videoCount === 1 ? 'comment' : 'comments'}...
      </p>
      <Progress value={progress} label="Generation progress" />
      <p className="text-sm text-muted tabular-nums">
        {progress}%. You can close this; generating continues.
      </p>
    </div>
  );
}
