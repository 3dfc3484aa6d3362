import { useQuery } from '@tanstack/react-query';
import { CalendarClock, ChevronLeft, ChevronRight, Keyboard } from 'lucide-react';
import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { daySchema, idParamSchema } from '#shared/contracts/primitives.ts';
import { addDays, calendarDays, wallTime } from '#shared/rules/calendar.ts';
import { workQuery } from '../../api/work.ts';
import { VirtualList } from '../../components/list.tsx';
import { EmptyState, LoadError, PageBody, PageHeader } from '../../components/page.tsx';
import { SampleOffer } from '../../components/sample-offer.tsx';
import { ShortcutsDialog } from '../../components/shortcuts-dialog.tsx';
import {
  ScheduledSkeleton,
  scheduledSummarySkeleton,
} from '../../components/skeletons.tsx';
import { DateTime } from '../../components/time.tsx';
import {
  Badge,
  Button,
  ButtonLink,
  IconButton,
  Skeleton,
} from '../../components/ui/button.tsx';
import { RadioGroup } from '../../components/ui/choices.tsx';
import { useAddress, useAddressDialog } from '../../lib/address.ts';
import { classNames, lazyWithPreload, useMedia, useNow } from '../../lib/browser.ts';
import { formatDay, formatNumber } from '../../lib/formats.ts';
import { shortcutsPreference } from '../../lib/shortcuts.ts';
import { createPreference, usePreference } from '../../lib/storage.ts';
import { viewersZone } from '../../lib/time-zone.ts';
import { ReviewQuestions } from '../../review/post-now.tsx';
import { useRow } from '../../review/rows.ts';
import { ScheduleDialog } from '../../review/schedule/schedule-dialog.tsx';
import { type QueueSummary, queueSummary } from '../../review/select.ts';
import { useWork } from '../../review/work.ts';
import { ApprovedTray, useTrayAhead } from './approved-tray.tsx';
import { ScheduledCard, ScheduledLine } from './scheduled-card.tsx';
import type { ScheduledRow } from './scheduled-rows.ts';
import {
  SCHEDULED_KEYS,
  type ScheduledReview,
  useScheduledReview,
} from './use-scheduled-desk.ts';
import { useScheduledList } from './use-scheduled-list.ts';
import { dayLabel, type ScheduledItem, WEEK_DAYS, weekStart } from './week-blocks.ts';
import { WeekSkeleton, WeekView } from './week-view.tsx';

function NothingScheduled() {
  const isQueueEmpty = useWork(queueSummary)?.inReview === 0;
  return (
    <EmptyState
      icon={CalendarClock}
      title="No Scheduled Comments"
      action={
        <>
          <ButtonLink variant="primary" href={isQueueEmpty ? '/discover' : '/queue'}>
            {isQueueEmpty ? 'Discover Videos' : 'Go to Review Queue'}
          </ButtonLink>
          <SampleOffer />
        </>
      }
    >
      Approved comments that you schedule wait here and are posted at their time.
    </EmptyState>
  );
}

/** Heights in pixels, until measured, of a card with two lines of text and of a line on a phone. */
const CARD_HEIGHT = 196;
const LINE_HEIGHT = 84;

interface WithItemProps {
  row: ScheduledRow;
  /** The class of the height while the comment is loading. */
  height: string;
  children: (item: ScheduledItem) => ReactNode;
}

/** Loads the comment of a row. */
function WithItem({ row, height, children }: WithItemProps) {
  const loaded = useRow(row.left ? undefined : row.id);
  if (row.left) return children(row.left.item);
  if (loaded.data) return children({ ...loaded.data, scheduledFor: row.at });
  if (loaded.isError) return <LoadError what="comment" query={loaded} />;
  return <Skeleton className={height} />;
}

/** Lists all scheduled comments by day: as cards, or on a phone as lines that open one at a time. */
function ScheduledTimeline(props: {
  shared: ScheduledReview;
  isPhone: boolean;
  /** Id of the comment that the address names. */
  asked: number | undefined;
  tray: ReactNode;
  /** Id of the comment that was just scheduled in the tray. */
  given: number | null;
}) {
  const { shared, isPhone, asked, tray, given } = props;
  const list = useScheduledList(shared, { isPhone, asked });
  const { rows, openIndex, desk } = list;
  const work = useQuery(workQuery);
  /** Id of the last comment whose card was already offered the focus. */
  const ledTo = useRef<number | null>(null);
  const dayOf = calendarDays(viewersZone());
  const days = rows.map(({ at }) => dayOf(new Date(at)));
  const isFirst = (index: number) => days[index] !== days[index - 1];
  const now = useNow(60_000);

  // When its last comment is scheduled, the tray disappears together
  // with the focus. The comment's card then gets the focus.
  useLayoutEffect(() => {
    if (given === null || ledTo.current === given) return;
    if (!rows.some(({ id }) => id === given)) return;
    ledTo.current = given;
    if (document.activeElement === document.body) desk.go(given);
  });

  const renderRow = (row: ScheduledRow, index: number) => {
    const isOpen = index === openIndex;
    if (isPhone && !isOpen)
      return (
        <WithItem row={row} height="h-21">
          {(item) => (
            <ScheduledLine item={item} left={row.left?.became ?? null} desk={desk} />
          )}
        </WithItem>
      );
    return (
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[5rem_minmax(0,1fr)]">
        <p className="font-medium tabular-nums sm:pt-3 sm:text-right">
          <DateTime iso={row.at} format="time" />
        </p>
        <WithItem row={row} height="h-49">
          {(item) => (
            <ScheduledCard
              item={item}
              left={row.left?.became ?? null}
              desk={desk}
              isOpen={isOpen}
            />
          )}
        </WithItem>
      </div>
    );
  };

  if (work.isError && !work.data)
    return (
      <>
        <LoadError what="schedule" query={work} />
        {tray}
      </>
    );
  if (!list.isLoaded) return <ScheduledSkeleton />;
  // The tray appears once the list is loaded, because the list's height would move it.
  return (
    <>
      {rows.length === 0 ? (
        <NothingScheduled />
      ) : (
        <VirtualList
          label="Scheduled comments"
          items={rows}
          estimate={isPhone ? LINE_HEIGHT : CARD_HEIGHT}
          gap={isPhone ? 6 : 12}
          openIndex={openIndex}
          steady
        >
          {(row, index) => (
            <div
              className={classNames(
                'flex flex-col gap-3 max-sm:gap-1.5',
                isFirst(index) && index > 0 && 'pt-2',
              )}
            >
              {isFirst(index) && (
                <h2 className="border-b border-line pb-1.5 text-sm font-semibold">
                  {dayLabel(days[index] ?? '', now)}
                </h2>
              )}
              {renderRow(row, index)}
            </div>
          )}
        </VirtualList>
      )}
      {tray}
    </>
  );
}

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

/** On a phone, the list shows a line for each comment, and there is no room for a week. */
const PHONE = '(width < 40rem)';

function weekLabel(first: string): string {
  const last = addDays(first, WEEK_DAYS - 1);
  const end =
    last.slice(0, 7) === first.slice(0, 7)
      ? String(Number(last.slice(8)))
      : formatDay(last);
  return `${formatDay(first)} to ${end}`;
}

/** Returns the day of the first scheduled comment if the week from today shows it, or else today. */
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
function CardDialogs({ shared }: { shared: ScheduledReview }) {
  const [shortcuts] = usePreference(shortcutsPreference);
  return (
    <>
      {shared.changing && (
        <ScheduleDialog
          item={shared.changing}
          onClose={() => shared.setChanging(null)}
          onSchedule={(at) => shared.changeTime(at)}
        />
      )}
      <ReviewQuestions {...shared.questions} />
      {shared.isHelpShown && (
        <ShortcutsDialog
          meanings={SCHEDULED_KEYS}
          enabled={shortcuts === 'on'}
          onClose={() => shared.showHelp(false)}
        />
      )}
    </>
  );
}

export function ScheduledPage() {
  const summary = useWork(queueSummary);
  const isPending = summary === undefined;
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
  const isWeekUnknown = isPending && !address.day;
  const showWeek = (shown: string) => setAddress({ day: shown, comment: undefined });
  const [given, setGiven] = useState<number | null>(null);
  const tray = (
    <ApprovedTray
      onSchedule={async (row, at) => {
        await shared.giveTime(row, at);
        setGiven(row.commentId);
      }}
    />
  );
  return (
    <>
      <PageHeader
        title="Scheduled Comments"
        summary={
          isPending ? scheduledSummarySkeleton : summary && <Summary {...summary} />
        }
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
          tray={tray}
          empty={summary?.scheduled === 0 && <NothingScheduled />}
        />
      )}
      {view === 'day' && (
        <PageBody>
          <ScheduledTimeline
            shared={shared}
            isPhone={isPhone}
            asked={address.comment}
            tray={tray}
            given={given}
          />
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
