import { useEffect, useSyncExternalStore } from 'react';

export interface PageAction {
  label: string;
  /** The single key that does the same. */
  key: string;
  run: () => void;
}

/** What can be done with the item that a page has open. */
export interface PageActions {
  subject: string;
  actions: readonly PageAction[];
}

let offered: PageActions | null = null;
const listeners = new Set<() => void>();

function offer(next: PageActions | null): void {
  if (offered === next) return;
  offered = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Offers actions elsewhere, for as long as the page is shown. */
export function useOfferedActions(actions: PageActions | null): void {
  useEffect(() => offer(actions));
  useEffect(() => () => offer(null), []);
}

export const usePageActions = (): PageActions | null => useSyncExternalStore(subscribe, () => offered);
