import { X } from 'lucide-react';
import type { VideoSearch } from '../../../api/videos.ts';
import { activeFilters, type FilterName } from './filter-options.ts';

interface FilterChipsProps {
  search: VideoSearch;
  onRemove: (name: FilterName) => void;
  changed: boolean;
}

export function FilterChips({ search, onRemove, changed }: FilterChipsProps) {
  const active = activeFilters(search);
  if (active.length === 0 && !changed) return null;
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-2">
      {active.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          onClick={() => onRemove(name)}
          aria-label={`Remove filter: ${label}`}
          className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line bg-raised px-2.5 text-sm text-muted hover:bg-hover hover:text-text"
        >
          {label}
          <X aria-hidden className="size-3.5" />
        </button>
      ))}
      {changed && <p className="text-sm text-muted">Press Search Videos to apply what you changed.</p>}
    </div>
  );
}
