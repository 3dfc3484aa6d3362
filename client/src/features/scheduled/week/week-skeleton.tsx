import { Skeleton } from '../../../components/ui/button.tsx';
import { heightOf, shownHours } from './week-layout.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The week's columns and day, without comments. */
export function WeekSkeleton() {
  return (
    <div
      role="status"
      className="grid flex-1 items-stretch border-t border-line bg-surface 2xl:grid-cols-[minmax(0,1fr)_calc(26.5rem+var(--gutter))]"
    >
      <span className="sr-only">Loading the schedule</span>
      <div className="flex min-w-0 flex-col pb-4">
        <div className="grid h-15 grid-cols-[44px_repeat(7,minmax(0,1fr))] border-b border-line pr-4 pl-(--gutter)">
          <span />
          {DAYS.map((day) => (
            <div key={day} className="flex min-w-0 flex-col justify-center gap-1.5 pl-2">
              <Skeleton className="h-4 w-12 max-w-full" />
              <Skeleton className="h-3 w-10 max-w-full" />
            </div>
          ))}
        </div>
        <div className="mt-3 pr-4 pl-(--gutter)">
          <div
            className="grid grid-cols-[44px_repeat(7,minmax(0,1fr))]"
            style={{ height: heightOf(shownHours([])) }}
          >
            <span />
            {DAYS.map((day) => (
              <div key={day} className="border-l border-line px-1">
                <Skeleton className="mt-10 h-12" />
              </div>
            ))}
          </div>
        </div>
      </div>
      <div className="flex min-w-0 flex-col border-line max-2xl:border-t 2xl:border-l">
        <div className="flex h-15 items-center border-b border-line px-(--gutter) 2xl:pl-6">
          <Skeleton className="h-5 w-48" />
        </div>
        <div className="px-(--gutter) pt-4 2xl:pl-6">
          <Skeleton className="h-60" />
        </div>
      </div>
    </div>
  );
}
