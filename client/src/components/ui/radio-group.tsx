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
        'group flex min-w-0 items-start gap-2.5 rounded-control border px-3 py-2 text-left transition-colors hover:bg-hover',
        'border-line data-[state=checked]:border-accent data-[state=checked]:bg-selected disabled:opacity-50',
        segmented && 'flex-1',
      )}
    >
      {!segmented && (
        <span
          aria-hidden
          className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong group-data-[state=checked]:border-accent"
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
        'gap-2',
        compact ? 'grid grid-cols-3 sm:flex' : 'flex flex-col',
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
