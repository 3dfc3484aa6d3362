import { createContext } from 'react';

export const youTube = 'https://www.youtube.com';

/** The origin that shows videos and channels: YouTube, or the sandbox where it plays YouTube. */
export const YouTubeSite = createContext(youTube);

/** Pages that the sandbox has as well, in contrast to YouTube's terms. */
const playedPage = new RegExp(`^${youTube}(?=/(watch|channel)[?/])`);

export const atSite = (href: string, site: string): string => href.replace(playedPage, site);
