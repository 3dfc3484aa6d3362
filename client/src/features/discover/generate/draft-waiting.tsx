import { useEffect, useState } from 'react';
import type { DraftWaiting as Waiting } from '../../../api/drafts.ts';

const count = new Intl.NumberFormat('en');

function wordsFor({ name, tokens }: Waiting): string {
  if (name === 'loading') return 'Loading the model…';
  if (name === 'thinking') return 'Thinking…';
  return tokens === null ? 'Reading…' : `Reading ${count.format(tokens)} tokens…`;
}

/** What the model does before its first word, and for how long. Mount it anew for each phase. */
export function DraftWaiting({ waiting }: { waiting: Waiting }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="text-muted tabular-nums">
      <span role="status">{wordsFor(waiting)}</span>
      {seconds > 0 && <span aria-hidden> {seconds} s</span>}
    </span>
  );
}
