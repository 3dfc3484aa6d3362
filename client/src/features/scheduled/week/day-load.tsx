import type { ScheduleDay } from '#shared/contracts/schedule.ts';
import { classNames } from '../../../lib/browser.ts';

const MOST_PIPS = 8;

interface DayLoadProps {
  day: ScheduleDay | undefined;
  dailyCap: number;
}

/** What is posted and due on a day, of its cap: a square each, or a bar where the cap is high. */
export function DayLoad({ day, dailyCap }: DayLoadProps) {
  const { posted = 0, due = 0 } = day ?? {};
  const label = `${posted + due} of ${dailyCap}`;
  if (dailyCap > MOST_PIPS) {
    return (
      <span
        className={classNames('text-xs tabular-nums', posted + due > dailyCap ? 'text-failed' : 'text-muted')}
      >
        {label}
      </span>
    );
  }
  return (
    <span role="img" aria-label={label} className="flex gap-[3px] forced-color-adjust-none">
      {Array.from({ length: dailyCap }, (_, index) => (
        <span
          key={index}
          className={classNames(
            'size-2 rounded-[2px]',
            index < posted ? 'bg-posted' : index < posted + due ? 'bg-scheduled' : 'border border-field-line',
          )}
        />
      ))}
    </span>
  );
}
