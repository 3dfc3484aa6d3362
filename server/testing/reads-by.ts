import type { Clock } from '../core/clock.ts';
import { createThreadReads } from '../features/outcomes/outcome-reads.service.ts';
import type { PostedCommentsRepository } from '../features/outcomes/posted-comments.repository.ts';
import type { YouTube, YouTubeAuth } from '../providers/youtube/youtube.ts';

/** Reads of this YouTube, by a key. */
export const readsBy = (youtube: Pick<YouTube, 'listThreads'>) => ({
  asAnyone: <T>(request: (youtube: YouTube, auth: YouTubeAuth) => Promise<T>) =>
    request(youtube as YouTube, { kind: 'key', apiKey: 'key' }),
});

export const threadReadsBy = (
  youtube: Pick<YouTube, 'listThreads'>,
  repository: Pick<PostedCommentsRepository, 'recordRefused'>,
  clock: Clock,
) => createThreadReads({ repository, reads: readsBy(youtube), events: { changed: () => undefined }, clock });
