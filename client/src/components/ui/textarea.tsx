import type { ComponentProps } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { CONTROL_CLASSES } from './input.tsx';

export function Textarea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      // Arabic and Hebrew are written from the right.
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
