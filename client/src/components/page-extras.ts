import { createContext, type ReactNode } from 'react';

/** What the app puts under a page's title line (sign-in card, stats), so that no page has to know of it. */
export const PageExtras = createContext<ReactNode>(null);
