import { Skeleton } from '../../components/ui/skeleton.tsx';

/** Stands for the badges beside the title; on a phone they take a row of their own. */
export const scheduledSummarySkeleton = <Skeleton className="h-6 w-48" />;

export function ScheduledSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading the schedule</span>
      <div className="border-b border-line pb-1.5">
        <Skeleton className="h-5 w-40" />
      </div>
      {['first', 'second'].map((card) => (
        <div key={card} className="grid gap-x-4 gap-y-1 sm:grid-cols-[5rem_minmax(0,1fr)]">
          <Skeleton className="h-5 w-14 sm:mt-3 sm:justify-self-end" />
          <div className="flex flex-col gap-2 rounded-panel border border-line bg-surface px-4 py-3">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-12 max-w-measure" />
            <Skeleton className="h-8 w-64 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
