import { type ReactNode, useId } from 'react';
import type {
  AnalyticsOutcomes,
  AnalyticsResponse,
  Opening,
} from '#shared/contracts/analytics.ts';
import { commentStyleLabels } from '#shared/contracts/primitives.ts';
import { classNames } from '../../lib/browser.ts';
import { counted, formatDate, formatNumber, formatWeekday } from '../../lib/formats.ts';
import { visibilityLabels } from '../../lib/visibility-labels.ts';

export function Section(props: {
  title: string;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const { title, note, className = 'flex min-w-0 flex-col gap-3', children } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <div className="mr-auto flex flex-wrap items-baseline gap-x-2.5">
        <h2 id={id} className="text-base font-semibold tracking-tight">
          {title}
        </h2>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}

type Column<Row> = readonly [name: string, read: (row: Row) => string | number];

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  empty?: string;
  /** Shows the table to screen readers only, next to a drawing of the same numbers. */
  unseen?: boolean;
}

/**
 * The first column names the row, the others hold numbers. `empty` is shown if there are
 * no rows.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  empty = '',
  unseen = false,
}: DataTableProps<Row>) {
  if (rows.length === 0) return <p className="text-muted">{empty}</p>;
  const cell = (at: number) =>
    classNames(
      'py-2 pr-2 last:pr-0 sm:pr-4',
      at === 0 ? 'text-left' : 'text-right whitespace-nowrap tabular-nums',
    );
  const shown = (value: string | number) =>
    typeof value === 'number' ? formatNumber(value) : value;
  return (
    <section
      aria-label={label}
      // An area that scrolls sideways must be reachable by keyboard.
      tabIndex={unseen ? undefined : 0}
      className={unseen ? 'sr-only' : 'overflow-x-auto'}
    >
      <table className="w-full max-sm:text-sm">
        <thead className="text-sm text-muted max-sm:text-xs">
          <tr className="border-b border-line">
            {columns.map(([name], at) => (
              <th key={name} scope="col" className={`${cell(at)} font-normal`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row)} className="border-b border-line last:border-0">
              {columns.map(([name, read], at) =>
                at === 0 ? (
                  <th key={name} scope="row" className={`${cell(at)} font-medium`}>
                    {read(row)}
                  </th>
                ) : (
                  <td key={name} className={cell(at)}>
                    {shown(read(row))}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Fate = keyof AnalyticsOutcomes['afterSevenDays'];

const openingLabels: Record<Opening, string> = {
  question: 'A question',
  number: 'A number',
  statement: 'A statement',
};

const lookedAt = ({
  public: seen,
  onlyYou,
  removed,
  unknown,
}: AnalyticsOutcomes['afterSevenDays']) => seen + onlyYou + removed + unknown;

export function publicText(fates: AnalyticsOutcomes['afterSevenDays']): string {
  const looked = lookedAt(fates);
  if (looked === 0) return 'None has been checked after 7 days yet';
  const unknown = fates.unknown > 0 ? `, ${formatNumber(fates.unknown)} unknown` : '';
  return `Public after 7 days: ${formatNumber(fates.public)} of ${formatNumber(looked)}${unknown}`;
}

export function figuresText({
  count,
  known,
  readBetween,
}: AnalyticsOutcomes['figures']): string {
  if (!readBetween) return 'No likes and replies are known yet.';
  const first = formatDate(readBetween.first);
  const last = formatDate(readBetween.last);
  const asOf = first === last ? `as of ${first}` : `read between ${first} and ${last}`;
  return `Likes and replies ${asOf}, known for ${formatNumber(known)} of ${counted(count, 'comment')}. Counts from YouTube, which go into no score.`;
}

/** Returns null if no creator replied, because replies may not have been read. */
export function creatorsText({
  figures,
  repliedByCreator,
}: AnalyticsOutcomes): string | null {
  if (repliedByCreator === 0) return null;
  const creators = repliedByCreator === 1 ? 'The creator' : 'Creators';
  return `${creators} replied to ${formatNumber(repliedByCreator)} of ${counted(figures.count, 'comment')}`;
}

const voiceText = ({ profile }: AnalyticsOutcomes['byVoice'][number]): string =>
  profile ? `${profile.name}, version ${profile.version}` : 'No profile recorded';

const FATES: readonly { fate: Fate; label: string; square: string }[] = [
  { fate: 'public', label: visibilityLabels.public, square: 'border-posted bg-posted' },
  {
    fate: 'onlyYou',
    label: visibilityLabels.only_you,
    square: 'border-pending bg-pending',
  },
  { fate: 'removed', label: visibilityLabels.removed, square: 'border-failed bg-failed' },
  { fate: 'unknown', label: visibilityLabels.unknown, square: 'border-muted' },
  { fate: 'notYet', label: 'Not checked after 7 days yet', square: 'border-posted' },
  { fate: 'withdrawn', label: 'Withdrawn by you', square: 'border-rejected bg-rejected' },
];

/** Above this number, more squares would tell no more than the number itself. */
const MOST_SQUARES = 200;

const Square = ({ className }: { className: string }) => (
  <span
    aria-hidden
    className={classNames(
      'size-2.5 shrink-0 rounded-[2px] border-[1.5px] forced-color-adjust-none',
      className,
    )}
  />
);

function Fates({ fates }: { fates: AnalyticsOutcomes['afterSevenDays'] }) {
  const shown = FATES.filter(({ fate }) => fates[fate] > 0);
  const total = shown.reduce((sum, { fate }) => sum + fates[fate], 0);
  return (
    <div className="flex flex-col gap-3">
      <h3 className="font-semibold">{publicText(fates)}</h3>
      {total <= MOST_SQUARES && (
        <div className="flex flex-wrap gap-1.5">
          {shown.flatMap(({ fate, square }) =>
            Array.from({ length: fates[fate] }, (_, index) => (
              <Square key={`${fate} ${index + 1}`} className={square} />
            )),
          )}
        </div>
      )}
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
        {shown.map(({ fate, label, square }) => (
          <li key={fate} className="flex items-center gap-1.5 tabular-nums">
            <Square className={square} /> {label} {formatNumber(fates[fate])}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Figures = Omit<AnalyticsOutcomes['figures'], 'readBetween'>;

/** If no count is known, shows a dash instead of zero. */
export const LIKES_AND_REPLIES: readonly Column<Figures>[] = [
  ['Likes', ({ known, likes }) => (known === 0 ? '–' : likes)],
  ['Replies', ({ known, replies }) => (known === 0 ? '–' : replies)],
];
const FIGURES: readonly Column<Figures>[] = [
  ['Comments', ({ count }) => count],
  ['Known', ({ known }) => known],
  ...LIKES_AND_REPLIES,
];
const isCounted = ({ count }: Figures) => count > 0;

export function WhatBecameOfThem({
  analytics: { days, outcomes },
}: {
  analytics: AnalyticsResponse;
}) {
  const { afterSevenDays, figures, byStyle, byOpening, byVoice } = outcomes;
  const creators = creatorsText(outcomes);
  const isEmpty = Object.values(afterSevenDays).every((count) => count === 0);
  return (
    <Section
      title="What became of them"
      note={`posted in these ${days} days`}
      className="flex flex-col gap-4 border-t border-line pt-5"
    >
      {isEmpty ? (
        <p className="text-muted">
          Nothing was posted in these days. Once something is, this shows whether it stays
          public, and its likes and replies.
        </p>
      ) : (
        <div className="grid gap-x-14 gap-y-6 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <Fates fates={afterSevenDays} />
            {creators && <p className="font-semibold">{creators}</p>}
            {figures.count > 0 && (
              <p className="text-sm text-muted">{figuresText(figures)}</p>
            )}
          </div>
          {figures.count > 0 && (
            <>
              <DataTable
                label="Likes and replies by style"
                rows={byStyle.filter(isCounted)}
                columns={[
                  ['Style', ({ style }) => commentStyleLabels[style]],
                  ...FIGURES,
                ]}
              />
              <DataTable
                label="Likes and replies by opening"
                rows={byOpening.filter(isCounted)}
                columns={[
                  ['Opens with', ({ opening }) => openingLabels[opening]],
                  ...FIGURES,
                ]}
              />
              <DataTable
                label="Likes and replies by voice version"
                rows={byVoice.filter(isCounted)}
                columns={[['Voice', voiceText], ...FIGURES]}
              />
            </>
          )}
        </div>
      )}
    </Section>
  );
}

type Activity = AnalyticsResponse['recentActivity'];

export const isQuiet = (activity: Activity) =>
  activity.every(({ generated, posted }) => generated + posted === 0);

export function RecentActivity({ activity }: { activity: Activity }) {
  if (isQuiet(activity))
    return (
      <p className="text-muted">Nothing was generated or posted in these seven days.</p>
    );
  const most = Math.max(
    ...activity.map(({ generated, posted }) => Math.max(generated, posted)),
  );
  /** Shows zero as a number without a bar. */
  const bar = (count: number, colour: string, numberColour: string) => (
    <div className="flex h-full w-7 flex-col justify-end max-sm:w-4">
      <span className={classNames('text-center text-xs tabular-nums', numberColour)}>
        {formatNumber(count)}
      </span>
      {count > 0 && (
        <span
          className={classNames('rounded-t-[2px] forced-color-adjust-none', colour)}
          style={{ height: `${(count / most) * 80}%` }}
        />
      )}
    </div>
  );
  return (
    <>
      <DataTable
        label="Days as a table"
        unseen
        rows={activity}
        columns={[
          ['Day', ({ day }) => formatWeekday(day)],
          ['Generated', ({ generated }) => generated],
          ['Posted', ({ posted }) => posted],
        ]}
      />
      <div aria-hidden className="grid grid-cols-7 gap-x-2">
        {activity.map(({ day, generated, posted }) => {
          const [date, weekday] = formatWeekday(day).split(' ');
          return (
            <div key={day} className="min-w-0">
              <div className="flex h-38 justify-center gap-0.5 border-b border-line">
                {(generated > 0 || posted === 0) &&
                  bar(generated, 'bg-field-line', 'text-muted')}
                {posted > 0 && bar(posted, 'bg-posted', 'text-posted')}
              </div>
              <p className="mt-2 text-center text-xs text-muted">
                {weekday} <span className="max-sm:block">{date}</span>
              </p>
            </div>
          );
        })}
      </div>
    </>
  );
}

export const ActivityLegend = () => (
  <span className="flex gap-3">
    {[
      ['generated', 'bg-field-line'],
      ['posted', 'bg-posted'],
    ].map(([word, colour]) => (
      <span key={word} className="flex items-center gap-1.5">
        <span
          aria-hidden
          className={`size-2.5 rounded-[2px] ${colour} forced-color-adjust-none`}
        />{' '}
        {word}
      </span>
    ))}
  </span>
);
