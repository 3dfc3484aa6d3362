import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'checked' | 'onChange' | 'role' | 'type'> {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** Needs an aria-label; SwitchField brings its own. */
export function Switch({ className, checked, onCheckedChange, ...props }: SwitchProps) {
  return (
    <span className={classNames('relative inline-flex h-4 w-7 shrink-0 items-center', className)}>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="peer absolute inset-0 appearance-none rounded-full bg-field-line transition-colors after:absolute after:-inset-2 max-sm:after:-inset-3.5 pointer-coarse:after:-inset-3.5 checked:bg-accent disabled:opacity-50"
        {...props}
      />
      <span className="pointer-events-none size-3 translate-x-0.5 rounded-full bg-surface transition-transform peer-checked:translate-x-3.5" />
    </span>
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
