import type { ReactNode } from 'react';
import type { ScheduleEntry } from '#shared/contracts/schedule.ts';
import { wallTime } from '#shared/rules/calendar.ts';
import { formatDay, formatNumber, formatWeekdayName } from '../../../lib/formats.ts';
import type { ScheduledItem } from '../timeline-rows.ts';
import { ClosedLine, OpenCard } from './day-panel.tsx';
import { clockText } from './week-layout.ts';

interface OverdueListProps {
  /** Soonest first. */
  entries: readonly ScheduleEntry[];
  /** How many more there are than the entries. */
  unlisted: number;
  timeZone: string;
  now: Date;
  openComment: number | null;
  /** The open comment is on the screen. */
  onShown: () => void;
  onOpen: (commentId: number) => void;
  renderCard: (item: ScheduledItem) => ReactNode;
}

const MOST_SHOWN = 5;

/** Scheduled comments from before the week, which its columns have no place for. */
export function OverdueList(props: OverdueListProps) {
  const { entries, unlisted, timeZone, now, openComment, onShown, onOpen, renderCard } = props;
  const shown = entries.filter(({ commentId }, index) => index < MOST_SHOWN || commentId === openComment);
  const momentOf = ({ at }: ScheduleEntry) => {
    const { day, time } = wallTime(new Date(at), timeZone);
    return `${formatWeekdayName(day)} ${formatDay(day)}, ${clockText(time)}`;
  };
  const more = entries.length - shown.length + unlisted;
  return (
    <section aria-label="Overdue" className="border-b border-line px-(--gutter) pt-3 pb-4 2xl:col-span-2">
      <h2 className="pb-1 text-base font-semibold text-failed">Overdue</h2>
      <ol className="max-w-measure">
        {shown.map((entry) => (
          <li key={entry.commentId} className="grid grid-cols-[8.5rem_minmax(0,1fr)]">
            <span className="pt-[9px] text-sm leading-5 font-medium tabular-nums">{momentOf(entry)}</span>
            {entry.commentId === openComment ? (
              <OpenCard commentId={entry.commentId} onShown={onShown}>
                {renderCard}
              </OpenCard>
            ) : (
              <ClosedLine entry={entry} now={now} onOpen={() => onOpen(entry.commentId)} />
            )}
          </li>
        ))}
      </ol>
      {more > 0 && (
        <p className="pt-2 text-sm text-muted">{formatNumber(more)} more. The Day view lists them all.</p>
      )}
    </section>
  );
}
