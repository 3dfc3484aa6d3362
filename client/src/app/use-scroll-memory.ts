import { useCallback, useEffect, useRef } from 'react';

/** Returns what scrolls a new page: to its top, or to where Back and Forward find it as it was left. */
export function useScrollMemory(): (pathname: string) => void {
  const leftAt = useRef(new Map<string, number>());
  const returnedTo = useRef<string | null>(null);

  useEffect(() => {
    const keep = () => void leftAt.current.set(window.location.pathname, window.scrollY);
    const note = () => {
      returnedTo.current = window.location.pathname;
    };
    window.addEventListener('scroll', keep, { passive: true });
    // Captured, as the router's listener already shows the page.
    window.addEventListener('popstate', note, { capture: true });
    return () => {
      window.removeEventListener('scroll', keep);
      window.removeEventListener('popstate', note, { capture: true });
    };
  }, []);

  return useCallback((pathname) => {
    const isReturn = returnedTo.current === pathname;
    returnedTo.current = null;
    window.scrollTo(0, (isReturn && leftAt.current.get(pathname)) || 0);
  }, []);
}
