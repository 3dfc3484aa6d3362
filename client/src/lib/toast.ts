import { useSyncExternalStore } from 'react';

interface ToastMessage {
  title: string;
  subject?: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** A button in the toast; pressing `key` does the same. */
  action?: { label: string; key?: string | undefined; onAction: () => void };
  /** Link to the subject of the toast: a path of the app or a YouTube URL. */
  link?: { label: string; href: string };
}

export interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

const REMOVE_DELAY_MS = 1_000_000;

let shown: ShownToast | null = null;
let nextId = 1;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function toast(message: ToastMessage): void {
  clearTimeout(removal);
  show({ ...message, id: nextId++, open: true });
}

export function dismissToast(): void {
  if (!shown?.open) return;
  show({ ...shown, open: false });
  removal = setTimeout(() => show(null), REMOVE_DELAY_MS);
}

/**
 * Closes the toast when the user leaves the page it is about, unless it reports a
 * failure.
 */
export function leavePage(): void {
  if (shown?.variant !== 'destructive') dismissToast();
}

export function clearToasts(): void {
  clearTimeout(removal);
  show(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useToast = (): ShownToast | null =>
  useSyncExternalStore(subscribe, () => shown);
