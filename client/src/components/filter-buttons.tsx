import { formatNumber } from '../lib/numbers.ts';
import { Button } from './ui/button.tsx';

interface FilterButtonsProps<Value extends string | undefined> {
  value: Value;
  onChange: (value: Value) => void;
  /** A count is missing until it is loaded. */
  filters: readonly { value: Value; label: string; count: number | undefined }[];
}

export function FilterButtons<Value extends string | undefined>({
  value,
  onChange,
  filters,
}: FilterButtonsProps<Value>) {
  return (
    <fieldset aria-label="Filter" className="-ml-2.5 flex flex-wrap gap-0.5 max-sm:-ml-1.5">
      {filters.map((filter) => (
        <Button
          key={filter.label}
          variant="ghost"
          aria-pressed={filter.value === value}
          className="gap-1.5 px-2.5 aria-pressed:bg-hover aria-pressed:text-text max-sm:gap-1 max-sm:px-1.5"
          onClick={() => onChange(filter.value)}
        >
          {filter.label}{' '}
          <span className="min-w-[1ch] font-normal text-muted tabular-nums">
            {filter.count !== undefined && formatNumber(filter.count)}
          </span>
        </Button>
      ))}
    </fieldset>
  );
}
