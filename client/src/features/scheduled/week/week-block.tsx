import type { ComponentProps } from 'react';
import type { ScheduleEntry } from '#shared/contracts/schedule.ts';
import { classNames } from '../../../lib/browser.ts';
import { formatDay, formatWeekdayName } from '../../../lib/formats.ts';
import { clockText } from './week-layout.ts';

interface WeekBlockProps extends ComponentProps<'button'> {
  entry: ScheduleEntry;
  day: string;
  time: string;
  isOpen: boolean;
  isMoving: boolean;
  isOverdue: boolean;
}

const BLOCK = 'absolute overflow-hidden rounded-[4px] py-1 pr-1 pl-2 text-left text-xs leading-[15px]';

interface WordsProps {
  time: string;
  channel: string;
  isOverdue?: boolean;
}

/** Three lines at most. */
function Words({ time, channel, isOverdue = false }: WordsProps) {
  return (
    <span className="block max-h-[45px] overflow-hidden">
      <span className="block font-semibold whitespace-nowrap tabular-nums">{clockText(time)}</span>{' '}
      {isOverdue && (
        <span className="block font-medium text-failed hyphens-auto [overflow-wrap:anywhere]">Overdue</span>
      )}{' '}
      <span className="line-clamp-2 [overflow-wrap:anywhere]">{channel}</span>
    </span>
  );
}

export function WeekBlock(given: WeekBlockProps) {
  const { entry, day, time, isOpen, isMoving, isOverdue, className, ...props } = given;
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      title={entry.title}
      className={classNames(
        BLOCK,
        'z-10 h-[54px] cursor-grab touch-pan-y select-none',
        isMoving
          ? 'border border-dashed border-field-line bg-page'
          : isOpen
            ? 'bg-accent-soft shadow-[inset_0_0_0_2px_var(--color-accent)]'
            : 'bg-surface shadow-[inset_0_0_0_1px_var(--color-button-line),inset_3px_0_0_var(--edge)] hover:bg-hover',
        isOverdue ? '[--edge:var(--color-failed)]' : '[--edge:var(--color-scheduled)]',
        className,
      )}
      {...props}
    >
      <span className="sr-only">
        {formatWeekdayName(day)} {formatDay(day)},
      </span>{' '}
      <Words time={time} channel={entry.channelTitle} isOverdue={isOverdue} />
      <span className="sr-only">: {entry.title}</span>
    </button>
  );
}

interface PostedBlockProps extends ComponentProps<'p'> {
  entry: ScheduleEntry;
  time: string;
}

export function PostedBlock({ entry, time, className, ...props }: PostedBlockProps) {
  return (
    <p
      title={entry.title}
      className={classNames(
        BLOCK,
        'max-h-[54px] text-muted shadow-[inset_3px_0_0_var(--color-posted)]',
        className,
      )}
      {...props}
    >
      <span className="sr-only">Posted at </span>
      <Words time={time} channel={entry.channelTitle} />
    </p>
  );
}

/** Where a moved block goes. */
export function BlockGhost({ time, top }: { time: string; top: number }) {
  return (
    <div
      aria-hidden
      style={{ top }}
      className="pointer-events-none absolute inset-x-1 z-30 h-[54px] rounded-[4px] border-2 border-accent bg-accent-soft py-0.5 pl-[7px] text-xs leading-[15px] font-semibold tabular-nums shadow-float"
    >
      {clockText(time)}
    </div>
  );
}
