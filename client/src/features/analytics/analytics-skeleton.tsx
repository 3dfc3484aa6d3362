import { Skeleton } from '../../components/ui/skeleton.tsx';

export function AnalyticsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading the figures</span>
      <Skeleton className="h-6 w-full max-w-measure" />
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line lg:grid-cols-4">
        {['first', 'second', 'third', 'fourth'].map((figure) => (
          <div key={figure} className="flex flex-col gap-2 bg-raised px-4 py-3">
            <Skeleton className="h-7 w-16" />
            <Skeleton className="h-4 w-24" />
          </div>
        ))}
      </div>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    </div>
  );
}
