import { RotateCcw, Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { SwitchField } from '../../../components/ui/switch.tsx';
import { FilterChips } from './filter-chips.tsx';
import { filters } from './filter-options.ts';
import { SearchesLeft } from './searches-left.tsx';
import type { DiscoverSearch } from './use-discover-search.ts';

/** Lets the button in the page's header submit this form. */
export const searchFormId = 'video-search';

interface SearchFormProps {
  search: DiscoverSearch;
  onSubmit: () => void;
}

export function SearchForm({ search: { typed, setTyped, changed }, onSubmit }: SearchFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const reset = () => setTyped({ uploadDate: '', viewCount: '', relevance: '' });

  return (
    <form aria-label="Video search" id={searchFormId} onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="relative min-w-0 flex-1 basis-full lg:basis-72">
          <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3 size-4 text-faint" />
          <Input
            ref={field}
            type="search"
            enterKeyHint="search"
            aria-label="Search for videos"
            placeholder="A topic, or a YouTube link"
            maxLength={300}
            value={typed.q}
            onChange={(event) => setTyped({ q: event.target.value })}
            className="pl-9"
          />
        </div>
        {filters.map(({ name, label, anyLabel, options }) => (
          <Select
            key={name}
            aria-label={label}
            title={label}
            value={typed[name]}
            onChange={(event) => setTyped({ [name]: event.target.value })}
            className="flex-1 basis-36 lg:flex-none"
          >
            <option value="">{anyLabel}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        ))}
        <Button variant="ghost" size="icon" aria-label="Reset filters" title="Reset filters" onClick={reset}>
          <RotateCcw aria-hidden />
        </Button>
      </div>
      <FilterChips search={typed} onRemove={(name) => setTyped({ [name]: '' })} changed={changed} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <SwitchField
          checked={typed.intelligent}
          onCheckedChange={(intelligent) => setTyped({ intelligent })}
          label={
            <span className="inline-flex min-h-6 flex-wrap items-center gap-x-2">
              Intelligent Discovery Mode
              {typed.intelligent && <Badge>AI Enhanced</Badge>}
            </span>
          }
          help="AI-powered engagement scoring, content analysis and recommendations"
        />
        <SearchesLeft />
      </div>
    </form>
  );
}
