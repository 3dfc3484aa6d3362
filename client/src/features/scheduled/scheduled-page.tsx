import { ChevronLeft, ChevronRight, Keyboard } from 'lucide-react';
import { Suspense } from 'react';
import { z } from 'zod';
import { daySchema, idParamSchema } from '#shared/contracts/primitives.ts';
import { addDays, wallTime } from '#shared/rules/calendar.ts';
import { PageBody, PageHeader } from '../../components/page.tsx';
import { ShortcutsDialog } from '../../components/shortcuts-dialog.tsx';
import { scheduledSummarySkeleton } from '../../components/skeletons.tsx';
import { Badge, Button, IconButton } from '../../components/ui/button.tsx';
import { RadioGroup } from '../../components/ui/choices.tsx';
import { useAddress, useAddressDialog } from '../../lib/address.ts';
import { lazyWithPreload, useMedia, useNow } from '../../lib/browser.ts';
import { formatDay, formatNumber } from '../../lib/formats.ts';
import { createPreference, usePreference } from '../../lib/storage.ts';
import { viewersZone } from '../../lib/time-zone.ts';
import { ReviewQuestions } from '../../review/post-now.tsx';
import { ScheduleDialog } from '../../review/schedule/schedule-dialog.tsx';
import { type QueueSummary, queueSummary } from '../../review/select.ts';
import { useWork } from '../../review/work.ts';
import { ApprovedTray, useTrayAhead } from './approved-tray.tsx';
import { NothingScheduled, ScheduledTimeline } from './scheduled-timeline.tsx';
import {
  SCHEDULED_KEYS,
  type ScheduledReview,
  useScheduledReview,
} from './use-scheduled-desk.ts';
import { WEEK_DAYS, weekStart } from './week-blocks.ts';
import { WeekSkeleton, WeekView } from './week-view.tsx';

const SlotsDialog = lazyWithPreload(
  async () => (await import('../../review/schedule/slots-dialog.tsx')).SlotsDialog,
);

const views = ['day', 'week'] as const;
const VIEWS = [
  { value: 'day', label: 'List' },
  { value: 'week', label: 'Week' },
] as const;

const viewPreference = createPreference('scheduled-view', z.enum(views), 'day');

const addressSchema = z.object({
  view: z.enum(views),
  day: daySchema,
  comment: idParamSchema,
});

/**
 * On a phone, the list shows a line for each comment, and there is no room for a week.
 */
const PHONE = '(width < 40rem)';

function weekLabel(first: string): string {
  const last = addDays(first, WEEK_DAYS - 1);
  const end =
    last.slice(0, 7) === first.slice(0, 7)
      ? String(Number(last.slice(8)))
      : formatDay(last);
  return `${formatDay(first)} to ${end}`;
}

/**
 * Returns the day of the first scheduled comment if the week from today shows it, or else
 * today.
 */
function firstDay(firstAt: string | null | undefined, today: string): string {
  if (!firstAt) return today;
  const soonest = wallTime(new Date(firstAt), viewersZone()).day;
  return weekStart(soonest, today) === today ? soonest : today;
}

const Summary = ({ scheduled, cadence }: QueueSummary) => (
  <>
    <Badge>{formatNumber(scheduled)} scheduled</Badge>
    {cadence && <Badge>{cadence}</Badge>}
  </>
);

interface WeekButtonsProps {
  first: string;
  today: string;
  onShow: (day: string) => void;
}

const WeekButtons = ({ first, today, onShow }: WeekButtonsProps) => (
  <div className="flex items-center">
    <IconButton
      icon={ChevronLeft}
      aria-label="Week before"
      onClick={() => onShow(addDays(first, -WEEK_DAYS))}
    />
    <Button
      variant="ghost"
      title="Show the next seven days"
      className="min-w-32 px-1 tabular-nums"
      onClick={() => onShow(today)}
    >
      {weekLabel(first)}
    </Button>
    <IconButton
      icon={ChevronRight}
      aria-label="Week after"
      onClick={() => onShow(addDays(first, WEEK_DAYS))}
    />
  </div>
);

/** The dialogs and questions that the cards open. */
const CardDialogs = ({ shared }: { shared: ScheduledReview }) => (
  <>
    {shared.changing && <ScheduleDialog {...shared.changing} />}
    <ReviewQuestions {...shared.questions} />
    {shared.isHelpShown && (
      <ShortcutsDialog meanings={SCHEDULED_KEYS} onClose={() => shared.showHelp(false)} />
    )}
  </>
);

export function ScheduledPage() {
  const summary = useWork(queueSummary);
  useTrayAhead();
  const [address, setAddress] = useAddress(addressSchema);
  const slots = useAddressDialog('slots');
  const isPhone = useMedia(PHONE);
  const [lastView, setLastView] = usePreference(viewPreference);
  const view = isPhone ? 'day' : (address.view ?? lastView);
  const shared = useScheduledReview();
  const today = wallTime(useNow(60_000), viewersZone()).day;
  const day = address.day ?? firstDay(summary?.firstAt, today);
  const first = weekStart(day, today);
  /** The week to show depends on the first scheduled comment. */
  const isWeekUnknown = !summary && !address.day;
  const showWeek = (shown: string) => setAddress({ day: shown, comment: undefined });
  return (
    <>
      <PageHeader
        title="Scheduled Comments"
        summary={summary ? <Summary {...summary} /> : scheduledSummarySkeleton}
        actions={
          <>
            <IconButton
              icon={Keyboard}
              title="Shortcuts"
              className="max-lg:hidden"
              onClick={() => shared.showHelp(true)}
            />
            <Button
              variant="ghost"
              onPointerEnter={SlotsDialog.preload}
              onFocus={SlotsDialog.preload}
              onClick={() => slots.open('edit')}
            >
              Edit Slots
            </Button>
            {!isPhone && (
              <div className="w-36">
                <RadioGroup
                  segmented
                  label="View"
                  value={view}
                  onValueChange={(next) => {
                    setLastView(next);
                    setAddress({ view: next });
                  }}
                  options={VIEWS}
                />
              </div>
            )}
            {view === 'week' && (
              <WeekButtons first={first} today={today} onShow={showWeek} />
            )}
          </>
        }
      />
      {view === 'week' && isWeekUnknown && <WeekSkeleton />}
      {view === 'week' && !isWeekUnknown && (
        <WeekView
          first={first}
          day={day}
          comment={address.comment ?? null}
          onOpen={(opened, comment) =>
            setAddress({
              day: opened,
              comment: comment === null ? undefined : String(comment),
            })
          }
          shared={shared}
          tray={<ApprovedTray onSchedule={shared.giveTime} />}
          empty={summary?.scheduled === 0 && <NothingScheduled />}
        />
      )}
      {view === 'day' && (
        <PageBody>
          <ScheduledTimeline shared={shared} isPhone={isPhone} asked={address.comment} />
        </PageBody>
      )}
      <CardDialogs shared={shared} />
      {slots.value !== null && (
        <Suspense>
          <SlotsDialog onClose={slots.close} />
        </Suspense>
      )}
    </>
  );
}
