import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';

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
