import * as RadixRadio from '@radix-ui/react-radio-group';
import * as RadixTabs from '@radix-ui/react-tabs';
import { ChevronRight } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../../lib/browser.ts';

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

function RadioItem({
  option,
  segmented,
}: {
  option: RadioOption<string>;
  segmented: boolean;
}) {
  const id = useId();
  return (
    <RadixRadio.Item
      value={option.value}
      aria-labelledby={`${id}-label`}
      aria-describedby={option.help ? `${id}-help` : undefined}
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

export function RadioGroup<Value extends string>({
  label,
  options,
  onValueChange,
  segmented = false,
  ...props
}: RadioGroupProps<Value> & { segmented?: boolean }) {
  return (
    <RadixRadio.Root
      aria-label={label}
      orientation={segmented ? 'horizontal' : 'vertical'}
      onValueChange={(value) => onValueChange(value as Value)}
      className={
        segmented
          ? 'grid auto-cols-fr grid-flow-col gap-0.5 rounded-control border bg-sunken p-px max-sm:*:px-1 sm:flex'
          : 'flex flex-col gap-2'
      }
      {...props}
    >
      {options.map((option) => (
        <RadioItem key={option.value} option={option} segmented={segmented} />
      ))}
    </RadixRadio.Root>
  );
}

export const Tabs = RadixTabs.Root;

export const TabsList = ({
  className,
  ...props
}: ComponentProps<typeof RadixTabs.List>) => (
  <RadixTabs.List
    className={classNames('flex flex-wrap gap-x-1 border-b border-line', className)}
    {...props}
  />
);

export const TabsTrigger = (props: ComponentProps<typeof RadixTabs.Trigger>) => (
  <RadixTabs.Trigger
    className={classNames(
      '-mb-px h-[max(2.5rem,var(--control))] shrink-0 border-b-2 border-transparent px-3 font-medium text-muted transition-colors hover:text-text',
      '-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-text',
    )}
    {...props}
  />
);

export const TabsContent = RadixTabs.Content;

type DisclosureProps = ComponentProps<'details'> & { summary: ReactNode };

export const Disclosure = ({
  summary,
  className,
  children,
  ...props
}: DisclosureProps) => (
  <details className={classNames('open:[&>summary>svg]:rotate-90', className)} {...props}>
    <summary className="flex min-h-6 w-fit cursor-pointer list-none items-start gap-1.5 text-sm text-muted hover:text-text [&::-webkit-details-marker]:hidden">
      <ChevronRight className="mt-0.5 size-4 shrink-0 transition-transform" />
      <span className="min-w-0">{summary}</span>
    </summary>
    {children}
  </details>
);

interface FactsProps {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  className?: string;
}

const FACTS = 'grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-sm tabular-nums';

export const Facts = ({ facts, className = FACTS }: FactsProps) => (
  <dl className={classNames('grid', className)}>
    {facts.map(([label, value]) => (
      <div key={label} className="contents">
        <dt className="text-muted">{label}</dt>
        <dd dir="auto" className="text-left wrap-anywhere">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

type ProgressProps = { value: number; label: string; barClassName?: string };

export function Progress({ value, label, barClassName = 'bg-ink' }: ProgressProps) {
  const shown = Math.min(100, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      aria-label={label}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className={classNames('h-full rounded-full transition-[width]', barClassName)}
        style={{ width: `${shown}%` }}
      />
    </div>
  );
}
