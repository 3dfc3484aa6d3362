import { Skeleton } from '../../components/ui/skeleton.tsx';

export function HistorySkeleton() {
  return (
    <div role="status" className="flex flex-col">
      <span className="sr-only">Loading the history</span>
      <Skeleton className="mb-5 h-9 w-72 max-w-full lg:hidden" />
      {['first', 'second', 'third', 'fourth'].map((row) => (
        <div key={row} className="flex flex-col gap-1.5 border-b border-line py-3">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-3/4" />
        </div>
      ))}
    </div>
  );
}
