import { type ReactNode, useContext } from 'react';
import { classNames } from '../lib/class-names.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { PageSlots } from './page-slots.ts';

interface PageHeaderProps {
  title: string;
  /** The page's halves; on a phone they stand for the title. */
  tabs?: ReactNode;
  /** What there is, in a few words. */
  summary?: ReactNode;
  actions?: ReactNode;
  /** Takes the space between title and actions. */
  children?: ReactNode;
}

/** The title row: it stays in view on a phone. At most one banner is below it. */
export function PageHeader({ title, tabs, summary, actions, children }: PageHeaderProps) {
  const { label, banner } = useContext(PageSlots);
  usePageTitle(title);
  return (
    <>
      <div className="flex min-h-(--title-row) shrink-0 flex-wrap content-center items-center gap-x-3 gap-y-2 bg-surface px-(--gutter) py-1 max-sm:gap-y-0 max-sm:py-0.5 max-sm:sticky max-sm:top-0 max-sm:z-20">
        <h1
          className={classNames(
            'text-xl font-semibold tracking-tight whitespace-nowrap',
            tabs !== undefined && 'max-sm:sr-only',
          )}
        >
          {title}
        </h1>
        {tabs}
        {summary && (
          <div className="flex flex-wrap items-center gap-2 text-sm text-muted tabular-nums max-sm:order-1 max-sm:basis-full">
            {summary}
          </div>
        )}
        {children && <div className="min-w-0 flex-1 max-md:order-1 max-md:basis-full">{children}</div>}
        <div className="ml-auto flex items-center gap-3">
          <div className="shrink-0 whitespace-nowrap empty:hidden max-sm:hidden lg:hidden">{label}</div>
          <div className="flex flex-wrap items-center gap-2 empty:hidden">{actions}</div>
        </div>
      </div>
      {banner}
    </>
  );
}
