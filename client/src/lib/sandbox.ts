import { createContext } from 'react';

/** The origin of the sandbox's own pages, where it plays YouTube. */
export const SandboxOrigin = createContext<string | null | undefined>(null);

/** YouTube pages that the sandbox serves itself. Others, such as YouTube's terms, stay on YouTube. */
const playedPage = /^https:\/\/www\.youtube\.com(?=\/(watch|channel)[?/])/;

export const played = (href: string, sandbox: string | null | undefined): string =>
  sandbox ? href.replace(playedPage, sandbox) : href;
