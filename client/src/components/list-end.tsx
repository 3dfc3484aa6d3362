import type { LoadedPages } from '../api/use-pages.ts';
import { Button } from './ui/button.tsx';
import { Skeleton } from './ui/skeleton.tsx';

interface ListEndProps extends LoadedPages {
  /** What the list holds. */
  things?: string;
}

/** Below the loaded rows, while the next ones load or after that failed. */
export function ListEnd({ isLoadingMore, moreFailed, retryMore, things = 'comments' }: ListEndProps) {
  if (moreFailed)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-failed">
        The next {things} could not be loaded.
        <Button onClick={retryMore}>Try Again</Button>
      </div>
    );
  if (!isLoadingMore) return null;
  return (
    <div role="status" className="flex flex-col gap-2 py-3">
      <span className="sr-only">Loading the next {things}</span>
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-3/4" />
    </div>
  );
}
