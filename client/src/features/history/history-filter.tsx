import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { z } from 'zod';
import { type Visibility, visibilitySchema } from '#shared/contracts/comments.ts';
import type { CommentSort } from '#shared/contracts/lists.ts';
import { commentStyleLabels, commentStyles } from '#shared/contracts/primitives.ts';
import { addDays } from '#shared/rules/calendar.ts';
import type { CommentFilter } from '../../api/comments.ts';
import { IconButton, Input, SearchInput } from '../../components/ui/button.tsx';
import { Select } from '../../components/ui/form-fields.tsx';
import { useAddress, useAhead } from '../../lib/address.ts';
import { classNames } from '../../lib/browser.ts';
import { fromLocalDateTime } from '../../lib/formats.ts';
import { visibilityLabels } from '../../lib/visibility-labels.ts';

const statusLabels = {
  '': 'All Status',
  pending: 'Pending',
  approved: 'Approved',
  posted: 'Posted',
  failed: 'Failed',
};

export type Outcome = Visibility | 'creatorReplied' | '';

export const outcomeLabels: Record<Outcome, string> = {
  '': 'All outcomes',
  ...visibilityLabels,
  creatorReplied: 'Creator replied',
};

const sortLabels: Record<CommentSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
};

const styleLabels = { '': 'Any style', ...commentStyleLabels };

const addressContract = z.object({
  status: z.enum(['pending', 'approved', 'posted', 'failed']),
  visibility: visibilitySchema,
  creatorReplied: z.literal('true'),
  sort: z.enum(['oldest']),
  style: z.enum(commentStyles),
  q: z.string(),
  channel: z.string(),
  /** First and last day, in the viewer's time zone. */
  from: z.iso.date(),
  to: z.iso.date(),
});

type Address = Omit<z.infer<typeof addressContract>, 'sort'>;

/**
 * The filter in the form of the controls. An empty string means that a filter is not set.
 */
type HistoryFilter = { sort: CommentSort } & {
  [Name in keyof Address]: Address[Name] | '';
};

const everything = {
  status: '',
  visibility: '',
  creatorReplied: '',
  style: '',
  q: '',
  channel: '',
  from: '',
  to: '',
} as const;

export const noFilter: HistoryFilter = { sort: 'newest', ...everything };

/**
 * Returns when a day starts in the viewer's time zone, as an ISO timestamp. Counts later
 * days in the calendar, because a day whose clock starts at 1:00 has no midnight to add
 * hours to.
 */
const startOf = (day: string, daysLater = 0): string =>
  day && (fromLocalDateTime(`${addDays(day, daysLater)}T00:00`)?.toISOString() ?? '');

export const outcomeOf = ({ visibility, creatorReplied }: HistoryFilter): Outcome =>
  creatorReplied ? 'creatorReplied' : visibility;

/** Returns the part of the filter for comments with only this outcome. */
export function filterByOutcome(
  outcome: Outcome,
): Pick<HistoryFilter, 'visibility' | 'creatorReplied'> {
  if (outcome === 'creatorReplied') return { visibility: '', creatorReplied: 'true' };
  return { visibility: outcome, creatorReplied: '' };
}

export const commentFilterOf = ({
  q,
  channel,
  from,
  to,
  ...rest
}: HistoryFilter): CommentFilter => ({
  ...rest,
  q: q.trim(),
  channel: channel.trim(),
  from: startOf(from),
  to: startOf(to, 1),
});

/** Returns the kinds of filters in use, in the words of the list's footer. */
export function kindsOf(filter: CommentFilter): string[] {
  const { status, visibility, creatorReplied, q, style, channel, from, to } = filter;
  const outcome = visibility || creatorReplied;
  const kinds = { status, outcome, words: q, style, channel, dates: from || to };
  return Object.entries(kinds).flatMap(([kind, value]) => (value ? [kind] : []));
}

const typed = ['q', 'channel', 'from', 'to'] as const;

/**
 * Keeps the filter in the address. Typing changes the address after a pause, any other
 * change at once.
 */
export function useHistoryFilter() {
  const [address, setAddress] = useAddress(addressContract);
  const asked: HistoryFilter = { ...noFilter, ...address };
  const ask = (next: HistoryFilter) =>
    setAddress({ ...next, sort: next.sort === noFilter.sort ? undefined : next.sort });
  const [filter, setAhead] = useAhead(asked, ask);
  return {
    filter,
    asked,
    change(patch: Partial<HistoryFilter>) {
      const next = { ...filter, ...patch };
      const isTyped = typed.some((name) => patch[name]);
      setAhead(isTyped ? next : null);
      if (!isTyped) ask(next);
    },
  };
}

const MOST = 200;

export function HistorySearch({
  filter,
  change,
}: Pick<ReturnType<typeof useHistoryFilter>, 'filter' | 'change'>) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { style, channel, from, to } = filter;
  const control = (name: 'status' | 'sort' | 'style' | (typeof typed)[number]) => ({
    value: filter[name],
    onValueChange: (value: string) => change({ [name]: value }),
  });
  const choice = (
    name: 'status' | 'sort' | 'style',
    label: string,
    labels: Record<string, string>,
    className: string,
  ) => (
    <Select
      aria-label={label}
      className={className}
      options={Object.entries(labels)}
      {...control(name)}
    />
  );
  const day = (
    name: 'from' | 'to',
    label: string,
    limits: { min?: string; max?: string },
  ) => (
    <Input
      type="date"
      aria-label={label}
      {...limits}
      {...control(name)}
      className="min-w-0 px-2! text-sm! sm:w-38"
    />
  );
  const more = [style, channel, from, to].filter(Boolean).length;
  return (
    <section
      aria-label="Filters"
      className="flex min-h-11 flex-wrap items-center gap-2 border-y border-line px-(--gutter) py-1.5"
    >
      {choice('status', 'Status', statusLabels, 'max-sm:flex-1')}
      {choice('sort', 'Sort', sortLabels, 'max-sm:flex-1')}
      <IconButton
        icon={SlidersHorizontal}
        title={more > 0 ? `More filters (${more})` : 'More filters'}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={classNames('-mr-2 sm:hidden', more > 0 && 'text-accent!')}
      />
      <SearchInput
        aria-label="Search comments"
        placeholder="Comment or title"
        maxLength={MOST}
        {...control('q')}
        className="min-w-0 basis-56 max-sm:basis-full"
      />
      <div
        id={id}
        className={classNames(
          'flex flex-wrap items-center gap-2 max-sm:w-full',
          !open && 'max-sm:hidden',
        )}
      >
        {choice('style', 'Style', styleLabels, 'max-sm:flex-1 sm:w-36')}
        <Input
          type="search"
          aria-label="Channel"
          placeholder="Channel"
          maxLength={MOST}
          {...control('channel')}
          className="sm:w-28 max-sm:flex-1"
        />
        <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
          {day('from', 'From', { max: to })}
          <span aria-hidden className="text-muted">
            –
          </span>
          {day('to', 'To', { min: from })}
        </div>
      </div>
    </section>
  );
}
