import { useEffect, useRef } from 'react';

const PAUSE_MS = 300;

/** Keeps the address at the open item, and opens the item that the address is led to. */
export function useItemAddress(
  asked: number | undefined,
  active: number | undefined,
  open: (id: number) => void,
  show: (id: number) => void,
): void {
  const known = useRef(asked);
  useEffect(() => {
    if (asked === undefined || asked === known.current) return;
    known.current = asked;
    open(asked);
  }, [asked, open]);
  // Browsers refuse hundreds of changes in a row, as a held key would make.
  useEffect(() => {
    if (active === undefined || active === known.current) return;
    const timer = setTimeout(() => {
      known.current = active;
      show(active);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [active, show]);
}
