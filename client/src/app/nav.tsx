import { useQuery } from '@tanstack/react-query';
import { CalendarClock, ChartColumn, History, ListChecks, type LucideIcon, Mic, Search } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link, useLocation } from 'wouter';
import { useSignedIn } from '../api/auth.ts';
import { outcomesSummaryQuery, queueSummaryQuery } from '../api/comments.ts';
import { classNames, lazyWithPreload } from '../lib/browser.ts';
import { formatNumber } from '../lib/formats.ts';

const pageOf = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazyWithPreload(async () => (await load())[name]);

// Discover is not lazy: it is the first page.
export const QueuePage = pageOf(() => import('../features/queue/queue-page.tsx'), 'QueuePage');
export const ScheduledPage = pageOf(
  () => import('../features/scheduled/scheduled-page.tsx'),
  'ScheduledPage',
);
export const HistoryPage = pageOf(() => import('../features/history/history-page.tsx'), 'HistoryPage');
export const RepliesPage = pageOf(() => import('../features/replies/replies-page.tsx'), 'RepliesPage');
export const AnalyticsPage = pageOf(
  () => import('../features/analytics/analytics-page.tsx'),
  'AnalyticsPage',
);
export const FollowingPage = pageOf(() => import('../features/discover/following-page.tsx'), 'FollowingPage');
export const SettingsPage = pageOf(() => import('../features/settings/settings-page.tsx'), 'SettingsPage');

interface NavEntry {
  path: string;
  label: string;
  shortLabel: string;
  icon: LucideIcon;
  count?: 'inReview' | 'scheduled' | 'newReplies';
  page?: { preload: () => void };
}

export const navEntries: readonly NavEntry[] = [
  { path: '/discover', label: 'Discover Videos', shortLabel: 'Discover', icon: Search },
  {
    path: '/queue',
    label: 'Review Queue',
    shortLabel: 'Queue',
    icon: ListChecks,
    count: 'inReview',
    page: QueuePage,
  },
  {
    path: '/scheduled',
    label: 'Scheduled',
    shortLabel: 'Scheduled',
    icon: CalendarClock,
    count: 'scheduled',
    page: ScheduledPage,
  },
  {
    path: '/history',
    label: 'Comment History',
    shortLabel: 'History',
    icon: History,
    count: 'newReplies',
    page: HistoryPage,
  },
  { path: '/analytics', label: 'Analytics', shortLabel: 'Analytics', icon: ChartColumn, page: AnalyticsPage },
  { path: '/settings', label: 'Voice Profile', shortLabel: 'Voice', icon: Mic, page: SettingsPage },
];

type Counts = Record<NonNullable<NavEntry['count']>, number>;

type NavLinkProps = Omit<NavEntry, 'count'> & { active: boolean; count: number };

function NavLink({ path, label, shortLabel, icon: Icon, page, active, count }: NavLinkProps) {
  return (
    <Link
      href={path}
      title={label}
      aria-current={active ? 'page' : undefined}
      onPointerEnter={page?.preload}
      onFocus={page?.preload}
      className={classNames(
        'relative flex min-w-0 flex-col items-center justify-center gap-1 text-xs font-medium transition-colors hover:text-text',
        'sm:h-8.5 sm:shrink-0 sm:flex-row sm:gap-2.5 sm:rounded-control sm:hover:bg-hover lg:justify-start lg:px-2 lg:text-base lg:leading-none',
        active
          ? 'text-text max-sm:before:absolute max-sm:before:inset-x-3 max-sm:before:-top-px max-sm:before:h-0.5 max-sm:before:bg-ink sm:bg-hover'
          : 'text-muted sm:text-soft',
      )}
    >
      <Icon aria-hidden strokeWidth={1.75} className="size-5 shrink-0 lg:size-4" />
      <span className="max-lg:sr-only lg:min-w-0 lg:flex-1 lg:truncate lg:leading-5">{label}</span>
      <span aria-hidden className="max-w-full truncate leading-3.5 tracking-tight sm:hidden">
        {shortLabel}
      </span>{' '}
      {count > 0 && (
        <span className="text-xs tabular-nums max-lg:absolute max-lg:top-1 max-lg:left-1/2 max-lg:ml-1.5 max-lg:min-w-4 max-lg:rounded-full max-lg:bg-ink max-lg:px-1 max-lg:text-center max-lg:text-on-ink sm:max-lg:top-0 sm:max-lg:ml-1">
          {formatNumber(count)}
        </span>
      )}
    </Link>
  );
}

/** Fixed rows and columns: a browser may paint the phone's bar before its links arrive. */
export function NavLinks({ current, counts }: { current: string | null; counts: Counts }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-6 grid-rows-[3.5rem] border-t bg-surface pb-[env(safe-area-inset-bottom)] sm:static sm:mt-1 sm:flex sm:flex-col sm:gap-0.5 sm:border-0 sm:bg-transparent"
    >
      {navEntries.map((entry) => (
        <NavLink
          key={entry.path}
          {...entry}
          active={current === entry.path}
          count={entry.count ? counts[entry.count] : 0}
        />
      ))}
    </nav>
  );
}

/** What the navigation counts; the pages share its requests. */
export function useCounts() {
  const enabled = useSignedIn() === true;
  const queue = useQuery({ ...queueSummaryQuery, enabled }).data;
  const outcomes = useQuery({ ...outcomesSummaryQuery, enabled }).data;
  return {
    inReview: queue?.inReview ?? 0,
    scheduled: queue?.scheduled ?? 0,
    newReplies: outcomes?.newReplies ?? 0,
  };
}

export function SideNav() {
  const [location] = useLocation();
  return (
    <NavLinks
      current={location === '/' || location === '/following' ? '/discover' : location}
      counts={useCounts()}
    />
  );
}
