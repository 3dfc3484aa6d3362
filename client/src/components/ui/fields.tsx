import type { ComponentProps } from 'react';
import { classNames } from '../../lib/browser.ts';

export const CONTROL_CLASSES =
  'w-full rounded-control border border-field-line bg-surface text-base text-text transition-colors hover:border-muted ' +
  'disabled:opacity-60 aria-invalid:border-failed';

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      className={classNames(CONTROL_CLASSES, 'h-(--control) px-3 read-only:bg-sunken', className)}
      {...props}
    />
  );
}

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'checked' | 'onChange' | 'role' | 'type'> {
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
