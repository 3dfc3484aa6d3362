import { useQuery } from '@tanstack/react-query';
import { CircleAlert, type LucideIcon } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import { freshSummaryQuery } from '../api/fresh.ts';
import { errorText } from '../api/http.ts';
import { usePageTitle } from '../lib/address.ts';
import { classNames } from '../lib/browser.ts';
import { formatNumber } from '../lib/formats.ts';
import { SandboxLabel } from './sandbox-label.tsx';
import { Button, ButtonLink } from './ui/button.tsx';

/** The banner that the app shows below the title row of every page. */
export const PageBannerSlot = createContext<ReactNode>(null);

interface PageHeaderProps {
  title: string;
  /**
   * Links between the two halves of a page. On a phone they replace the visible title.
   */
  tabs?: ReactNode;
  summary?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** The title row, which stays in view on a phone, and at most one banner below it. */
export function PageHeader({ title, tabs, summary, actions, children }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <>
      <div className="flex min-h-(--title-row) [@media(max-height:32rem)]:min-h-12 shrink-0 flex-wrap content-center items-center gap-x-3 gap-y-2 bg-surface px-(--gutter) py-1 max-sm:gap-y-0 max-sm:py-0.5 max-sm:sticky max-sm:top-0 max-sm:z-20">
        <h1
          className={classNames(
            'text-xl font-semibold tracking-tight whitespace-nowrap max-[24rem]:text-lg',
            tabs !== undefined && 'max-sm:sr-only',
          )}
        >
          {title}
        </h1>
        {tabs}
        {summary && (
          <div className="flex min-w-0 flex-1 basis-24 flex-wrap items-center gap-2 text-sm text-muted tabular-nums max-sm:order-1 max-sm:basis-full">
            {summary}
          </div>
        )}
        {children && (
          <div className="min-w-0 flex-1 max-lg:order-1 max-lg:basis-full">
            {children}
          </div>
        )}
        <div
          className={classNames(
            'ml-auto flex items-center gap-3',
            !actions && 'lg:hidden',
          )}
        >
          <div className="shrink-0 whitespace-nowrap empty:hidden max-sm:hidden lg:hidden">
            <SandboxLabel />
          </div>
          {/* A negative margin aligns the text of a last ghost button with the edge of the page. */}
          <div className="flex flex-wrap items-center gap-2 empty:hidden [&>.text-muted:last-child]:-mr-3">
            {actions}
          </div>
        </div>
      </div>
      {useContext(PageBannerSlot)}
    </>
  );
}

/**
 * Wraps what is below the title row in the page's gutters. Full-width lists go beside it,
 * not inside.
 */
export const PageBody = ({ children }: { children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-5 px-(--gutter) pt-5 pb-28">{children}</div>
);

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export const EmptyState = ({ icon: Icon, title, children, action }: EmptyStateProps) => (
  <section className="flex items-start gap-4 py-6">
    <Icon className="mt-0.5 size-5 shrink-0 text-muted" />
    <div className="min-w-0 max-w-measure">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="mt-1 text-pretty text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap gap-2">{action}</div>}
    </div>
  </section>
);

export const discoverLink = (
  <ButtonLink href="/discover" variant="primary">
    Discover Videos
  </ButtonLink>
);

export function ErrorState(props: {
  title: string;
  children: ReactNode;
  onRetry: () => void;
}) {
  const { title, children, onRetry } = props;
  return (
    <section
      role="alert"
      className="flex items-start gap-4 rounded-panel border border-line bg-surface p-6"
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-failed" />
      <div className="min-w-0 max-w-measure">
        <h2 className="text-lg font-semibold">{title}</h2>
        <div className="mt-1 text-pretty text-muted">{children}</div>
        <Button className="mt-4" onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </section>
  );
}

interface QueryErrorProps {
  title: string;
  query: { error: unknown; refetch: () => unknown };
  /** Shown if the server gave no reason. */
  fallback: string;
  /**
   * Says what is kept in this browser, or another way. It must promise nothing about the
   * server, whose state is unknown.
   */
  also?: string | undefined;
}

export const QueryError = ({ title, query, fallback, also }: QueryErrorProps) => (
  <ErrorState title={title} onRetry={() => void query.refetch()}>
    {errorText(query.error, fallback)} {also}
  </ErrorState>
);

export const LoadError = ({
  what,
  ...props
}: Pick<QueryErrorProps, 'query' | 'also'> & { what: string }) => (
  <QueryError
    title={`The ${what} could not be loaded`}
    fallback={`Failed to load the ${what}.`}
    {...props}
  />
);

/** A single line shown in place of a part that could not be loaded. */
export function LoadFailure(props: {
  onRetry: () => unknown;
  className?: string;
  children: ReactNode;
}) {
  const { onRetry, className, children } = props;
  return (
    <div
      role="alert"
      className={classNames('flex flex-wrap items-center gap-3 text-failed', className)}
    >
      {children}
      <Button onClick={() => void onRetry()}>Try Again</Button>
    </div>
  );
}

export const QueryFailure = ({
  query,
  fallback,
  ...props
}: Pick<QueryErrorProps, 'query' | 'fallback'> & { className?: string }) => (
  <LoadFailure onRetry={query.refetch} {...props}>
    {errorText(query.error, fallback)}
  </LoadFailure>
);

interface ListPanesProps {
  /** On a phone either the list or the open item is shown. */
  isListShown: boolean;
  list: ReactNode;
  open: ReactNode;
  onFocus?: (target: Element) => void;
}

/** Shows a list beside its open item, as high as the window allows. */
export const ListPanes = ({ isListShown, list, open, onFocus }: ListPanesProps) => (
  <div
    onFocusCapture={({ target }) => onFocus?.(target)}
    className="flex flex-1 flex-col pb-(--nav-bar) md:mx-[calc(var(--gutter)-3rem)] md:grid md:min-h-112 md:basis-0 md:grid-cols-[18rem_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)] md:overflow-hidden lg:grid-cols-[23.5rem_minmax(0,1fr)]"
  >
    <div
      className={classNames(
        'flex min-h-0 flex-col border-line max-md:min-h-[70dvh] max-md:flex-1 max-md:basis-0 md:border-r',
        !isListShown && 'max-md:hidden',
      )}
    >
      {list}
    </div>
    <div
      className={classNames(
        'flex min-h-0 min-w-0 flex-1 flex-col',
        isListShown && 'max-md:hidden',
      )}
    >
      {open}
    </div>
  </div>
);

export function DiscoverTabs({ current }: { current: 'search' | 'fresh' }) {
  const unseen = useQuery(freshSummaryQuery).data?.unseen;
  const tabs = [
    { tab: 'search', href: '/discover', label: 'Search' },
    {
      tab: 'fresh',
      href: '/discover?view=fresh',
      label: 'Fresh',
      count: unseen || undefined,
    },
  ];
  return <PageTabs label="Discover" current={current} tabs={tabs} />;
}

interface PageTabsProps {
  label: string;
  current: string;
  tabs: readonly {
    tab: string;
    href: string;
    label: string;
    count?: number | undefined;
  }[];
}

export const PageTabs = ({ label: name, current, tabs }: PageTabsProps) => (
  <nav aria-label={name} className="flex gap-6 sm:-my-1 sm:ml-3">
    {tabs.map(({ tab, href, label, count }) => (
      <Link
        key={tab}
        href={href}
        aria-current={tab === current ? 'page' : undefined}
        className={classNames(
          'flex h-11 items-center gap-1.5 border-b-2 text-base font-medium transition-colors hover:text-text sm:h-(--title-row)',
          tab === current ? 'border-ink text-text' : 'border-transparent text-muted',
        )}
      >
        {label}{' '}
        <span className="min-w-[1ch] text-sm font-normal text-muted tabular-nums">
          {count !== undefined && formatNumber(count)}
        </span>
      </Link>
    ))}
  </nav>
);
