import type { ReactNode } from 'react';

/** What stands below the title row, within the page's gutters. Full-width lists stand beside it, not in it. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-5 px-(--gutter) pt-5 pb-28">{children}</div>;
}
