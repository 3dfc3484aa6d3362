import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { CONTROL_CLASSES } from './input.tsx';

/** Grows with its text where the browser can (field-sizing). */
export function Textarea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      // A text that starts in Arabic or Hebrew is written from the right.
      dir="auto"
      rows={rows}
      className={classNames(
        CONTROL_CLASSES,
        'field-sizing-content min-h-20 px-3 py-2 read-only:bg-sunken',
        className,
      )}
      {...props}
    />
  );
}
