import { Select } from '../../components/ui/select.tsx';
import {
  type SortOrder,
  type StatusFilter,
  sortLabels,
  sortOrders,
  statusFilterLabels,
  statusFilters,
} from './history-filter.ts';

interface ChoiceProps<Value extends string> {
  disabled: boolean;
  label: string;
  value: Value;
  values: readonly Value[];
  labels: Record<Value, string>;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({
  disabled,
  label,
  value,
  values,
  labels,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <Select
      aria-label={label}
      disabled={disabled}
      value={value}
      onChange={(event) => {
        const chosen = values.find((each) => each === event.target.value);
        if (chosen) onChange(chosen);
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

interface HistoryControlsProps {
  disabled: boolean;
  status: StatusFilter;
  onStatus: (status: StatusFilter) => void;
  order: SortOrder;
  onOrder: (order: SortOrder) => void;
}

export function HistoryControls({ disabled, status, onStatus, order, onOrder }: HistoryControlsProps) {
  return (
    <>
      <Choice
        disabled={disabled}
        label="Status"
        value={status}
        values={statusFilters}
        labels={statusFilterLabels}
        onChange={onStatus}
      />
      <Choice
        disabled={disabled}
        label="Sort"
        value={order}
        values={sortOrders}
        labels={sortLabels}
        onChange={onOrder}
      />
    </>
  );
}
