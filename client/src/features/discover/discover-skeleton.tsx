import { Skeleton } from '../../components/ui/skeleton.tsx';

const FILTERS = ['first', 'second', 'third'];

/** The filter row, below the search on a phone. */
export function DiscoverSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading the search</span>
      <Skeleton className="h-(--control) sm:h-(--control-large) w-full md:hidden" />
      <div className="flex gap-1.5 overflow-hidden">
        {FILTERS.map((filter) => (
          <Skeleton key={filter} className="h-(--control) w-42 shrink-0" />
        ))}
      </div>
    </div>
  );
}
