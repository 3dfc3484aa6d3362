import { type ReactNode, useContext, useEffect } from 'react';
import { PageExtras } from './page-extras.ts';

interface PageHeaderProps {
  title: string;
  /** What there is, in a few words: a count, a cadence. */
  summary?: ReactNode;
  actions?: ReactNode;
}

/** One line: title, what there is, the page's actions at the right. Also names the browser tab. */
export function PageHeader({ title, summary, actions }: PageHeaderProps) {
  const extras = useContext(PageExtras);
  useEffect(() => {
    document.title = `${title} · Chime In`;
  }, [title]);
  return (
    <>
      <header className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="text-xl font-semibold">{title}</h1>
        {summary && (
          <div className="flex flex-wrap items-center gap-2 text-muted tabular-nums">{summary}</div>
        )}
        {actions && <div className="flex flex-wrap items-center gap-2 sm:ml-auto">{actions}</div>}
      </header>
      {extras}
    </>
  );
}
