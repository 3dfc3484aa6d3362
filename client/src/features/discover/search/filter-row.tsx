import { ChevronDown, RotateCcw, X } from 'lucide-react';
import { useId } from 'react';
import { Badge, Button } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/fields.tsx';
import { classNames } from '../../../lib/browser.ts';
import { type Filter, filters } from './filter-options.ts';
import type { DiscoverSearch } from './use-discover-search.ts';

interface FilterPickProps {
  filter: Filter;
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
export function FilterRow({ search: { typed, setTyped } }: { search: DiscoverSearch }) {
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
      <Button
        variant="ghost"
        size="icon"
        aria-label="Reset filters"
        title="Reset filters"
        onClick={() => setTyped({ uploadDate: '', viewCount: '', relevance: '' })}
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
