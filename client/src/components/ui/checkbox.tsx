import * as RadixCheckbox from '@radix-ui/react-checkbox';
import { Check, Minus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';

type CheckboxProps = ComponentProps<typeof RadixCheckbox.Root>;

/** Needs an aria-label; CheckboxField brings its own. */
export function Checkbox({ className, ...props }: CheckboxProps) {
  return (
    <RadixCheckbox.Root
      className={classNames(
        'group relative inline-flex size-5 shrink-0 items-center justify-center rounded-[4px] border border-line-strong bg-raised',
        'transition-colors after:absolute after:-inset-2 hover:border-muted disabled:opacity-50',
        'data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=checked]:text-on-ink',
        'data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent data-[state=indeterminate]:text-on-ink',
        className,
      )}
      {...props}
    >
      <RadixCheckbox.Indicator>
        <Check aria-hidden strokeWidth={3} className="size-3.5 group-data-[state=indeterminate]:hidden" />
        <Minus
          aria-hidden
          strokeWidth={3}
          className="hidden size-3.5 group-data-[state=indeterminate]:block"
        />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  );
}

interface CheckboxFieldProps extends Omit<CheckboxProps, 'id' | 'children'> {
  label: ReactNode;
}

export function CheckboxField({ label, ...props }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox id={id} className="mt-px" {...props} />
      <label htmlFor={id} className="min-w-0">
        {label}
      </label>
    </div>
  );
}
