import { lazy, Suspense } from 'react';
import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatWeekday } from '../../lib/dates.ts';

const ActivityChart = lazy(() => import('./activity-chart.tsx'));

type Activity = AnalyticsResponse['recentActivity'];

export const isQuiet = (activity: Activity) =>
  activity.every(({ generated, posted }) => generated + posted === 0);

export function RecentActivity({ activity }: { activity: Activity }) {
  const days = activity.map(({ day, generated, posted }) => ({
    label: formatWeekday(day),
    generated,
    posted,
  }));
  return (
    <>
      {isQuiet(activity) ? (
        <p className="text-muted">Nothing was generated or posted in these seven days.</p>
      ) : (
        <div aria-hidden>
          <Suspense fallback={<Skeleton className="h-[210px]" />}>
            <ActivityChart days={days} />
          </Suspense>
        </div>
      )}
      <table className="sr-only">
        <caption>Comments by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Generated</th>
            <th scope="col">Posted</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ label, generated, posted }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{generated}</td>
              <td>{posted}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function ActivityLegend() {
  return (
    <span className="flex gap-3">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-[2px] bg-line-strong forced-color-adjust-none" />{' '}
        generated
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-[2px] bg-posted forced-color-adjust-none" /> posted
      </span>
    </span>
  );
}
