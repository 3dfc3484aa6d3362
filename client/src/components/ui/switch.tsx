import * as RadixSwitch from '@radix-ui/react-switch';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';

type SwitchProps = ComponentProps<typeof RadixSwitch.Root>;

/** Needs an aria-label; SwitchField brings its own. */
export function Switch({ className, ...props }: SwitchProps) {
  return (
    <RadixSwitch.Root
      className={classNames(
        'relative inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-line-strong transition-colors',
        'after:absolute after:-inset-2 disabled:opacity-50 data-[state=checked]:bg-accent',
        className,
      )}
      {...props}
    >
      <RadixSwitch.Thumb className="block size-4 translate-x-0.5 rounded-full bg-raised transition-transform data-[state=checked]:translate-x-4.5" />
    </RadixSwitch.Root>
  );
}

interface SwitchFieldProps extends Omit<SwitchProps, 'id' | 'children'> {
  label: ReactNode;
  help?: ReactNode;
}

export function SwitchField({ label, help, ...props }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Switch id={id} className="mt-0.5" {...(help ? { 'aria-describedby': `${id}-help` } : {})} {...props} />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-sm text-muted">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
