import { useEffect, useState } from 'react';

const START = 5;
const CEILING = 90;
const STEP_MS = 1000;
const SHARE = 0.3;

/** SPEC §4: starts at 5, creeps up each second by (100 / videos) × 0.3, and waits at 90 for the answer. */
export function useBulkProgress(videoCount: number): number {
  const [progress, setProgress] = useState(START);
  useEffect(() => {
    const step = (100 / Math.max(1, videoCount)) * SHARE;
    const timer = setInterval(() => setProgress((before) => Math.min(CEILING, before + step)), STEP_MS);
    return () => clearInterval(timer);
  }, [videoCount]);
  return progress;
}
