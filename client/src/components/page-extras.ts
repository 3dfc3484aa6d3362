import { createContext, type ReactNode } from 'react';

/** Sign-in card and stats below every page title. */
export const PageExtras = createContext<ReactNode>(null);
