import { ListPanes, PageBody } from './page.tsx';
import { Loading, Skeleton } from './ui/button.tsx';

/** Returns gray bars of these sizes, to be stacked or placed side by side. */
const bars = (...sizes: string[]) =>
  sizes.map((size, index) => <Skeleton key={index} className={size} />);
const times = <Drawn,>(count: number, draw: (index: number) => Drawn) =>
  Array.from({ length: count }, (_, index) => draw(index));

export const DiscoverSkeleton = () => (
  <Loading label="Loading the search" className="flex flex-col gap-3">
    <Skeleton className="h-(--control) sm:h-(--control-large) w-full lg:hidden" />
    <div className="flex gap-1.5 overflow-hidden">
      {bars(...times(3, () => 'h-(--control) w-42 shrink-0'))}
    </div>
  </Loading>
);

export const searching = 'Searching for videos...';

export const ResultSkeletons = ({ isSearching }: { isSearching: boolean }) => (
  <div>
    <div className="flex min-h-[max(2.5rem,var(--control))] items-center border-y border-line px-(--gutter) text-sm">
      <p role="status" className="text-soft">
        {isSearching && searching}
      </p>
      <Skeleton className="ml-auto h-4 w-44" />
    </div>
    {times(6, (row) => (
      <div
        key={row}
        className="flex h-26 items-center gap-4 border-b border-line px-(--gutter)"
      >
        {bars('size-4 max-sm:hidden', 'aspect-video w-24 sm:w-35.5')}
        <div className="flex flex-1 flex-col gap-2.5">
          {bars(
            'h-4 w-3/4 max-w-100',
            'h-3 w-1/2 max-w-72',
            'h-3 w-full max-w-measure max-sm:hidden',
          )}
        </div>
        <Skeleton className="h-(--control) mb-3 w-36 self-end max-sm:hidden" />
      </div>
    ))}
  </div>
);

export const QueueSkeleton = () => (
  <Loading
    label="Loading the queue"
    className="-mx-(--gutter) -mt-5 -mb-28 flex min-h-[70dvh] flex-1 flex-col"
  >
    <div className="h-1.5 md:h-11 md:border-y md:border-line" />
    <ListPanes
      isListShown={false}
      list={times(4, (row) => (
        <div
          key={row}
          className="flex h-21 flex-col gap-2 border-b border-line p-4 pt-3 lg:pl-12"
        >
          {bars('h-4 w-4/5', 'h-4 w-full', 'h-3 w-2/5')}
        </div>
      ))}
      open={
        <div className="flex flex-col gap-5 p-3 md:p-6 lg:px-10">
          {bars('h-20 max-w-[44rem]', 'h-40 max-w-measure')}
        </div>
      }
    />
  </Loading>
);

/** Placeholder for the badges beside the title. On a phone they have their own row. */
export const scheduledSummarySkeleton = <Skeleton className="h-6 w-48" />;

export const ScheduledSkeleton = () => (
  <Loading label="Loading the schedule" className="flex flex-col gap-3">
    <div className="border-b border-line pb-1.5">{bars('h-5 w-40')}</div>
    {times(2, (card) => (
      <div key={card} className="grid gap-x-4 gap-y-1 sm:grid-cols-[5rem_minmax(0,1fr)]">
        <Skeleton className="h-5 w-14 sm:mt-3 sm:justify-self-end" />
        <div className="flex flex-col gap-2 rounded-panel border border-line bg-surface px-4 py-3">
          {bars('h-5 w-2/3', 'h-4 w-1/3', 'h-12 max-w-measure', 'h-8 w-64 max-w-full')}
        </div>
      </div>
    ))}
  </Loading>
);

export const HistoryRowsSkeleton = () => (
  <Loading label="Loading the history">
    {times(6, (row) => (
      <div
        key={row}
        className="flex h-14 flex-col justify-center gap-1.5 border-b border-line px-(--gutter) max-xl:h-19"
      >
        {bars('h-4 w-1/3', 'h-4 w-3/5')}
      </div>
    ))}
  </Loading>
);

export const HistorySkeleton = () => (
  <div className="-mx-(--gutter) -mt-5 flex flex-col">
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-y border-line px-(--gutter) py-1.5">
      {bars(
        'h-(--control) max-sm:flex-1 sm:w-31',
        'h-(--control) max-sm:flex-1 sm:w-34',
        'size-(--control) sm:hidden',
        'h-(--control) min-w-0 flex-1 max-sm:basis-full',
      )}
    </div>
    <div className="min-h-11 border-b border-line" />
    <div className="h-7.25 border-b border-line max-xl:hidden" />
    <HistoryRowsSkeleton />
  </div>
);

export const AnalyticsSkeleton = () => (
  <Loading label="Loading the figures" className="flex flex-col gap-6">
    <Skeleton className="h-9.5 w-full max-w-measure" />
    <div className="-mx-(--gutter) grid grid-cols-2 gap-y-px border-y border-line px-(--gutter) lg:grid-cols-4">
      {times(4, (figure) => (
        <div key={figure} className="flex h-26 flex-col justify-center gap-2 py-4">
          {bars('h-4 w-24', 'h-7 w-16', 'h-3 w-32 max-w-full')}
        </div>
      ))}
    </div>
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-2">{bars('h-56', 'h-56')}</div>
  </Loading>
);

export const SettingsSkeleton = () => (
  <Loading label="Loading profiles and settings">
    <div className="flex h-10.25 items-center gap-6 border-b border-line px-(--gutter)">
      {bars(...times(3, () => 'h-5 w-24'))}
    </div>
    <PageBody>
      {bars(
        'h-5 w-52',
        'h-5 w-full max-w-measure',
        'h-5 w-40',
        'h-24 max-w-3xl rounded-panel',
      )}
    </PageBody>
  </Loading>
);
