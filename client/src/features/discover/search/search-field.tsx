import { Search } from 'lucide-react';
import { type FormEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Input } from '../../../components/ui/fields.tsx';
import { SearchesLeft } from './searches-left.tsx';
import type { DiscoverSearch } from './use-discover-search.ts';

interface SearchFieldProps {
  search: DiscoverSearch;
  isMainAction: boolean;
  onSubmit: () => void;
  /** Arrow down leads into the list. */
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
