import { Skeleton } from '../../components/ui/skeleton.tsx';

const ROWS = ['first', 'second', 'third', 'fourth'];

/** The shape of result rows while the first ones are on their way. */
export function ResultSkeletons() {
  return (
    <div className="rounded-panel border border-line bg-raised">
      {ROWS.map((row) => (
        <div key={row} className="flex gap-4 border-t border-line px-4 py-4 first:border-t-0">
          <Skeleton className="size-5" />
          <Skeleton className="hidden aspect-video w-42 sm:block" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-full max-w-measure" />
            <Skeleton className="mt-1 h-8 w-36" />
          </div>
        </div>
      ))}
    </div>
  );
}
