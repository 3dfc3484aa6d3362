import { Skeleton } from '../../components/ui/skeleton.tsx';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

export function HistoryRowsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the history</span>
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex h-14 flex-col justify-center gap-1.5 border-b border-line px-(--gutter) max-xl:h-19"
        >
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      ))}
    </div>
  );
}

export function HistorySkeleton() {
  return (
    <div className="-mx-(--gutter) -mt-5 flex flex-col">
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-y border-line px-(--gutter) py-1.5">
        <Skeleton className="h-(--control) w-62 max-sm:w-full" />
        <Skeleton className="h-(--control) min-w-0 flex-1" />
      </div>
      <div className="min-h-11 border-b border-line" />
      <div className="h-7.25 border-b border-line max-xl:hidden" />
      <HistoryRowsSkeleton />
    </div>
  );
}
