import { Select } from '../../components/ui/fields.tsx';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  /** In the order of the list. */
  labels: Record<Value, string>;
  onChange: (value: Value) => void;
  className?: string | undefined;
}

export function Choice<Value extends string>({
  label,
  value,
  labels,
  onChange,
  className,
}: ChoiceProps<Value>) {
  const values = Object.keys(labels) as Value[];
  return (
    <Select
      aria-label={label}
      className={className}
      value={value}
      onChange={(event) => {
        const chosen = values.find((each) => each === event.target.value);
        if (chosen !== undefined) onChange(chosen);
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
