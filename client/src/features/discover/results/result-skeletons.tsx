import { Skeleton } from '../../../components/ui/skeleton.tsx';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

export const searching = 'Searching for videos...';

/** The list's head and rows, in their sizes. */
export function ResultSkeletons({ isSearching }: { isSearching: boolean }) {
  return (
    <div>
      <div className="flex min-h-[max(2.5rem,var(--control))] items-center border-y border-line px-(--gutter) text-sm max-md:flex-wrap">
        <p
          role="status"
          className="text-soft max-md:order-last max-md:min-h-[2lh] max-md:basis-full max-md:pb-1.5"
        >
          {isSearching && searching}
        </p>
        <Skeleton className="ml-auto h-4 w-44" />
      </div>
      {ROWS.map((row) => (
        <div key={row} className="flex h-26 items-center gap-4 border-b border-line px-(--gutter)">
          <Skeleton className="size-4 max-sm:hidden" />
          <Skeleton className="aspect-video w-24 sm:w-35.5" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className="h-4 w-3/4 max-w-100" />
            <Skeleton className="h-3 w-1/2 max-w-72" />
            <Skeleton className="h-3 w-full max-w-measure max-sm:hidden" />
          </div>
          <Skeleton className="h-(--control) mb-3 w-36 self-end max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
