import { type ReactNode, useContext, useEffect } from 'react';
import { PageExtras } from './page-extras.ts';

interface PageHeaderProps {
  title: string;
  /** What there is, in a few words: a count, a cadence. */
  summary?: ReactNode;
  actions?: ReactNode;
}

/**
 * One line: title, what there is, the page's actions at the right; under it what several pages share. Also names
 * the browser tab. Where there is no room for one line, what comes only with the data stands last: nothing above
 * it moves.
 */
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
