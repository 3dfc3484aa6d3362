import { createContext } from 'react';

/** The origin of the sandbox's own pages, where it plays YouTube. */
export const SandboxOrigin = createContext<string | null | undefined>(null);

/** Pages that the sandbox plays, in contrast to YouTube's terms. */
const playedPage = /^https:\/\/www.youtube.com(?=\/(watch|channel)[?/])/;

export const played = (href: string, sandbox: string | null | undefined): string =>
  sandbox ? href.replace(playedPage, sandbox) : href;
