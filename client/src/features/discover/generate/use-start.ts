import { useEffect, useEffectEvent, useState } from 'react';

/** Runs once when ready, if it `starts` at first; after a task, as development mounts each component twice. */
export function useStart(starts: boolean, isReady: boolean, run: () => void): void {
  const [isWanted] = useState(starts);
  const start = useEffectEvent(run);
  useEffect(() => {
    if (!isWanted || !isReady) return;
    const timer = setTimeout(start);
    return () => clearTimeout(timer);
  }, [isWanted, isReady]);
}
