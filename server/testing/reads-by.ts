import type { YouTube, YouTubeAuth } from '../providers/youtube/youtube.ts';

/** Reads of this YouTube, by a key. */
export const readsBy = (youtube: Pick<YouTube, 'listThreads'>) => ({
  asAnyone: <T>(request: (youtube: YouTube, auth: YouTubeAuth) => Promise<T>) =>
    request(youtube as YouTube, { kind: 'key', apiKey: 'key' }),
});
