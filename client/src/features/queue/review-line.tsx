import { Keyboard } from 'lucide-react';
import { useMemo } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { reviewLeft } from './review-time.ts';

interface ReviewLineProps {
  /** Null while only the first comments of a long queue are loaded. */
  items: readonly QueueItem[] | null;
  onHelp: () => void;
}

export function ReviewLine({ items, onHelp }: ReviewLineProps) {
  const left = useMemo(() => items && reviewLeft(items), [items]);
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line pb-2 text-sm text-muted tabular-nums">
      <div>{left ? words(left) : <Skeleton className="inline-block h-4 w-56 align-middle" />}</div>
      <Button variant="ghost" size="sm" className="max-sm:hidden" onClick={onHelp}>
        <Keyboard aria-hidden />
        Shortcuts
      </Button>
    </div>
  );
}

const words = ({ count, minutes }: ReturnType<typeof reviewLeft>) =>
  count === 0
    ? 'Nothing left to review'
    : `${count} left to review, about ${minutes} minute${minutes === 1 ? '' : 's'}`;
