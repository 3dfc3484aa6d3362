import { Link } from 'wouter';
import { classNames } from '../lib/class-names.ts';
import { type NavEntry, navEntries } from './nav-entries.ts';

type Counts = Record<NonNullable<NavEntry['count']>, number>;

interface NavLinkProps {
  entry: NavEntry;
  active: boolean;
  count: number;
}

function NavLink({ entry: { path, label, shortLabel, icon: Icon, page }, active, count }: NavLinkProps) {
  return (
    <Link
      href={path}
      title={label}
      aria-current={active ? 'page' : undefined}
      onPointerEnter={page?.preload}
      onFocus={page?.preload}
      className={classNames(
        'relative flex min-w-0 flex-col items-center gap-0.5 rounded-control py-2 text-xs transition-colors hover:bg-hover hover:text-text',
        'sm:size-10 sm:flex-row sm:justify-center sm:py-0 lg:h-9 lg:w-full lg:justify-start lg:gap-3 lg:px-3 lg:text-base',
        active ? 'font-medium text-text sm:bg-hover' : 'text-muted',
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0 lg:size-4" />
      <span className="sr-only lg:not-sr-only lg:min-w-0 lg:truncate">{label}</span>
      <span aria-hidden className="max-w-full truncate sm:hidden">
        {shortLabel}
      </span>{' '}
      {count > 0 && (
        <span className="absolute top-0.5 left-1/2 ml-1.5 min-w-4.5 rounded-full bg-ink px-1 text-center text-xs leading-4.5 font-medium text-on-ink tabular-nums lg:static lg:ml-auto">
          {count}
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
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-6 grid-rows-[3.5rem] border-t border-line bg-raised px-1 pb-[env(safe-area-inset-bottom)] sm:static sm:flex sm:flex-col sm:items-center sm:gap-1 sm:border-0 sm:bg-transparent sm:p-0 lg:items-stretch"
    >
      {navEntries.map((entry) => (
        <NavLink
          key={entry.path}
          entry={entry}
          active={current === entry.path}
          count={entry.count ? counts[entry.count] : 0}
        />
      ))}
    </nav>
  );
}
