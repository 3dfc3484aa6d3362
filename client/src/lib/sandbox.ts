import { createContext } from 'react';

/**
 * Origin of the sandbox's own pages, which stand in for YouTube. Null outside the
 * sandbox.
 */
export const SandboxOrigin = createContext<string | null | undefined>(null);

/**
 * Matches YouTube pages that the sandbox serves itself. Others, such as YouTube's terms,
 * stay on YouTube.
 */
const playedPage = /^https:\/\/www\.youtube\.com(?=\/(watch|channel)[?/])/;

export const played = (href: string, sandbox: string | null | undefined): string =>
  sandbox ? href.replace(playedPage, sandbox) : href;
