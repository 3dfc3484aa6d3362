import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { CONTROL_CLASSES } from './input.tsx';

/** The native select works best on a phone and with a screen reader. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative inline-flex min-w-0', className)}>
      <select
        className={classNames(CONTROL_CLASSES, 'h-(--control) appearance-none truncate pr-8 pl-2.5')}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted"
      />
    </span>
  );
}
