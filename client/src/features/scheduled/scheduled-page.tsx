import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Suspense } from 'react';
import { z } from 'zod';
import { idParamSchema } from '#shared/contracts/primitives.ts';
import type { QueueSummary } from '#shared/contracts/queue.ts';
import { addDays, wallTime } from '#shared/rules/calendar.ts';
import { viewersZone } from '../../api/posting-slots.ts';
import { queueSummaryQuery } from '../../api/queue.ts';
import { PageBody, PageHeader } from '../../components/page.tsx';
import { scheduledSummarySkeleton } from '../../components/skeletons.tsx';
import { Badge, Button } from '../../components/ui/button.tsx';
import { Segmented } from '../../components/ui/choices.tsx';
import { useAddress, useAddressDialog } from '../../lib/address.ts';
import { lazyWithPreload, useMedia, useNow } from '../../lib/browser.ts';
import { formatDay, formatNumber } from '../../lib/formats.ts';
import { createPreference, usePreference } from '../../lib/storage.ts';
import { ApprovedTray } from './approved-tray.tsx';
import { NothingScheduled } from './nothing-scheduled.tsx';
import { ScheduledTimeline } from './scheduled-timeline.tsx';
import { useFirstTimes } from './use-first-times.ts';
import { useScheduledCards } from './use-scheduled-cards.tsx';
import { weekStart } from './week/week-layout.ts';
import { WeekSkeleton } from './week/week-skeleton.tsx';
import { WeekView } from './week/week-view.tsx';

const SlotsDialog = lazyWithPreload(
  async () => (await import('../../components/slots-dialog.tsx')).SlotsDialog,
);

const views = ['day', 'week'] as const;
const VIEWS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
] as const;

/** Which view a person chose last, in this browser. */
const viewPreference = createPreference('scheduled-view', z.enum(views), 'week');

const addressSchema = z.object({
  view: z.enum(views),
  /** In the shown week. */
  day: z.iso.date(),
  comment: idParamSchema,
});

/** Seven columns need this. */
const WIDE = '(min-width: 40rem)';

function weekLabel(first: string): string {
  const last = addDays(first, 6);
  const end = last.slice(0, 7) === first.slice(0, 7) ? String(Number(last.slice(8))) : formatDay(last);
  return `${formatDay(first)} to ${end}`;
}

/** The day of the next comment: of a Sunday evening the rest of the week is bare. */
function nextDay(summary: QueueSummary | undefined, today: string): string {
  const next = summary?.nextDueAt ? wallTime(new Date(summary.nextDueAt), viewersZone()).day : today;
  return next > today ? next : today;
}

export function ScheduledPage() {
  const { data: summary, isPending } = useQuery(queueSummaryQuery);
  const [address, setAddress] = useAddress(addressSchema);
  const slots = useAddressDialog('slots');
  const isWide = useMedia(WIDE);
  const [lastView, setLastView] = usePreference(viewPreference);
  const view = isWide ? (address.view ?? lastView) : 'day';
  const { renderCard, dialogs } = useScheduledCards();
  const giveTime = useFirstTimes();
  const today = wallTime(useNow(60_000), viewersZone()).day;
  const day = address.day ?? nextDay(summary, today);
  const first = weekStart(day);
  const showWeek = (shown: string) => setAddress({ day: shown, comment: undefined });
  const tray = <ApprovedTray onSchedule={giveTime} />;
  return (
    <>
      <PageHeader
        title="Scheduled Comments"
        summary={
          isPending
            ? scheduledSummarySkeleton
            : summary && (
                <>
                  <Badge>{formatNumber(summary.scheduled)} scheduled</Badge>
                  {summary.cadence && <Badge>{summary.cadence}</Badge>}
                </>
              )
        }
        actions={
          <>
            <Button
              variant="ghost"
              onPointerEnter={SlotsDialog.preload}
              onFocus={SlotsDialog.preload}
              onClick={() => slots.open('edit')}
            >
              Edit Slots
            </Button>
            {isWide && (
              <div className="w-36">
                <Segmented
                  compact
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
              <div className="flex items-center">
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label="Week before"
                  onClick={() => showWeek(addDays(first, -7))}
                >
                  <ChevronLeft aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  title="Show this week"
                  className="min-w-32 px-1 tabular-nums"
                  onClick={() => showWeek(today)}
                >
                  {weekLabel(first)}
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label="Week after"
                  onClick={() => showWeek(addDays(first, 7))}
                >
                  <ChevronRight aria-hidden />
                </Button>
              </div>
            )}
          </>
        }
      />
      {view === 'week' && isPending && !address.day ? (
        <WeekSkeleton />
      ) : view === 'week' ? (
        <WeekView
          day={day}
          isDayChosen={address.day !== undefined}
          comment={address.comment ?? null}
          onOpen={(opened, comment) =>
            setAddress({ day: opened, comment: comment === null ? undefined : String(comment) })
          }
          onSchedule={giveTime}
          renderCard={renderCard}
          tray={tray}
          empty={summary?.scheduled === 0 && <NothingScheduled />}
        />
      ) : (
        <PageBody>
          <ScheduledTimeline renderCard={renderCard} tray={tray} />
        </PageBody>
      )}
      {dialogs}
      {slots.value !== null && (
        <Suspense>
          <SlotsDialog onClose={slots.close} />
        </Suspense>
      )}
    </>
  );
}
