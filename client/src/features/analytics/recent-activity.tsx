import type { AnalyticsResponse } from '#shared/contracts/analytics.ts';
import { classNames } from '../../lib/browser.ts';
import { formatNumber, formatWeekday } from '../../lib/formats.ts';

type Activity = AnalyticsResponse['recentActivity'];

export const isQuiet = (activity: Activity) =>
  activity.every(({ generated, posted }) => generated + posted === 0);

interface BarProps {
  count: number;
  most: number;
  className: string;
  numberClassName: string;
}

/** Zero is a number without a bar. */
function Bar({ count, most, className, numberClassName }: BarProps) {
  return (
    <div className="flex h-full w-7 flex-col justify-end max-sm:w-4">
      <span className={classNames('text-center text-xs tabular-nums', numberClassName)}>
        {formatNumber(count)}
      </span>
      {count > 0 && (
        <span
          className={classNames('rounded-t-[2px] forced-color-adjust-none', className)}
          style={{ height: `${(count / most) * 80}%` }}
        />
      )}
    </div>
  );
}

function Bars({ activity }: { activity: Activity }) {
  const most = Math.max(...activity.map(({ generated, posted }) => Math.max(generated, posted)));
  return (
    <div aria-hidden className="grid grid-cols-7 gap-x-2">
      {activity.map(({ day, generated, posted }) => {
        const [date, weekday] = formatWeekday(day).split(' ');
        return (
          <div key={day} className="min-w-0">
            <div className="flex h-38 justify-center gap-0.5 border-b border-line">
              <Bar count={generated} most={most} className="bg-field-line" numberClassName="text-muted" />
              <Bar count={posted} most={most} className="bg-posted" numberClassName="text-posted" />
            </div>
            <p className="mt-2 text-center text-xs text-muted">
              {weekday} <span className="max-sm:block">{date}</span>
            </p>
          </div>
        );
      })}
    </div>
  );
}

export function RecentActivity({ activity }: { activity: Activity }) {
  return (
    <>
      {isQuiet(activity) ? (
        <p className="text-muted">Nothing was generated or posted in these seven days.</p>
      ) : (
        <Bars activity={activity} />
      )}
      {/* Firefox paints the caption of a table that is hidden itself. */}
      <div className="sr-only">
        <table>
          <caption>Comments by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Generated</th>
              <th scope="col">Posted</th>
            </tr>
          </thead>
          <tbody>
            {activity.map(({ day, generated, posted }) => (
              <tr key={day}>
                <th scope="row">{formatWeekday(day)}</th>
                <td>{formatNumber(generated)}</td>
                <td>{formatNumber(posted)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

export function ActivityLegend() {
  return (
    <span className="flex gap-3">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-[2px] bg-field-line forced-color-adjust-none" />{' '}
        generated
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-[2px] bg-posted forced-color-adjust-none" /> posted
      </span>
    </span>
  );
}
