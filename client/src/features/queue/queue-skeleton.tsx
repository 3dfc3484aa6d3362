import { Skeleton } from '../../components/ui/skeleton.tsx';

export function QueueSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-2.5">
      <span className="sr-only">Loading the queue</span>
      <Skeleton className="mb-2.5 h-28 w-full sm:h-20 md:h-9 md:w-72 lg:hidden" />
      {['first', 'second', 'third'].map((card) => (
        <div key={card} className="flex flex-col gap-2 rounded-panel border border-line bg-raised px-4 py-3">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  );
}
