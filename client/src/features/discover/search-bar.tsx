import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Plus, RotateCcw, Search, X } from 'lucide-react';
import { type FormEvent, type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { spareUnits } from '#shared/contracts/status.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { quotaQuery } from '../../api/videos.ts';
import { DateTime } from '../../components/time.tsx';
import { Badge, Button } from '../../components/ui/button.tsx';
import { Input, Switch } from '../../components/ui/fields.tsx';
import { classNames } from '../../lib/browser.ts';
import { formatExact } from '../../lib/formats.ts';
import { type DiscoverSearch, type Filter, filters, languageOf } from './discover-search.ts';

/** Null while the quota is unknown. */
export function useSearchBuckets() {
  const { data } = useQuery(quotaQuery);
  const search = data?.buckets.find(({ bucket }) => bucket === 'search');
  const shared = data?.buckets.find(({ bucket }) => bucket === 'shared');
  return search && shared
    ? { search, shared, left: spareUnits(shared) === 0 ? 0 : spareUnits(search) }
    : null;
}

/** Stands in the search field. */
function SearchesLeft() {
  const buckets = useSearchBuckets();
  if (!buckets) return null;
  return (
    <p
      title={`Resets ${formatExact(buckets.search.resetsAt)}`}
      className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs whitespace-nowrap text-muted tabular-nums"
    >
      {buckets.left}
      <span className="max-lg:sr-only">&nbsp;searches</span>&nbsp;left today
    </p>
  );
}

/** Says why nothing can be searched, and from when on. */
export function NoSearchesLeft() {
  const buckets = useSearchBuckets();
  if (!buckets || buckets.left > 0) return null;
  const { search, shared } = buckets;
  const isSearchSpent = spareUnits(search) === 0;
  const { blockedUntil, resetsAt } = isSearchSpent ? search : shared;
  const time = <DateTime iso={blockedUntil ?? resetsAt} />;
  return (
    <p className="px-(--gutter) pb-3 text-sm text-failed">
      {isSearchSpent ? (
        <>No searches left today. They reset on {time}.</>
      ) : (
        <>
          Today’s YouTube quota is {shared.reserved > 0 ? 'kept for your scheduled comments' : 'used up'}.
          Searching works again on {time}.
        </>
      )}
    </p>
  );
}

interface SearchFieldProps {
  search: DiscoverSearch;
  isMainAction: boolean;
  onSubmit: () => void;
  onLeave: () => void;
  ref: Ref<HTMLInputElement>;
}

export function SearchField({ search, isMainAction, onSubmit, onLeave, ref }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLInputElement);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };

  return (
    <form
      aria-label="Video search"
      onSubmit={submit}
      className="flex min-w-0 flex-1 items-center gap-3 max-sm:gap-2"
    >
      <div className="relative min-w-0 flex-1">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
        />
        <Input
          ref={field}
          type="search"
          enterKeyHint="search"
          aria-label="Search for videos"
          aria-keyshortcuts="/"
          placeholder="A topic, or a YouTube link"
          maxLength={300}
          value={search.typed.q}
          onChange={(event) => search.setTyped({ q: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            onLeave();
          }}
          className="pr-28 pl-9 sm:h-(--control-large) lg:pr-40 [&::-webkit-search-cancel-button]:hidden"
        />
        <SearchesLeft />
      </div>
      <Button
        type="submit"
        size="lg"
        variant={isMainAction ? 'primary' : 'secondary'}
        disabled={search.typed.q.trim() === ''}
        className="max-lg:px-3 max-sm:h-(--control)"
      >
        <Search aria-hidden className="lg:hidden" />
        <span className="max-lg:sr-only">Search Videos</span>
      </Button>
    </form>
  );
}

/** Those of the found videos, and the chosen one. */
function languagesOf(found: readonly FoundVideo[], chosen: string): Filter['options'] {
  const tags = new Set([chosen, ...found.map(languageOf)].filter((tag) => /^[a-z]{2,3}$/.test(tag)));
  if (tags.size === 0) return [];
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });
  return [...tags]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

interface FilterPickProps {
  filter: Omit<Filter, 'name'>;
  value: string;
  onChange: (value: string) => void;
}

/** A select with its name; once set, a chip that can be removed in place of the arrow. */
function FilterPick({ filter: { label, anyLabel, options }, value, onChange }: FilterPickProps) {
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <span
      className={classNames(
        'relative inline-flex h-(--control) shrink-0 items-center rounded-control border text-sm',
        'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent has-[button:focus]:outline-none',
        chosen ? 'border-accent-line bg-accent-soft' : 'border-button-line bg-surface hover:bg-hover',
      )}
    >
      <label htmlFor={id} className="pl-2.5 text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field-sizing-content h-full appearance-none rounded-control bg-transparent pr-8 pl-1.5 font-medium outline-none"
      >
        <option value="">{anyLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {chosen ? (
        <button
          type="button"
          onClick={() => onChange('')}
          aria-label={`Remove filter: ${chosen.label}`}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-control text-muted hover:text-text pointer-coarse:w-11"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : (
        <ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-3.5 text-muted" />
      )}
    </span>
  );
}

/** Scrolls sideways on a phone; elsewhere it wraps where the window is narrower than the filters. */
export function FilterRow({ search, found }: { search: DiscoverSearch; found: readonly FoundVideo[] }) {
  const { typed, setTyped, narrowing, narrow } = search;
  const mode = useId();
  return (
    <fieldset
      aria-label="Filters"
      className="relative flex min-w-0 items-center gap-1.5 px-(--gutter) max-sm:overflow-x-auto sm:flex-wrap pt-1 pb-2 whitespace-nowrap [scrollbar-width:none]"
    >
      {filters.map((filter) => (
        <FilterPick
          key={filter.name}
          filter={filter}
          value={typed[filter.name]}
          onChange={(value) => setTyped({ [filter.name]: value })}
        />
      ))}
      {/* These two narrow what was found, at once. */}
      <FilterPick
        filter={{ label: 'Language', anyLabel: 'Any', options: languagesOf(found, narrowing.language) }}
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
        {!narrowing.uncommented && <Plus aria-hidden className="size-3.5" />}
        Not commented yet
        {narrowing.uncommented && <X aria-hidden className="ml-1 size-3.5 text-muted" />}
      </button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Reset filters"
        title="Reset filters"
        onClick={() => {
          setTyped({ uploadDate: '', viewCount: '', relevance: '' });
          narrow({ uncommented: false, language: '' });
        }}
      >
        <RotateCcw aria-hidden />
      </Button>
      <div className="ml-auto flex h-(--control) shrink-0 items-center gap-2 pl-3">
        {typed.intelligent && <Badge>AI Enhanced</Badge>}
        <label htmlFor={mode} className="text-sm font-medium">
          Intelligent Discovery Mode
        </label>
        <Switch
          id={mode}
          aria-describedby={`${mode}-help`}
          checked={typed.intelligent}
          onCheckedChange={(intelligent) => setTyped({ intelligent })}
        />
        <span id={`${mode}-help`} className="sr-only">
          AI-powered engagement scoring, content analysis and recommendations
        </span>
      </div>
    </fieldset>
  );
}
