/** The key of a button; not part of its name, and not shown where there is no keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden
      className="-mr-1 inline-grid h-4.5 min-w-4.5 place-items-center rounded-control border border-current/30 px-1 font-sans text-xs font-medium opacity-80 max-md:hidden pointer-coarse:hidden"
    >
      {children}
    </kbd>
  );
}
