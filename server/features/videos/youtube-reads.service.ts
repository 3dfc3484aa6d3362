import type { TopComment } from '#shared/contracts/material.ts';
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
  youtube: Pick<YouTube, 'searchVideoIds' | 'listVideos' | 'listTopComments'>;
  account: Pick<AccountService, 'accessToken' | 'refreshAccessToken'>;
  quota: Pick<QuotaService, 'ensure' | 'block'>;
  apiKey: string | null;
}

type Send = <T>(request: (auth: YouTubeAuth) => Promise<T>) => Promise<T>;

export interface FoundPage extends Omit<VideoSearchPage, 'youtubeIds'> {
  videos: YouTubeVideo[];
}

const idsPerUnit = 50;

/** Stays within the day's quota. Throws only AppErrors. */
export function createYouTubeReads({ youtube, account, quota, apiKey }: Deps) {
  async function authorisation(): Promise<YouTubeAuth> {
    return apiKey === null
      ? { kind: 'grant', accessToken: await account.accessToken() }
      : { kind: 'key', apiKey };
  }

  async function renewedAuth(auth: YouTubeAuth, error: unknown): Promise<YouTubeAuth> {
    const isRejected = error instanceof YouTubeError && error.kind === 'auth';
    if (!isRejected || auth.kind !== 'grant') throw error;
    return { kind: 'grant', accessToken: await account.refreshAccessToken(auth.accessToken) };
  }

  async function withinQuota<T>(units: Units, read: (send: Send) => Promise<T>): Promise<T> {
    let [auth] = await Promise.all([authorisation(), quota.ensure(units)]);
    const send: Send = (request) =>
      request(auth).catch(async (error) => {
        auth = await renewedAuth(auth, error);
        return request(auth);
      });
    try {
      return await read(send);
    } catch (error) {
      if (!(error instanceof YouTubeError)) throw error;
      if (error.kind === 'quota') await blockSpent(error.bucket);
      throw readFailure(error);
    }
  }

  /** Google's count wins over ours. */
  async function blockSpent(bucket: QuotaBucket): Promise<void> {
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
    /** Spends a search only if its videos can be listed as well. */
    searchVideos(search: VideoSearch): Promise<FoundPage> {
      return withinQuota({ search: 1, shared: 1 }, async (send) => {
        const { youtubeIds, ...page } = await send((auth) => youtube.searchVideoIds(search, auth));
        return { ...page, videos: await listed([...new Set(youtubeIds)], send) };
      });
    },

    async listVideos(youtubeIds: readonly string[]): Promise<YouTubeVideo[]> {
      const distinct = [...new Set(youtubeIds)];
      if (distinct.length === 0) return [];
      return withinQuota({ shared: Math.ceil(distinct.length / idsPerUnit) }, (send) =>
        listed(distinct, send),
      );
    },

    listTopComments(youtubeVideoId: string): Promise<TopComment[]> {
      return withinQuota({ shared: 1 }, (send) =>
        send((auth) => youtube.listTopComments(youtubeVideoId, auth)),
      );
    },
  };
}

export type YouTubeReads = ReturnType<typeof createYouTubeReads>;
