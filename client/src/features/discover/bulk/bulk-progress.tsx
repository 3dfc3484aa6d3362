import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { commentStatesQuery } from '../../../api/videos.ts';
import { Progress } from '../../../components/ui/choices.tsx';

const START = 5;
const CEILING = 90;
const STEP_MS = 1000;
const SHARE_PER_STEP = 0.3;

/** Seconds since it was mounted. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

/** A guess in percent: the server answers all videos at once (rule 4.10). */
const guessedShare = (seconds: number, all: number): number =>
  Math.round(Math.min(CEILING, START + seconds * (100 / Math.max(1, all)) * SHARE_PER_STEP));

/** Comments that these videos got since it was mounted. */
function useWritten(videoIds: readonly number[]): number {
  const commented = useQuery(commentStatesQuery(videoIds)).data?.filter(
    ({ generatedComment }) => generatedComment !== null,
  ).length;
  const before = useRef<number | undefined>(undefined);
  before.current ??= commented;
  return (commented ?? 0) - (before.current ?? 0);
}

/** From the drafts done: nothing is known before the first. */
export function timeLeft(seconds: number, done: number, all: number): string {
  if (done === 0) return 'The first draft shows how long the others take.';
  const minutes = Math.round(((seconds / done) * (all - done)) / 60);
  if (minutes < 1) return 'Less than a minute left.';
  return `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left.`;
}

export function BulkProgress({ videoIds }: { videoIds: readonly number[] }) {
  const all = videoIds.length;
  const done = Math.min(all, useWritten(videoIds));
  const seconds = useSeconds();
  const share = guessedShare(seconds, all);
  return (
    <div role="status" className="flex flex-col gap-3 py-6">
      <p className="font-medium">
        Generating {all} {all === 1 ? 'comment' : 'comments'}...
      </p>
      <Progress value={share} label="Generation progress" />
      <p className="text-sm text-muted tabular-nums">{share}%. You can close this; generating continues.</p>
      <p className="text-sm text-muted tabular-nums">
        {done} of {all} written. {timeLeft(seconds, done, all)}
      </p>
    </div>
  );
}
