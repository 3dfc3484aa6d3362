import { createContext, type ReactNode } from 'react';

/** What the app shows below every page title: sign-in card and stats. */
export const PageExtras = createContext<ReactNode>(null);
