import { type ReactNode, useContext, useEffect } from 'react';
import { PageExtras } from './page-extras.ts';

interface PageHeaderProps {
  title: string;
  summary?: ReactNode;
  actions?: ReactNode;
}

/** Also sets the tab's title. On a phone, late parts wrap to the end, so that nothing moves. */
export function PageHeader({ title, summary, actions }: PageHeaderProps) {
  const extras = useContext(PageExtras);
  useEffect(() => {
    document.title = `${title} · Chime In`;
  }, [title]);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 lg:gap-y-5 max-lg:[reading-flow:flex-visual]">
      <h1 className="flex min-h-9 items-center text-xl font-semibold">{title}</h1>
      {summary && (
        <div className="flex flex-wrap items-center gap-2 text-muted tabular-nums max-sm:order-1">
          {summary}
        </div>
      )}
      {actions && (
        <div className="flex flex-wrap items-center gap-2 max-md:has-[>[data-whole-line]]:basis-full max-lg:order-1 sm:ml-auto">
          {actions}
        </div>
      )}
      <div className="flex basis-full flex-col gap-5 empty:hidden">{extras}</div>
    </div>
  );
}
