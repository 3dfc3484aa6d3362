import { Keyboard } from 'lucide-react';
import { useMemo } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { Button } from '../../components/ui/button.tsx';
import { reviewLeft } from './review-time.ts';

interface ReviewLineProps {
  items: readonly QueueItem[];
  onHelp: () => void;
}

/** How many are left and how long it will take. */
export function ReviewLine({ items, onHelp }: ReviewLineProps) {
  const { count, minutes } = useMemo(() => reviewLeft(items), [items]);
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line pb-2 text-sm text-muted tabular-nums">
      <p>
        {count === 0
          ? 'Nothing left to review'
          : `${count} left to review, about ${minutes} minute${minutes === 1 ? '' : 's'}`}
      </p>
      <Button variant="ghost" size="sm" className="max-sm:hidden" onClick={onHelp}>
        <Keyboard aria-hidden />
        Shortcuts
      </Button>
    </div>
  );
}
