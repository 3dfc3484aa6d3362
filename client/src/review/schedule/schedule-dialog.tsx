import { useMutation, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { PostingStatus } from '#shared/contracts/posting.ts';
import type { CommentStatus } from '#shared/contracts/primitives.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import type { Video } from '#shared/contracts/videos.ts';
import { calendarDays } from '#shared/rules/calendar.ts';
import {
  type QuickScheduleMinutes,
  quickSchedule,
  quickScheduleMinutes,
  tomorrowMorning,
  tonight,
} from '#shared/rules/schedule.ts';
import { errorText } from '../../api/http.ts';
import { postingStatusQuery, useNextFreeSlot } from '../../api/posting.ts';
import { workQuery } from '../../api/work.ts';
import { DateTime } from '../../components/time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { RadioGroup } from '../../components/ui/choices.tsx';
import { Dialog, DialogClose } from '../../components/ui/dialog.tsx';
import { Failure, InputField } from '../../components/ui/form-fields.tsx';
import { useNow } from '../../lib/browser.ts';
import {
  formatDay,
  formatTime,
  fromLocalDateTime,
  toLocalDateTime,
} from '../../lib/formats.ts';
import { formatPlanned } from '../../lib/planned-times.ts';
import { usableZone, viewersZone } from '../../lib/time-zone.ts';
import { type PlannedDay, plannedDays } from '../select.ts';
import { ChannelPlans } from './channel-plans.tsx';

interface Plan {
  times: readonly Date[];
  /** The current due times that the plan replaces, for comments that have one. */
  instead: readonly Date[];
}

/**
 * Returns the days (YYYY-MM-DD, in the daily cap's time zone) on which the plan would
 * exceed the daily cap.
 */
export function overfullDays(
  { times, instead }: Plan,
  planned: readonly PlannedDay[],
  {
    dailyCap,
    postedToday,
    timeZone,
  }: Pick<PostingStatus, 'dailyCap' | 'postedToday' | 'timeZone'>,
  now: Date,
): PlannedDay[] {
  const dayOf = calendarDays(usableZone(timeZone));
  const total = new Map<string, number>();
  const add = (day: string, posts: number) =>
    total.set(day, (total.get(day) ?? 0) + posts);
  add(dayOf(now), postedToday);
  for (const { day, posts } of planned) add(day, posts);
  for (const at of instead) add(dayOf(at < now ? now : at), -1);
  for (const at of times) add(dayOf(at), 1);
  return [...new Set(times.map(dayOf))]
    .map((day) => ({ day, posts: total.get(day) ?? 0 }))
    .filter(({ posts }) => posts > dailyCap);
}

export function PlanWarning(plan: Plan) {
  const status = useQuery(postingStatusQuery).data;
  const work = useQuery(workQuery).data ?? [];
  const now = useNow();
  if (!status) return null;
  const zone = status.timeZone === viewersZone() ? '' : ` (${status.timeZone} time)`;
  const planned = plannedDays(work, usableZone(status.timeZone), now);
  const warnings = overfullDays(plan, planned, status, now).map(
    ({ day, posts }) =>
      `${formatDay(day)}${zone} would have ${posts} posts; your daily limit is ${status.dailyCap}. The rest waits for the next day.`,
  );
  if (status.state === 'paused' && status.reason) warnings.unshift(status.reason);
  if (warnings.length === 0) return null;
  return (
    <ul aria-live="polite" className="flex flex-col gap-1 text-sm text-pending">
      {warnings.map((warning) => (
        <li key={warning} className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {warning}
        </li>
      ))}
    </ul>
  );
}

/**
 * A dialog that schedules with its button, or with Enter unless
 * another button has the focus. Shows why times were refused.
 */
export function TimesDialog(props: {
  title: string;
  description: string;
  label?: string;
  isReady: boolean;
  /**
   * Returns a sentence instead if nothing is sent, or '' if the reason is shown
   * elsewhere.
   */
  onSchedule: () => Promise<void> | string;
  onClose: () => void;
  children: ReactNode;
}) {
  const {
    title,
    description,
    label = 'Schedule',
    isReady,
    onSchedule,
    onClose,
    children,
  } = props;
  const [refusal, setRefusal] = useState('');
  const sending = useMutation({
    mutationFn: (sent: Promise<void>) => sent,
    onSuccess: onClose,
  });
  const { isPending } = sending;
  function send() {
    if (isPending || !isReady) return;
    const sent = onSchedule();
    setRefusal(typeof sent === 'string' ? sent : '');
    if (typeof sent === 'string') sending.reset();
    else sending.mutate(sent);
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, repeat, target } = event;
    const isButton =
      target instanceof Element &&
      target.closest('a, button:not([role="radio"])') !== null;
    if (key !== 'Enter' || repeat || isButton) return;
    event.preventDefault();
    send();
  };
  const footer = (
    <>
      <DialogClose>Cancel</DialogClose>
      <Button variant="primary" disabled={!isReady || isPending} onClick={send}>
        {isPending ? 'Scheduling…' : label}
      </Button>
    </>
  );
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
      onKeyDown={onKeyDown}
      footer={footer}
    >
      <div className="flex flex-col gap-5">
        {children}
        <Failure>
          {refusal ||
            (sending.error && errorText(sending.error, 'Failed to schedule comment'))}
        </Failure>
      </div>
    </Dialog>
  );
}

type Choice = `${QuickScheduleMinutes}` | 'slot' | 'tonight' | 'tomorrow' | 'custom';

export const PAST = 'That time has passed. Choose one later than now.';

const NO_SLOT = 'No slot is free within a year. Edit your slots on the Scheduled screen.';

const option = (value: Choice, words: string, time?: string | null) => ({
  value,
  label: (
    <span className="flex flex-wrap gap-x-2">
      {words}{' '}
      {time && (
        <span className="font-normal whitespace-nowrap text-muted tabular-nums">
          {time}
        </span>
      )}
    </span>
  ),
});

/** The first suggestion for a custom time. */
const SUGGESTED_MINUTES = 5;

type NextSlot = ReturnType<typeof useNextFreeSlot>;

/** Keeps what the user chose in the dialog. `present` is the comment's current time. */
function useChosenTime(present: Date | null, slot: NextSlot, now: Date) {
  const [chosen, setChosen] = useState<Choice | null>(present ? 'custom' : null);
  const [typed, setTyped] = useState<string | null>(null);
  const choice = chosen ?? (slot === null ? 'tomorrow' : 'slot');
  const evening = tonight(now, viewersZone());
  const morning = tomorrowMorning(now, viewersZone());

  return {
    choice,
    evening,
    morning,
    typed: typed ?? (present ? toLocalDateTime(present) : ''),
    type: setTyped,

    choose(next: Choice) {
      setChosen(next);
      if (next === 'custom' && !present)
        setTyped(
          (text) => text ?? toLocalDateTime(quickSchedule(SUGGESTED_MINUTES, new Date())),
        );
    },

    /**
     * Returns the chosen time; null if it is not known yet. The quick choices count from
     * `from`.
     */
    timeFrom(from: Date): Date | null {
      const minutes = quickScheduleMinutes.find((each) => `${each}` === choice);
      if (minutes) return quickSchedule(minutes, from);
      if (choice === 'tonight') return evening;
      if (choice === 'tomorrow') return morning;
      if (choice === 'slot') return slot ?? null;
      // The field has no seconds, so a time that was not edited is sent exactly as it
      // was.
      return typed === null ? present : fromLocalDateTime(typed);
    },
  };
}

function timeOptions(
  { choice, evening, morning }: ReturnType<typeof useChosenTime>,
  slot: NextSlot,
  now: Date,
) {
  const options = [
    option('slot', 'Next free slot', slot && formatPlanned(slot.toISOString(), now)),
  ];
  if (evening > now || choice === 'tonight')
    options.push(option('tonight', 'Tonight', formatTime(evening.getTime())));
  options.push(
    option('tomorrow', 'Tomorrow', formatTime(morning.getTime())),
    option('custom', 'Custom'),
  );
  return options;
}

interface PreviewProps {
  choice: Choice;
  at: Date | null;
  slot: NextSlot;
  now: Date;
}

/** Says when the comment will be posted, or why no time is chosen yet. */
function Preview({ choice, at, slot, now }: PreviewProps) {
  if (at !== null && at > now)
    return (
      <>
        Will be posted on <DateTime iso={at.toISOString()} />
      </>
    );
  if (choice !== 'slot')
    return at ? 'Choose a date and time later than now.' : 'Choose a date and time.';
  return slot === null ? NO_SLOT : 'Looking for a free slot…';
}

export function ScheduleDialog(props: {
  item: Pick<QueueRow, 'dueAt' | 'scheduledFor'> & {
    comment: {
      status: CommentStatus;
      video: Pick<Video, 'title' | 'channelId'>;
      answers: object | null;
    };
  };
  onClose: () => void;
  onSchedule: (at: Date) => Promise<void>;
}) {
  const { item, onClose, onSchedule } = props;
  const { scheduledFor, dueAt } = item;
  const { status, video, answers } = item.comment;
  const now = useNow(1_000);
  const slot = useNextFreeSlot();
  const chosen = useChosenTime(scheduledFor ? new Date(scheduledFor) : null, slot, now);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { choice } = chosen;
  const at = chosen.timeFrom(now);

  const choose = (next: Choice) => {
    chosen.choose(next);
    setRefused(false);
  };

  const schedule = () => {
    const pressed = new Date();
    const time = chosen.timeFrom(pressed);
    if (time && time > pressed) return onSchedule(time);
    setRefused(true);
    field.current?.focus();
    return '';
  };

  const quick = quickScheduleMinutes.map((each) =>
    option(
      `${each}`,
      `In ${each} minutes`,
      formatTime(quickSchedule(each, now).getTime()),
    ),
  );

  return (
    <TimesDialog
      title="Schedule Comment"
      description={video.title}
      label={
        status === 'pending' || status === 'failed' ? 'Approve & Schedule' : 'Schedule'
      }
      isReady={at !== null}
      onSchedule={schedule}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-x-3 sm:gap-x-6">
        <RadioGroup
          label="At a time"
          value={choice}
          onValueChange={choose}
          options={timeOptions(chosen, slot, now)}
        />
        <RadioGroup label="Quick" value={choice} onValueChange={choose} options={quick} />
      </div>
      {choice === 'custom' && (
        <InputField
          label="Date and time"
          help="In your time zone."
          error={refused ? PAST : undefined}
          ref={field}
          type="datetime-local"
          className="max-w-64"
          min={toLocalDateTime(now)}
          value={chosen.typed}
          onChange={(event) => {
            chosen.type(event.target.value);
            setRefused(false);
          }}
        />
      )}
      <div className="flex flex-col gap-1">
        <p className="text-sm font-medium">Preview</p>
        <p data-testid="schedule-preview">
          <Preview choice={choice} at={at} slot={slot} now={now} />
        </p>
      </div>
      {at !== null && at > now && (
        <PlanWarning times={[at]} instead={dueAt ? [new Date(dueAt)] : []} />
      )}
      <ChannelPlans
        channelId={answers ? null : video.channelId}
        at={at}
        present={scheduledFor}
      />
    </TimesDialog>
  );
}
