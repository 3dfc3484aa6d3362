import * as RadixRadio from '@radix-ui/react-radio-group';
import { type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  help?: ReactNode;
}

interface RadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly RadioOption<Value>[];
  disabled?: boolean;
}

interface ItemProps<Value extends string> {
  option: RadioOption<Value>;
  segmented: boolean;
}

function RadioItem<Value extends string>({ option, segmented }: ItemProps<Value>) {
  const id = useId();
  return (
    <RadixRadio.Item
      value={option.value}
      aria-labelledby={`${id}-label`}
      {...(option.help ? { 'aria-describedby': `${id}-help` } : {})}
      className={classNames(
        'group flex min-w-0 border transition-colors disabled:opacity-50',
        segmented
          ? 'rounded-tag min-h-[calc(var(--control)-0.25rem)] flex-1 items-center justify-center border-transparent px-3 text-center text-sm text-soft hover:text-text data-[state=checked]:border-button-line data-[state=checked]:bg-raised data-[state=checked]:text-text'
          : 'items-start gap-2.5 rounded-control px-3 py-2 text-left hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft',
      )}
    >
      {!segmented && (
        <span
          aria-hidden
          className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-field-line group-data-[state=checked]:border-accent"
        >
          <RadixRadio.Indicator className="size-2 rounded-full bg-accent" />
        </span>
      )}
      <span className="min-w-0">
        <span id={`${id}-label`} className="block font-medium">
          {option.label}
        </span>
        {option.help && (
          <span id={`${id}-help`} className="block text-sm text-muted">
            {option.help}
          </span>
        )}
      </span>
    </RadixRadio.Item>
  );
}

function isOption<Value extends string>(
  options: readonly RadioOption<Value>[],
  value: string,
): value is Value {
  return options.some((option) => option.value === value);
}

function Group<Value extends string>({
  label,
  options,
  onValueChange,
  segmented,
  compact = false,
  ...props
}: RadioGroupProps<Value> & { segmented: boolean; compact?: boolean }) {
  return (
    <RadixRadio.Root
      aria-label={label}
      orientation={segmented ? 'horizontal' : 'vertical'}
      onValueChange={(value) => isOption(options, value) && onValueChange(value)}
      className={classNames(
        segmented ? 'gap-0.5 rounded-control border bg-sunken p-px' : 'gap-2',
        !compact
          ? 'flex flex-col'
          : options.length === 4
            ? 'grid grid-cols-2 sm:flex'
            : 'grid auto-cols-fr grid-flow-col max-sm:*:px-1 sm:flex',
        segmented && !compact && 'sm:flex-row',
      )}
      {...props}
    >
      {options.map((option) => (
        <RadioItem key={option.value} option={option} segmented={segmented} />
      ))}
    </RadixRadio.Root>
  );
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  return <Group {...props} segmented={false} />;
}

interface SegmentedProps<Value extends string> extends RadioGroupProps<Value> {
  compact?: boolean;
}

/** Choices side by side; stacked on a phone unless compact. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  return <Group {...props} segmented />;
}
