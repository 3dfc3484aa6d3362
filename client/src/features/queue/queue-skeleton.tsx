import { ListPanes } from '../../components/list-panes.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';

export function QueueSkeleton() {
  return (
    <div role="status" className="-mx-(--gutter) -mt-5 -mb-28 flex min-h-[70dvh] flex-1 flex-col">
      <span className="sr-only">Loading the queue</span>
      <div className="h-1.5 md:h-11 md:border-y md:border-line" />
      <ListPanes
        isListShown={false}
        list={['first', 'second', 'third', 'fourth'].map((row) => (
          <div key={row} className="flex h-21 flex-col gap-2 border-b border-line p-4 pt-3 lg:pl-12">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-3 w-2/5" />
          </div>
        ))}
        open={
          <div className="flex flex-col gap-5 p-3 md:p-6 lg:px-10">
            <Skeleton className="h-20 max-w-[44rem]" />
            <Skeleton className="h-40 max-w-measure" />
          </div>
        }
      />
    </div>
  );
}
