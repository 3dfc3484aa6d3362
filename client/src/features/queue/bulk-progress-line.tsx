import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { formatNumber } from '../../lib/formats.ts';
import type { BulkProgress } from './bulk-progress.ts';

const REDRAW_MS = 100;

/** Shows how far a bulk action is, and stops it. */
export function BulkProgressLine({ progress }: { progress: BulkProgress }) {
  const { word, total } = progress;
  const [{ done, isStopped }, setShown] = useState({ ...progress });
  const redraw = () => setShown({ ...progress });
  useEffect(() => {
    const timer = setInterval(() => setShown({ ...progress }), REDRAW_MS);
    return () => clearInterval(timer);
  }, [progress]);
  const stop = () => {
    progress.isStopped = true;
    redraw();
  };
  return (
    <div className="flex items-center gap-3 whitespace-nowrap text-muted tabular-nums">
      <p role="status">
        {word} {formatNumber(Math.min(done + 1, total))} of {formatNumber(total)}…
      </p>
      <Button disabled={isStopped} onClick={stop}>
        {isStopped ? 'Stopping…' : 'Stop'}
      </Button>
    </div>
  );
}
