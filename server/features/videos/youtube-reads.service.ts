import {
  type QuotaBucket,
  type VideoSearch,
  type VideoSearchPage,
  type YouTube,
  type YouTubeAuth,
  YouTubeError,
  type YouTubeVideo,
} from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { QuotaService, Units } from '../quota/quota.service.ts';
import { readFailure } from './read-failures.rules.ts';

interface Deps {
  youtube: Pick<YouTube, 'searchVideoIds' | 'listVideos'>;
  account: Pick<AccountService, 'accessToken' | 'refreshAccessToken'>;
  quota: Pick<QuotaService, 'ensure' | 'block'>;
  /** Reads need no grant where there is a key. */
  apiKey: string | null;
}

/** Makes one request to YouTube, again with a new token where it refuses the old one. */
type Send = <T>(request: (auth: YouTubeAuth) => Promise<T>) => Promise<T>;

/** A page of a search with what YouTube says of its videos, in its order. */
export interface FoundPage extends Omit<VideoSearchPage, 'youtubeIds'> {
  videos: YouTubeVideo[];
}

const idsPerUnit = 50;

/** Reading from YouTube within the day's quota. Every failure is an AppError with a sentence for a person. */
export function createYouTubeReads({ youtube, account, quota, apiKey }: Deps) {
  async function authorisation(): Promise<YouTubeAuth> {
    return apiKey === null
      ? { kind: 'grant', accessToken: await account.accessToken() }
      : { kind: 'key', apiKey };
  }

  async function renewed(auth: YouTubeAuth, error: unknown): Promise<YouTubeAuth> {
    const isRejected = error instanceof YouTubeError && error.kind === 'auth';
    if (!isRejected || auth.kind !== 'grant') throw error;
    return { kind: 'grant', accessToken: await account.refreshAccessToken(auth.accessToken) };
  }

  /** Sends nothing where a bucket has fewer units left than it takes. */
  async function within<T>(units: Units, read: (send: Send) => Promise<T>): Promise<T> {
    let [auth] = await Promise.all([authorisation(), quota.ensure(units)]);
    const send: Send = (request) =>
      request(auth).catch(async (error) => {
        auth = await renewed(auth, error);
        return request(auth);
      });
    try {
      return await read(send);
    } catch (error) {
      if (!(error instanceof YouTubeError)) throw error;
      if (error.kind === 'quota') await spent(error.bucket);
      throw readFailure(error);
    }
  }

  /** Google knows better than our own count: from now on the ledger refuses, and says until when. */
  async function spent(bucket: QuotaBucket): Promise<void> {
    await quota.block(bucket);
    await quota.ensure({ [bucket]: 1 });
  }

  async function listed(youtubeIds: readonly string[], send: Send): Promise<YouTubeVideo[]> {
    if (youtubeIds.length === 0) return [];
    const videos = await send((auth) => youtube.listVideos(youtubeIds, auth));
    const byId = new Map(videos.map((video) => [video.youtubeId, video]));
    return youtubeIds.flatMap((id) => byId.get(id) ?? []);
  }

  return {
    /** One call of the search bucket, and none where its videos could not be listed after it. */
    searchVideos(search: VideoSearch): Promise<FoundPage> {
      return within({ search: 1, shared: 1 }, async (send) => {
        const { youtubeIds, ...page } = await send((auth) => youtube.searchVideoIds(search, auth));
        return { ...page, videos: await listed([...new Set(youtubeIds)], send) };
      });
    },

    /** In the order of the ids. What YouTube does not know is missing. */
    async listVideos(youtubeIds: readonly string[]): Promise<YouTubeVideo[]> {
      const distinct = [...new Set(youtubeIds)];
      if (distinct.length === 0) return [];
      return within({ shared: Math.ceil(distinct.length / idsPerUnit) }, (send) => listed(distinct, send));
    },
  };
}

export type YouTubeReads = ReturnType<typeof createYouTubeReads>;
