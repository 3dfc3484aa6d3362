import { createStore } from './store.ts';

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

const shown = createStore<ShownToast | null>(null);
let nextId = 1;
let removal: ReturnType<typeof setTimeout> | undefined;

export function toast(message: ToastMessage): void {
  clearTimeout(removal);
  shown.write({ ...message, id: nextId++, open: true });
}

export function dismissToast(): void {
  const last = shown.read();
  if (!last?.open) return;
  shown.write({ ...last, open: false });
  removal = setTimeout(() => shown.write(null), REMOVE_DELAY_MS);
}

/**
 * Closes the toast when the user leaves the page it is about, unless it reports a
 * failure.
 */
export function leavePage(): void {
  if (shown.read()?.variant !== 'destructive') dismissToast();
}

export function clearToasts(): void {
  clearTimeout(removal);
  shown.write(null);
}

export const useToast = shown.use;
