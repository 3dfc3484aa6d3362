import { Skeleton } from '../../components/ui/skeleton.tsx';

export function AnalyticsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading the figures</span>
      <Skeleton className="h-9.5 w-full max-w-measure" />
      <div className="-mx-(--gutter) grid grid-cols-2 gap-y-px border-y border-line px-(--gutter) lg:grid-cols-4">
        {['first', 'second', 'third', 'fourth'].map((figure) => (
          <div key={figure} className="flex h-26 flex-col justify-center gap-2 py-4">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-7 w-16" />
            <Skeleton className="h-3 w-32 max-w-full" />
          </div>
        ))}
      </div>
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-2">
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    </div>
  );
}
