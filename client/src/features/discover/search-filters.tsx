import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Plus, RotateCcw, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { spareUnits, unitsLeft } from '#shared/contracts/status.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { quotaQuery } from '../../api/videos.ts';
import { DateTime } from '../../components/time.tsx';
import { Badge, IconButton, Switch } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';
import { type DiscoverSearch, languageOf } from './discover-search.ts';

export function useSearchBuckets() {
  const { data } = useQuery(quotaQuery);
  const search = data?.buckets.find(({ bucket }) => bucket === 'search');
  const shared = data?.buckets.find(({ bucket }) => bucket === 'shared');
  return search && shared
    ? { search, shared, left: spareUnits(shared) === 0 ? 0 : spareUnits(search) }
    : null;
}

export function NoSearchesLeft() {
  const buckets = useSearchBuckets();
  if (!buckets || buckets.left > 0) return null;
  const { search, shared } = buckets;
  const isSearchSpent = spareUnits(search) === 0;
  const { blockedUntil, resetsAt } = isSearchSpent ? search : shared;
  const units = unitsLeft(shared) > 0 ? 'kept for your scheduled comments' : 'used up';
  return (
    <p className="px-(--gutter) pb-3 text-sm text-failed">
      {isSearchSpent ? 'No searches left today. ' : `Today’s YouTube quota is ${units}. `}
      Searching works again on <DateTime iso={blockedUntil ?? resetsAt} />.
    </p>
  );
}

type Filter = { label: string; options: Readonly<Record<string, string>> };

const filters = {
  uploadDate: {
    label: 'Upload Date',
    options: {
      day: 'Last 24 hours',
      week: 'Last week',
      month: 'Last month',
      year: 'Last year',
    },
  },
  viewCount: {
    label: 'View Count',
    options: {
      '1k-10k': '1K - 10K views',
      '10k-100k': '10K - 100K views',
      '100k+': '100K+ views',
    },
  },
  relevance: {
    label: 'Relevance',
    options: { relevance: 'Most relevant', date: 'Most recent', views: 'Most viewed' },
  },
} satisfies Record<string, Filter>;
const filterNames = Object.keys(filters) as (keyof typeof filters)[];

function languagesOf(found: readonly FoundVideo[], chosen: string): Filter['options'] {
  const tags = new Set(
    [chosen, ...found.map(languageOf)].filter((tag) => /^[a-z]{2,3}$/.test(tag)),
  );
  if (tags.size === 0) return {};
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });
  const labelled = [...tags].map((tag) => [tag, names.of(tag) ?? tag] as const);
  return Object.fromEntries(labelled.sort(([, a], [, b]) => a.localeCompare(b)));
}

interface FilterPickProps extends Filter {
  value: string;
  onChange: (value: string) => void;
}

/**
 * A labelled select. Once a value is chosen, a button to remove it replaces the arrow.
 */
function FilterPick({ label, options, value, onChange }: FilterPickProps) {
  const id = useId();
  const chosen = options[value];
  return (
    <span
      className={classNames(
        'relative inline-flex h-(--control) shrink-0 items-center rounded-control border text-sm',
        'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent has-[button:focus]:outline-none',
        chosen
          ? 'border-accent-line bg-accent-soft'
          : 'border-button-line bg-surface hover:bg-hover',
      )}
    >
      <label htmlFor={id} className="pl-2.5 text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field-sizing-content h-full appearance-none rounded-control bg-transparent pr-7 pl-1.5 font-medium outline-none"
      >
        {Object.entries({ '': 'Any', ...options }).map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      {chosen ? (
        <button
          type="button"
          onClick={() => onChange('')}
          aria-label={`Remove filter: ${chosen}`}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-control text-muted hover:text-text pointer-coarse:w-11"
        >
          <X className="size-3.5" />
        </button>
      ) : (
        <ChevronDown className="pointer-events-none absolute right-2.5 size-3.5 text-muted" />
      )}
    </span>
  );
}

function IntelligentMode({
  typed,
  setTyped,
}: Pick<DiscoverSearch, 'typed' | 'setTyped'>) {
  const id = useId();
  return (
    <div className="flex h-(--control) shrink-0 items-center gap-2">
      {typed.intelligent && <Badge>AI Enhanced</Badge>}
      <label htmlFor={id} className="text-sm font-medium">
        Intelligent Discovery Mode
      </label>
      <Switch
        id={id}
        aria-describedby={`${id}-help`}
        checked={typed.intelligent}
        onCheckedChange={(intelligent) => setTyped({ intelligent })}
      />
      <span id={`${id}-help`} className="sr-only">
        AI-powered engagement scoring, content analysis and recommendations
      </span>
    </div>
  );
}

interface FilterRowProps {
  search: DiscoverSearch;
  found: readonly FoundVideo[];
  /**
   * The page's actions, if the title row has no room for them: they share a second line
   * with the mode switch.
   */
  tools: ReactNode;
}

/** Scrolls sideways on a phone. In wider windows, wraps if the filters do not fit. */
export function FilterRow({ search, found, tools }: FilterRowProps) {
  const { typed, setTyped, narrowing, narrow } = search;
  const mode = <IntelligentMode typed={typed} setTyped={setTyped} />;
  const row = (
    <fieldset
      aria-label="Filters"
      className="relative flex min-w-0 items-center gap-1.5 px-(--gutter) lg:gap-1 max-sm:overflow-x-auto sm:flex-wrap pt-1 pb-2 max-sm:pb-1 max-sm:[--control:2.5rem] whitespace-nowrap [scrollbar-width:none]"
    >
      {filterNames.map((name) => (
        <FilterPick
          key={name}
          {...filters[name]}
          value={typed[name]}
          onChange={(value) => setTyped({ [name]: value })}
        />
      ))}
      {/* These two filter the found videos at once, without another search. */}
      <FilterPick
        label="Language"
        options={languagesOf(found, narrowing.language)}
        value={narrowing.language}
        onChange={(language) => narrow({ ...narrowing, language })}
      />
      <button
        type="button"
        aria-pressed={narrowing.uncommented}
        onClick={() => narrow({ ...narrowing, uncommented: !narrowing.uncommented })}
        className={classNames(
          'inline-flex h-(--control) shrink-0 items-center gap-1 rounded-control border px-2.5 text-sm font-medium',
          narrowing.uncommented
            ? 'border-accent-line bg-accent-soft'
            : 'border-dashed border-field-line text-soft hover:bg-hover',
        )}
      >
        {!narrowing.uncommented && <Plus className="size-3.5" />}
        Not commented yet
        {narrowing.uncommented && <X className="ml-1 size-3.5 text-muted" />}
      </button>
      <IconButton
        icon={RotateCcw}
        title="Reset filters"
        onClick={() => {
          setTyped({ uploadDate: '', viewCount: '', relevance: '' });
          narrow({ uncommented: false, language: '' });
        }}
      />
      {!tools && <div className="ml-auto pl-3 lg:pl-1">{mode}</div>}
    </fieldset>
  );
  if (!tools) return row;
  return (
    <>
      {row}
      <div className="flex items-center justify-between gap-2 px-(--gutter) pb-2 whitespace-nowrap">
        {mode}
        <div className="-mr-3 flex items-center gap-1">{tools}</div>
      </div>
    </>
  );
}
