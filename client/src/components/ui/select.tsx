import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { CONTROL_CLASSES } from './input.tsx';

/** The native select works best on a phone and with a screen reader. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative inline-flex min-w-0', className)}>
      <select className={classNames(CONTROL_CLASSES, 'h-9 appearance-none truncate pr-8 pl-3')} {...props}>
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-faint" />
    </span>
  );
}
