import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { ReplyCounts } from '#shared/contracts/replies.ts';
import { freshSummaryQuery } from '../api/following.ts';
import { classNames } from '../lib/browser.ts';
import { formatNumber } from '../lib/formats.ts';
import { Button } from './ui/button.tsx';

interface HistoryTabsProps {
  current: 'comments' | 'replies';
  /** How many there are; missing until it is known. */
  comments: number | undefined;
  replies: ReplyCounts | undefined;
}

/** The two halves of Comment History, in its title row. */
export function HistoryTabs({ current, comments, replies }: HistoryTabsProps) {
  const waiting = replies && replies.new + replies.read;
  const tabs = [
    { tab: 'comments', href: '/history', label: 'Comments', count: comments },
    { tab: 'replies', href: '/history?tab=replies', label: 'Replies', count: waiting },
  ];
  return <PageTabs label="Comment History" current={current} tabs={tabs} />;
}

/** The two halves of Discover. */
export function DiscoverTabs({ current }: { current: 'search' | 'fresh' }) {
  const unseen = useQuery(freshSummaryQuery).data?.unseen;
  const tabs = [
    { tab: 'search', href: '/discover', label: 'Search' },
    { tab: 'fresh', href: '/discover?view=fresh', label: 'Fresh', count: unseen || undefined },
  ];
  return <PageTabs label="Discover" current={current} tabs={tabs} />;
}

interface PageTabsProps {
  label: string;
  current: string;
  /** A count is missing until it is known. */
  tabs: readonly { tab: string; href: string; label: string; count?: number | undefined }[];
}

/** The halves of a page, in its title row. */
function PageTabs({ label: name, current, tabs }: PageTabsProps) {
  return (
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
}

export function FilterButtons<Value extends string | undefined>({
  value,
  onChange,
  filters,
}: {
  value: Value;
  onChange: (value: Value) => void;
  /** A count is missing until it is loaded. */
  filters: readonly { value: Value; label: string; count: number | undefined }[];
}) {
  return (
    <fieldset aria-label="Filter" className="-ml-2.5 flex flex-wrap gap-0.5 max-sm:-ml-1.5">
      {filters.map((filter) => (
        <Button
          key={filter.label}
          variant="ghost"
          aria-pressed={filter.value === value}
          className="gap-1.5 px-2.5 aria-pressed:bg-hover aria-pressed:text-text max-sm:gap-1 max-sm:px-1.5"
          onClick={() => onChange(filter.value)}
        >
          {filter.label}{' '}
          <span className="min-w-[1ch] font-normal text-muted tabular-nums">
            {filter.count !== undefined && formatNumber(filter.count)}
          </span>
        </Button>
      ))}
    </fieldset>
  );
}
