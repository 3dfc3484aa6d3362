/**
 * Shows the shortcut of a button. Not part of the accessible name, and hidden where there
 * is no keyboard.
 */
export const Kbd = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="-mr-1 inline-grid h-4.5 min-w-4.5 place-items-center rounded-control border border-current/30 px-1 font-sans text-xs font-medium opacity-80 max-md:hidden pointer-coarse:hidden"
  >
    {children}
  </kbd>
);

/** Shows the shortcut in the main button of a bar. */
export const MainKey = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="rounded-[4px] border border-current/35 px-1 font-sans text-xs max-lg:hidden"
  >
    {children}
  </kbd>
);

export const KeyLegend = ({ keys, children }: { keys: string; children: string }) => (
  <span className="flex items-center gap-2.5">
    {[...keys].map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
    {children}
  </span>
);
