import { createContext, type ReactNode } from 'react';

interface Slots {
  /** Beside the title, on a phone beside the account, where the navigation has no place for it. */
  label: ReactNode;
  /** Below the title row. */
  banner: ReactNode;
}

/** What the app puts into every page's title row. */
export const PageSlots = createContext<Slots>({ label: null, banner: null });
