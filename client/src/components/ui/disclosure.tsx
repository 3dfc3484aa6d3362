import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

interface DisclosureProps extends Omit<ComponentProps<'details'>, 'summary'> {
  summary: ReactNode;
}

export function Disclosure({ summary, className, children, ...props }: DisclosureProps) {
  return (
    <details className={classNames('open:[&>summary>svg]:rotate-90', className)} {...props}>
      <summary className="flex min-h-6 w-fit cursor-pointer list-none items-start gap-1.5 text-sm text-muted hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 transition-transform" />
        <span className="min-w-0">{summary}</span>
      </summary>
      {children}
    </details>
  );
}
