import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Input } from '../../components/ui/fields.tsx';
import { classNames } from '../../lib/browser.ts';
import { Choice } from './choice.tsx';
import { type HistoryFilter, sortLabels, statusLabels, styleLabels } from './history-filter.ts';

interface HistorySearchProps {
  filter: HistoryFilter;
  onChange: (patch: Partial<HistoryFilter>) => void;
}

/** Longest text that the server takes. */
const MOST = 200;

export function HistorySearch({ filter, onChange }: HistorySearchProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { status, sort, words, style, channel, firstDay, lastDay } = filter;
  const more = [style, channel, firstDay, lastDay].filter(Boolean).length;
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
          value={words}
          onChange={(event) => onChange({ words: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || words === '') return;
            event.preventDefault();
            onChange({ words: '' });
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
            max={lastDay || undefined}
            value={firstDay}
            onChange={(event) => onChange({ firstDay: event.target.value })}
            className="min-w-0 sm:w-36"
          />
          <span aria-hidden className="text-muted">
            –
          </span>
          <Input
            type="date"
            aria-label="To"
            min={firstDay || undefined}
            value={lastDay}
            onChange={(event) => onChange({ lastDay: event.target.value })}
            className="min-w-0 sm:w-36"
          />
        </div>
      </div>
    </section>
  );
}
