import { Skeleton } from '../../components/ui/skeleton.tsx';

export function DiscoverSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading the search</span>
      <Skeleton className="h-9 w-38 lg:hidden" />
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Skeleton className="h-9 flex-1 basis-full lg:basis-72" />
          {['first', 'second', 'third'].map((filter) => (
            <Skeleton key={filter} className="h-9 flex-1 basis-36 lg:flex-none" />
          ))}
        </div>
        <Skeleton className="h-10 w-full max-w-120" />
      </div>
      <Skeleton className="h-24 rounded-panel" />
    </div>
  );
}
