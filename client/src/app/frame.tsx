import { useQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  ChartColumn,
  History,
  ListChecks,
  type LucideIcon,
  Mic,
  Monitor,
  Moon,
  Search,
  Sun,
} from 'lucide-react';
import type { ComponentType, ReactNode, Ref } from 'react';
import { Link, useLocation } from 'wouter';
import { authUserQuery, useSignedIn } from '../api/auth.ts';
import { outcomesSummaryQuery } from '../api/comments.ts';
import { Avatar } from '../components/pictures.tsx';
import { SandboxLabel } from '../components/sandbox-label.tsx';
import { buttonClasses } from '../components/ui/button.tsx';
import { classNames, lazyWithPreload } from '../lib/browser.ts';
import { formatNumber } from '../lib/formats.ts';
import { openFindOrDo, withControl } from '../lib/shortcuts.ts';
import { bannerSpace, themePreference, themes, usePreference } from '../lib/storage.ts';
import { counts } from '../review/counts.ts';
import { useWork } from '../review/work.ts';

/** Shows only an icon where the navigation is a narrow rail. */
export const FindOrDoButton = ({ className }: { className?: string }) => (
  <button
    type="button"
    title="Search or jump"
    onClick={openFindOrDo}
    className={classNames(
      'flex h-(--control) items-center gap-1.5 rounded-control border border-line bg-surface px-2 text-sm text-muted transition-colors hover:border-button-line hover:text-text',
      'sm:max-lg:w-(--control) sm:max-lg:justify-center sm:max-lg:px-0',
      className,
    )}
  >
    <Search className="size-3.5 shrink-0" />
    <span className="flex-1 truncate text-left sm:max-lg:sr-only">Search or jump…</span>
    <kbd
      aria-hidden
      className="rounded-[4px] border border-line px-1 font-sans text-xs font-medium max-lg:hidden"
    >
      {withControl('K')}
    </kbd>
  </button>
);

/** The logo: three chime bars in a speech bubble. public/icon.svg draws the same. */
const Sign = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
    <path
      d="M7.5 2.5h9a5 5 0 0 1 5 5v6a5 5 0 0 1-5 5H11L5.6 22c-.5.4-1.1 0-1.1-.6v-3.5a5 5 0 0 1-2-4V7.5a5 5 0 0 1 5-5Z"
      className="fill-ink"
    />
    <g strokeWidth="2.2" strokeLinecap="round" fill="none">
      <path d="M7.4 6.4v3M16.6 6.4v5.4" className="stroke-on-ink" />
      <path d="M12 6.4v8" className="stroke-mark" />
    </g>
  </svg>
);

type Parts = Partial<Record<'nav' | 'foot' | 'children', ReactNode>>;

export const Frame = ({
  nav,
  foot,
  main,
  children,
}: Parts & { main?: Ref<HTMLElement> }) => (
  <div className="min-h-dvh sm:grid sm:grid-cols-[3.5rem_minmax(0,1fr)] lg:grid-cols-[14rem_minmax(0,1fr)]">
    <a
      href="#content"
      className="sr-only z-60 rounded-control bg-ink px-3 py-2 text-on-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
    <header className="sm:sticky sm:top-0 sm:flex sm:h-dvh sm:flex-col sm:overflow-y-auto sm:px-2 sm:pb-3 lg:px-3">
      <div className="flex h-12 shrink-0 items-center gap-2 max-sm:sr-only sm:max-lg:justify-center lg:px-2">
        <Sign className="size-5.5 shrink-0" />
        <p className="font-semibold sm:max-lg:sr-only">Chime In</p>
        <div className="ml-auto max-lg:hidden">
          <SandboxLabel />
        </div>
      </div>
      <FindOrDoButton className="my-2 shrink-0 max-sm:hidden sm:max-lg:mx-auto" />
      {nav}
      {foot && <div className="mt-auto max-sm:hidden">{foot}</div>}
    </header>
    <main
      ref={main}
      id="content"
      tabIndex={-1}
      className="flex min-w-0 flex-col bg-surface outline-none max-sm:min-h-dvh sm:border-l"
    >
      {children}
    </main>
  </div>
);

/**
 * Reserves space for a banner that is still loading, so that the page does not move when
 * it arrives.
 */
export const BannerSpace = () => (
  <div style={{ height: `${bannerSpace.read() ?? 0}px` }} />
);

export const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

/**
 * A native select under an icon. A menu component would make up a tenth of the script of
 * every page.
 */
function ThemeSwitch() {
  const [theme, setTheme] = usePreference(themePreference);
  const Current = THEME_ICONS[theme];
  return (
    <span className={`${buttonClasses('ghost', 'icon')} relative`}>
      <Current />
      <select
        aria-label="Theme"
        title="Theme"
        value={theme}
        onChange={({ target }) =>
          setTheme(themes[target.selectedIndex]?.value ?? 'system')
        }
        className="absolute inset-0 cursor-pointer appearance-none rounded-control bg-transparent text-[0px]"
      >
        {themes.map(({ value, label }) => (
          <option key={value} value={value} className="bg-surface text-base text-text">
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** A narrow rail has room only for the initials; the account menu then shows the rest. */
export function UserCard({ inMenu = false }: { inMenu?: boolean }) {
  const name = useQuery(authUserQuery).data?.user?.name ?? 'Chime In';
  return (
    <div
      title={inMenu ? undefined : `${name}, Tech Expert`}
      className={classNames(
        'flex items-center gap-2.5 border-t px-2 pt-2.5',
        !inMenu && 'sm:max-lg:flex-col sm:max-lg:gap-1.5 sm:max-lg:px-0',
      )}
    >
      <Avatar name={name} picture={null} />
      <div className={classNames('min-w-0 flex-1', !inMenu && 'sm:max-lg:sr-only')}>
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="text-xs text-muted">Tech Expert</p>
      </div>
      <ThemeSwitch />
    </div>
  );
}

const pageOf = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => lazyWithPreload(async () => (await load())[name]);

// Discover is not lazy, because it is the first page.
export const QueuePage = pageOf(
  () => import('../features/queue/queue-page.tsx'),
  'QueuePage',
);
export const ScheduledPage = pageOf(
  () => import('../features/scheduled/scheduled-page.tsx'),
  'ScheduledPage',
);
export const HistoryPage = pageOf(
  () => import('../features/history/history-page.tsx'),
  'HistoryPage',
);
export const RepliesPage = pageOf(
  () => import('../features/replies/replies-page.tsx'),
  'RepliesPage',
);
export const AnalyticsPage = pageOf(
  () => import('../features/analytics/analytics-page.tsx'),
  'AnalyticsPage',
);
export const FollowingPage = pageOf(
  () => import('../features/following/following-page.tsx'),
  'FollowingPage',
);
export const SettingsPage = pageOf(
  () => import('../features/settings/settings-page.tsx'),
  'SettingsPage',
);

type Counted = 'inReview' | 'scheduled' | 'newReplies';

interface Shown {
  icon: LucideIcon;
  page?: { preload: () => void };
  count?: Counted;
}

/** `shortLabel` is shown on a phone. */
const entry = (
  path: string,
  label: string,
  shortLabel: string,
  { icon, page, count }: Shown,
) => ({
  path,
  label,
  shortLabel,
  icon,
  page,
  count,
});

export const navEntries = [
  entry('/discover', 'Discover Videos', 'Discover', { icon: Search }),
  entry('/queue', 'Review Queue', 'Queue', {
    icon: ListChecks,
    page: QueuePage,
    count: 'inReview',
  }),
  entry('/scheduled', 'Scheduled', 'Scheduled', {
    icon: CalendarClock,
    page: ScheduledPage,
    count: 'scheduled',
  }),
  entry('/history', 'Comment History', 'History', {
    icon: History,
    page: HistoryPage,
    count: 'newReplies',
  }),
  entry('/analytics', 'Analytics', 'Analytics', {
    icon: ChartColumn,
    page: AnalyticsPage,
  }),
  entry('/settings', 'Voice Profile', 'Voice', { icon: Mic, page: SettingsPage }),
];

type Counts = Record<Counted, number>;

type NavLinkProps = Omit<ReturnType<typeof entry>, 'count'> & {
  active: boolean;
  count: number;
};

const NavLink = ({
  path,
  label,
  shortLabel,
  icon: Icon,
  page,
  active,
  count,
}: NavLinkProps) => (
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
    <Icon strokeWidth={1.75} className="size-5 shrink-0 lg:size-4" />
    <span className="max-lg:sr-only lg:min-w-0 lg:flex-1 lg:truncate lg:leading-5">
      {label}
    </span>
    <span
      aria-hidden
      className="max-w-full truncate leading-3.5 tracking-tight sm:hidden"
    >
      {shortLabel}
    </span>{' '}
    {count > 0 && (
      // On a phone, the badge is beside the icon. Three digits may come nearer to the
      // icon, so that they stay clear of the next link.
      <span className="absolute top-1 right-0 left-1/2 flex max-sm:before:w-2 sm:contents">
        <span className="text-xs tabular-nums max-lg:min-w-4 max-lg:shrink-0 max-lg:rounded-full max-lg:bg-ink max-lg:px-0.5 max-lg:text-center max-lg:text-on-ink sm:max-lg:absolute sm:max-lg:top-0 sm:max-lg:right-0">
          {formatNumber(count)}
        </span>
      </span>
    )}
  </Link>
);

/** Has fixed rows and columns, because a browser may paint a phone's bar before its links arrive. */
export const NavLinks = ({
  current,
  counts,
}: {
  current: string | null;
  counts: Counts;
}) => (
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

/** Returns the counts in the navigation. */
export function useCounts() {
  const enabled = useSignedIn() === true;
  const work = useWork(counts);
  const outcomes = useQuery({ ...outcomesSummaryQuery, enabled }).data;
  return {
    inReview: work?.inReview ?? 0,
    scheduled: work?.scheduled ?? 0,
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
