import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import {
  type BulkPreset,
  bulkIntervals,
  bulkPresets,
  bulkSchedule,
  presetHelp,
  withGap,
} from '#shared/rules/schedule.ts';
import { errorText } from '../../api/http.ts';
import { scheduleQuery, useFreeSlots } from '../../api/posting.ts';
import { userSettingsQuery } from '../../api/settings.ts';
import { LoadFailure } from '../../components/page.tsx';
import { DateTime } from '../../components/time.tsx';
import { Skeleton } from '../../components/ui/button.tsx';
import { RadioGroup, type RadioOption } from '../../components/ui/choices.tsx';
import { counted, formatDateTime, formatNumber } from '../../lib/formats.ts';
import { useRows } from '../rows.ts';
import { ChannelPlans } from './channel-plans.tsx';
import { PlanWarning, TimesDialog } from './schedule-dialog.tsx';

export type PlannedPost = { commentId: number; at: Date };

const PREVIEWED = 50;

function Video({ row, at }: { row: QueueRow | undefined; at: Date }) {
  if (!row) return <p className="text-muted">No longer in the queue</p>;
  const { video, answers } = row.comment;
  return (
    <>
      <p dir="auto" className="truncate text-left">
        {video.title}
      </p>
      <ChannelPlans channelId={answers ? null : video.channelId} at={at} />
    </>
  );
}

function PlanPreview({
  posts,
  rows,
}: {
  posts: readonly PlannedPost[];
  rows: QueueRow[] | undefined;
}) {
  const last = posts.at(-1);
  const more = posts.length - PREVIEWED;
  const byComment = new Map(rows?.map((row) => [row.commentId, row]));
  return (
    <>
      <ol
        aria-label="Preview"
        className="flex max-h-64 flex-col overflow-y-auto rounded-control border border-line"
      >
        {posts.slice(0, PREVIEWED).map(({ commentId, at }) => (
          <li
            key={commentId}
            className="flex flex-wrap gap-x-4 border-b border-line px-3 py-2 last:border-0"
          >
            <span className="w-48 shrink-0 text-sm text-muted">
              <DateTime iso={at.toISOString()} />
            </span>
            <div className="min-w-40 flex-1">
              {rows ? (
                <Video row={byComment.get(commentId)} at={at} />
              ) : (
                <Skeleton className="h-lh" />
              )}
            </div>
          </li>
        ))}
      </ol>
      {more > 0 && last && (
        <p className="text-sm text-muted tabular-nums">
          and {formatNumber(more)} more, the last on{' '}
          <DateTime iso={last.at.toISOString()} />
        </p>
      )}
    </>
  );
}

type Way = BulkPreset | 'slots';

/** Completes the text of the toast: "scheduled with {rhythm}". */
export const IN_SLOTS = 'your posting slots';

/** The most slots that the server plans in one request. */
export const MOST_SLOTS = 500;

/** How far ahead the server lists due comments in one request. */
const DUE_MS = 31 * 24 * 60 * 60_000;

const PRESETS: RadioOption<Way>[] = bulkPresets.map((preset) => ({
  value: preset,
  label: bulkIntervals[preset].label,
  help: presetHelp(preset),
}));

/**
 * Draws the random times of all presets at once, so that switching between presets keeps
 * their times.
 */
function rollPlans(count: number) {
  const now = new Date();
  const roll = (preset: BulkPreset) => bulkSchedule(preset, count, now, Math.random);
  return { '1': roll('1'), '2': roll('2'), '3': roll('3') };
}

/**
 * Returns a function that moves the times of a plan so that the minimum gap between posts
 * is kept. The plan stays empty until it is known which comments are already due.
 */
function useGap(from: Date): (times: readonly Date[]) => readonly Date[] {
  const gapSeconds = useQuery(userSettingsQuery).data?.minGapSeconds;
  const { data, isError } = useQuery(
    scheduleQuery(from, new Date(from.getTime() + DUE_MS)),
  );
  const due = data?.entries.map(({ at }) => new Date(at)) ?? (isError ? [] : undefined);
  return (times) =>
    gapSeconds === undefined || !due ? [] : withGap(times, gapSeconds * 1000, due);
}

function fillHelp(free: readonly Date[] | undefined, count: number): string {
  const last = free?.at(-1);
  if (!free) return 'One comment in each free slot';
  if (!last) return 'No slot is free within a year';
  const rest = count - free.length;
  const until = `the last on ${formatDateTime(last.getTime())}`;
  return rest === 0
    ? `One comment in each free slot, ${until}`
    : `${formatNumber(free.length)} of ${formatNumber(count)} fit, ${until}; the rest stay approved`;
}

/** Schedules the comments at exactly the times shown in the preview (rules 7.18, 9.5). */
export function BulkScheduleDialog(props: {
  comments: readonly { commentId: number }[];
  /** Lets the user choose between the comments that are shown and all of them. */
  choice?: ReactNode;
  onClose: () => void;
  /** `rhythm` completes the text of the toast: "scheduled with {rhythm}". */
  onSchedule: (plan: readonly PlannedPost[], rhythm: string) => void;
}) {
  const { comments: given, choice, onClose, onSchedule } = props;
  // Keeps the comments from when the dialog opened, since the list may change behind it.
  const [comments] = useState(given);
  const [openedAt] = useState(() => new Date());
  const [plans, setPlans] = useState(() => rollPlans(comments.length));
  const [chosen, setWay] = useState<Way | null>(null);
  const slots = useFreeSlots(Math.min(comments.length, MOST_SLOTS));
  const free = slots.data?.times.map((at) => new Date(at));
  const keepGap = useGap(openedAt);
  const way = chosen ?? (free?.length === 0 ? '1' : 'slots');
  const times = way === 'slots' ? (free ?? []) : keepGap(plans[way]);
  const plan = comments.flatMap(({ commentId }, index) => {
    const at = times[index];
    return at ? [{ commentId, at }] : [];
  });
  const [previewed] = useState(() =>
    given.slice(0, PREVIEWED).map(({ commentId }) => commentId),
  );
  const { rows, failed } = useRows(previewed);
  const instead = rows.flatMap(({ dueAt }) => (dueAt ? [new Date(dueAt)] : []));

  const schedule = () => {
    const rhythm = way === 'slots' ? IN_SLOTS : bulkIntervals[way].label;
    if (times.every((at) => at > new Date())) {
      onSchedule(plan, rhythm);
      return Promise.resolve();
    }
    setPlans(rollPlans(comments.length));
    void slots.refetch();
    return 'Some of these times passed while this was open. Here are new ones.';
  };

  return (
    <TimesDialog
      title="Schedule Approved Comments"
      description={`${counted(comments.length, 'comment')}, in the order of the queue`}
      isReady={plan.length > 0}
      onSchedule={schedule}
      onClose={onClose}
    >
      {choice}
      <RadioGroup
        label="Interval"
        value={way}
        onValueChange={setWay}
        options={[
          {
            value: 'slots',
            label: 'Fill free slots',
            help: fillHelp(free, comments.length),
          },
          ...PRESETS,
        ]}
      />
      <div className="flex flex-col gap-2">
        <h3 className="text-sm font-medium">Preview</h3>
        {failed && (
          <LoadFailure onRetry={failed.refetch}>
            {errorText(failed.error, 'Failed to load the titles')}
          </LoadFailure>
        )}
        <PlanPreview posts={plan} rows={rows} />
      </div>
      <PlanWarning times={times} instead={instead} />
    </TimesDialog>
  );
}
