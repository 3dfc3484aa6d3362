import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { buttonClasses } from '../../../components/ui/button.tsx';

/** Leads to where a language model is connected. */
export function MissingModelNotice({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex h-full flex-col items-start justify-center gap-3 rounded-control border border-line bg-pending-soft px-4 text-sm"
    >
      <p className="min-w-0">{children}</p>
      <Link href="/settings?tab=general" className={buttonClasses()}>
        Connect Yours
      </Link>
    </div>
  );
}
