import { useEffect, useEffectEvent, useState } from 'react';

/** Runs once after the component has come to stay, if it `starts` at first; development mounts each component twice. */
export function useStart(starts: boolean, run: () => void): void {
  const [isWanted] = useState(starts);
  const start = useEffectEvent(run);
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(start);
    return () => clearTimeout(timer);
  }, [isWanted]);
}
