import { Button } from '../../components/ui/button.tsx';
import { type HistoryFilter, outcomeLabels } from './history-filter.ts';

interface OutcomeFilterProps {
  value: HistoryFilter['visibility'];
  onChange: (patch: Partial<HistoryFilter>) => void;
}

const outcomes = Object.keys(outcomeLabels) as HistoryFilter['visibility'][];

export function OutcomeFilter({ value, onChange }: OutcomeFilterProps) {
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
        </Button>
      ))}
    </fieldset>
  );
}
