import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { z } from 'zod';
import { listen } from './browser.ts';

type Values = Record<string, string | undefined>;

function addressWith(pathname: string, search: string, change: Values): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  const query = params.toString();
  return query ? `${pathname}?${query}` : pathname;
}

/**
 * Reads the query parameters that `contract` names; a value that does not parse counts as
 * missing. Changing them replaces the current history entry and keeps parameters outside
 * the contract.
 */
export function useAddress<Shape extends z.ZodRawShape>(contract: z.ZodObject<Shape>) {
  const [pathname] = useLocation();
  const search = useSearch();
  const values = useMemo(() => {
    const params = new URLSearchParams(search);
    const known = Object.entries(contract.shape).flatMap(([name, field]) => {
      const parsed = (field as unknown as z.ZodType).safeParse(
        params.get(name) ?? undefined,
      );
      return parsed.success ? [[name, parsed.data]] : [];
    });
    return Object.fromEntries(known) as Partial<z.infer<z.ZodObject<Shape>>>;
  }, [search, contract]);
  const change = useCallback(
    (next: { [Name in keyof Shape]?: string | undefined }) =>
      navigate(addressWith(pathname, window.location.search, next as Values), {
        replace: true,
      }),
    [pathname],
  );
  return [values, change] as const;
}

const OPENED_HERE = 'dialog';

const openedHere = () =>
  (window.history.state as Record<string, unknown> | null)?.[OPENED_HERE];

/** Returns the value of one query parameter, unchecked. Null if the address has none. */
export const useAddressValue = (name: string): string | null =>
  new URLSearchParams(useSearch()).get(name);

/**
 * Keeps a dialog in the address. Opening it adds a history entry, so that Back closes it.
 * Opening it `instead` of another open dialog replaces that dialog's entry. A second
 * press on opening or closing changes nothing: a second entry would keep the dialog open
 * when the user presses Back.
 */
export function useAddressDialog(name: string) {
  const [pathname] = useLocation();
  const value = useAddressValue(name);
  const isClosing = useRef(false);
  useEffect(() => {
    const onBack = () => {
      isClosing.current = false;
    };
    return listen({ popstate: onBack });
  }, []);
  const withChange = (change: Values) =>
    addressWith(pathname, window.location.search, change);
  /**
   * Reads the address itself, because the next press may come before React has rendered
   * the last change.
   */
  const shown = (dialog: string) =>
    new URLSearchParams(window.location.search).get(dialog);
  return {
    value,
    open(next: string, instead?: string) {
      if (shown(name) === next) return;
      // A dialog has at most one history entry: another item in the same dialog replaces
      // it.
      const replaced = instead ?? (shown(name) === null ? undefined : name);
      const isOpenedHere = !replaced || openedHere() === replaced;
      navigate(withChange({ ...(replaced && { [replaced]: undefined }), [name]: next }), {
        replace: replaced !== undefined,
        ...(isOpenedHere && { state: { [OPENED_HERE]: name } }),
      });
    },
    close() {
      // Going back takes a moment; a second press must not leave the page.
      if (isClosing.current || shown(name) === null) return;
      if (openedHere() !== name)
        return navigate(withChange({ [name]: undefined }), { replace: true });
      isClosing.current = true;
      window.history.back();
    },
  };
}

const PAUSE_MS = 300;

/**
 * Holds what the user types and passes it to `ask` after a pause, so that not every key
 * changes the address. Setting null discards it and shows the value of the address again.
 */
export function useAhead<Value>(value: Value, ask: (next: Value) => void) {
  const [ahead, setAhead] = useState<Value | null>(null);
  useEffect(() => {
    if (ahead === null) return;
    const timer = setTimeout(() => {
      ask(ahead);
      setAhead(null);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [ahead]);
  return [ahead ?? value, setAhead] as const;
}

/**
 * Keeps the address and the open item in step: writes the open item
 * to the address, and opens an item when the address changes to it.
 */
export function useItemAddress(
  asked: number | undefined,
  active: number | undefined,
  open: (id: number) => void,
  show: (id: number) => void,
): void {
  const known = useRef(asked);
  const openAsked = useEffectEvent(open);
  const showActive = useEffectEvent(show);
  useEffect(() => {
    if (asked === undefined || asked === known.current) return;
    known.current = asked;
    openAsked(asked);
  }, [asked]);
  // Delayed, because browsers reject hundreds of address changes in a row, which a held
  // key would cause.
  useEffect(() => {
    if (active === undefined || active === known.current) return;
    const timer = setTimeout(() => {
      known.current = active;
      showActive(active);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [active]);
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Chime In`;
  }, [title]);
}
