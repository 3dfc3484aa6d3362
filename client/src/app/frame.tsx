import { useQuery } from '@tanstack/react-query';
import { Monitor, Moon, Search, Sun } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { authUserQuery } from '../api/auth.ts';
import { Avatar } from '../components/pictures.tsx';
import { buttonClasses } from '../components/ui/button.tsx';
import { classNames } from '../lib/browser.ts';
import { openFindOrDo } from '../lib/shortcuts.ts';
import {
  bannerSpace,
  type Theme,
  themeLabels,
  themePreference,
  themes,
  usePreference,
} from '../lib/storage.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Only an icon where the navigation is a rail. */
export function FindOrDoButton({ className }: { className?: string }) {
  return (
    <button
      type="button"
      title="Find or do"
      onClick={openFindOrDo}
      className={classNames(
        'flex h-(--control) items-center gap-2 rounded-control border border-line bg-surface px-2 text-sm text-muted transition-colors hover:border-button-line hover:text-text',
        'sm:max-lg:w-(--control) sm:max-lg:justify-center sm:max-lg:px-0',
        className,
      )}
    >
      <Search aria-hidden className="size-3.5 shrink-0" />
      <span className="flex-1 text-left sm:max-lg:sr-only">Find or do…</span>
      <kbd
        aria-hidden
        className="rounded-[4px] border border-line px-1 font-sans text-xs font-medium max-lg:hidden"
      >
        {isMac ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}

/** Three chime bars in a speech bubble. public/icon.svg draws the same. */
function Sign({ className }: { className?: string }) {
  return (
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
}

type Parts = Partial<Record<'nav' | 'label' | 'foot' | 'children', ReactNode>>;

export function Frame({ nav, label, foot, main, children }: Parts & { main?: Ref<HTMLElement> }) {
  return (
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
          <div className="ml-auto max-lg:hidden">{label}</div>
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
}

const YOUTUBE = 'Google and YouTube are stand-ins on this machine: nothing reaches the real YouTube.';
const LANGUAGE_MODEL = 'Comments are drafted by a stand-in, not by a language model.';

export function SandboxLabel() {
  const sandbox = useQuery(authUserQuery).data?.sandbox;
  if (!sandbox?.google && !sandbox?.languageModel) return null;
  const meaning = [sandbox.google && YOUTUBE, sandbox.languageModel && LANGUAGE_MODEL]
    .filter(Boolean)
    .join(' ');
  return (
    <p
      title={meaning}
      className="shrink-0 whitespace-nowrap rounded-control border border-dashed border-pending px-1.5 text-xs font-medium leading-4.5 text-pending"
    >
      Sandbox
      <span className="sr-only"> – {meaning}</span>
    </p>
  );
}

/** Stands in for a banner that is not known yet, so that the page does not move when it comes. */
export const BannerSpace = () => <div style={{ height: `${bannerSpace.read() ?? 0}px` }} />;

export const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };
const isTheme = (value: string): value is Theme => themes.some((theme) => theme === value);

/** A native select under an icon: a menu component would be a tenth of every page's script. */
function ThemeSwitch() {
  const [theme, setTheme] = usePreference(themePreference);
  const Current = THEME_ICONS[theme];
  return (
    <span className={`${buttonClasses('ghost', 'icon')} relative`}>
      <Current aria-hidden />
      <select
        aria-label="Theme"
        title="Theme"
        value={theme}
        onChange={(event) => isTheme(event.target.value) && setTheme(event.target.value)}
        className="absolute inset-0 cursor-pointer appearance-none rounded-control bg-transparent text-[0px]"
      >
        {themes.map((choice) => (
          <option key={choice} value={choice} className="bg-surface text-base text-text">
            {themeLabels[choice]}
          </option>
        ))}
      </select>
    </span>
  );
}

const NAME_WHEN_SIGNED_OUT = 'Chime In';

/** A rail has room for the initials alone; the account's menu then shows the rest. */
export function UserCard({ inMenu = false }: { inMenu?: boolean }) {
  const name = useQuery(authUserQuery).data?.user?.name ?? NAME_WHEN_SIGNED_OUT;
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
