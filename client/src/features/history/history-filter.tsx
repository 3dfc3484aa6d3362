import { Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { z } from 'zod';
import { type Visibility, visibilitySchema } from '#shared/contracts/comments.ts';
import type { CommentSort } from '#shared/contracts/lists.ts';
import { type CommentStyle, commentStyleLabels, commentStyles } from '#shared/contracts/primitives.ts';
import type { CommentFilter } from '../../api/comments.ts';
import { Button } from '../../components/ui/button.tsx';
import { Input } from '../../components/ui/fields.tsx';
import { Select } from '../../components/ui/form-fields.tsx';
import { useAddress } from '../../lib/address.ts';
import { classNames } from '../../lib/browser.ts';
import { formatNumber, fromLocalDateTime, visibilityLabels } from '../../lib/formats.ts';

const statusLabels = {
  '': 'All Status',
  pending: 'Pending',
  approved: 'Approved',
  posted: 'Posted',
  failed: 'Failed',
};

const outcomeLabels: Record<Visibility | '', string> = { '': 'All outcomes', ...visibilityLabels };

const sortLabels: Record<CommentSort, string> = { newest: 'Newest first', oldest: 'Oldest first' };

const styleLabels = { '': 'Any style', ...commentStyleLabels };

/** As the controls show it; empty strings let everything through. */
interface HistoryFilter {
  sort: CommentSort;
  status: keyof typeof statusLabels;
  visibility: Visibility | '';
  style: CommentStyle | '';
  q: string;
  channel: string;
  /** First and last day (YYYY-MM-DD) in the viewer's zone. */
  from: string;
  to: string;
}

export const noFilter: HistoryFilter = {
  sort: 'newest',
  status: '',
  visibility: '',
  style: '',
  q: '',
  channel: '',
  from: '',
  to: '',
};

function startOf(day: string, daysLater = 0): string {
  const at = day && fromLocalDateTime(`${day}T00:00`);
  if (!at) return '';
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}

export const commentFilterOf = ({ q, channel, from, to, ...rest }: HistoryFilter): CommentFilter => ({
  ...rest,
  q: q.trim(),
  channel: channel.trim(),
  from: startOf(from),
  to: startOf(to, 1),
});

/** What a list is filtered by, in the words of its footer. */
export function kindsOf({ status, visibility, q, style, channel, from, to }: CommentFilter): string[] {
  const kinds = { status, outcome: visibility, words: q, style, channel, dates: from || to };
  return Object.entries(kinds).flatMap(([kind, value]) => (value ? [kind] : []));
}

const TYPING_PAUSE_MS = 300;
const typed = ['q', 'channel', 'from', 'to'] as const;

const addressContract = z.object({
  status: z.enum(['pending', 'approved', 'posted', 'failed']),
  visibility: visibilitySchema,
  sort: z.enum(['oldest']),
  style: z.enum(commentStyles),
  q: z.string(),
  channel: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
});

/** The filter is kept in the address, which follows typing after a pause and any other change at once. */
export function useHistoryFilter() {
  const [address, setAddress] = useAddress(addressContract);
  const [ahead, setAhead] = useState<HistoryFilter | null>(null);
  const asked: HistoryFilter = { ...noFilter, ...address };
  const filter = ahead ?? asked;

  function ask(next: HistoryFilter) {
    setAddress({ ...next, sort: next.sort === noFilter.sort ? undefined : next.sort });
    setAhead(null);
  }

  useEffect(() => {
    if (!ahead) return;
    const timer = setTimeout(() => ask(ahead), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [ahead]);

  return {
    filter,
    asked,
    change(patch: Partial<HistoryFilter>) {
      const next = { ...filter, ...patch };
      if (typed.some((name) => patch[name])) setAhead(next);
      else ask(next);
    },
  };
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  labels: Record<Value, string>;
  onChange: (value: Value) => void;
  className?: string | undefined;
}

function Choice<Value extends string>({ label, value, labels, onChange, className }: ChoiceProps<Value>) {
  const values = Object.keys(labels) as Value[];
  return (
    <Select
      aria-label={label}
      className={className}
      value={value}
      onChange={(event) => {
        const chosen = values.find((each) => each === event.target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {values.map((each) => (
        <option key={each} value={each}>
          {labels[each]}
        </option>
      ))}
    </Select>
  );
}

interface HistorySearchProps {
  filter: HistoryFilter;
  onChange: (patch: Partial<HistoryFilter>) => void;
}

const MOST = 200;

export function HistorySearch({ filter, onChange }: HistorySearchProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { status, sort, q, style, channel, from, to } = filter;
  const more = [style, channel, from, to].filter(Boolean).length;
  return (
    <section
      aria-label="Filters"
      className="flex min-h-11 flex-wrap items-center gap-2 border-y border-line px-(--gutter) py-1.5"
    >
      <Choice
        label="Status"
        className="max-sm:flex-1 max-sm:basis-36"
        value={status}
        labels={statusLabels}
        onChange={(next) => onChange({ status: next })}
      />
      <Choice
        label="Sort"
        className="max-sm:flex-1 max-sm:basis-36"
        value={sort}
        labels={sortLabels}
        onChange={(next) => onChange({ sort: next })}
      />
      <div className="relative min-w-0 flex-1 basis-56 max-sm:basis-40">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
        />
        <Input
          type="search"
          aria-label="Search comments"
          placeholder="Words in the comment or the title"
          maxLength={MOST}
          value={q}
          onChange={(event) => onChange({ q: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || q === '') return;
            event.preventDefault();
            onChange({ q: '' });
          }}
          className="pl-9"
        />
      </div>
      <Button
        variant="ghost"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="sm:hidden"
      >
        {more > 0 ? `More filters (${more})` : 'More filters'}
      </Button>
      <div
        id={id}
        className={classNames('flex flex-wrap items-center gap-2 max-sm:w-full', !open && 'max-sm:hidden')}
      >
        <Choice
          label="Style"
          className="max-sm:flex-1 sm:w-36"
          value={style}
          labels={styleLabels}
          onChange={(next) => onChange({ style: next })}
        />
        <Input
          type="search"
          aria-label="Channel"
          placeholder="Channel"
          maxLength={MOST}
          value={channel}
          onChange={(event) => onChange({ channel: event.target.value })}
          className="sm:w-28 max-sm:flex-1"
        />
        <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
          <Input
            type="date"
            aria-label="From"
            max={to || undefined}
            value={from}
            onChange={(event) => onChange({ from: event.target.value })}
            className="min-w-0 px-2! text-sm! sm:w-38"
          />
          <span aria-hidden className="text-muted">
            –
          </span>
          <Input
            type="date"
            aria-label="To"
            min={from || undefined}
            value={to}
            onChange={(event) => onChange({ to: event.target.value })}
            className="min-w-0 px-2! text-sm! sm:w-38"
          />
        </div>
      </div>
    </section>
  );
}

interface OutcomeFilterProps {
  value: HistoryFilter['visibility'];
  /** Missing where another filter leaves some out. */
  counts: Partial<Record<HistoryFilter['visibility'], number>>;
  onChange: (patch: Partial<HistoryFilter>) => void;
}

const outcomes = Object.keys(outcomeLabels) as HistoryFilter['visibility'][];

export function OutcomeFilter({ value, counts, onChange }: OutcomeFilterProps) {
  return (
    <fieldset
      aria-label="Outcome"
      className="flex min-h-11 min-w-0 items-center gap-0.5 overflow-x-auto border-b border-line px-(--gutter) py-1.5"
    >
      {outcomes.map((outcome) => (
        <Button
          key={outcome}
          variant="ghost"
          aria-pressed={value === outcome}
          className="px-2.5 first:-ml-2.5 aria-pressed:bg-hover aria-pressed:text-text"
          onClick={() => onChange({ visibility: outcome })}
        >
          {outcomeLabels[outcome]}
          {counts[outcome] !== undefined && (
            <span className="font-normal text-muted tabular-nums">{formatNumber(counts[outcome])}</span>
          )}
        </Button>
      ))}
    </fieldset>
  );
}
