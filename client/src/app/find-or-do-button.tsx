import { Search } from 'lucide-react';
import { classNames } from '../lib/browser.ts';
import { openFindOrDo } from '../lib/shortcuts.ts';

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
