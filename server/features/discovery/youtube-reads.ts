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
import type { QuotaService } from '../publishing/quota.service.ts';
import { readFailure } from './read-failures.ts';

interface Deps {
  youtube: Pick<YouTube, 'searchVideoIds' | 'listVideos'>;
  account: Pick<AccountService, 'accessToken' | 'refreshAccessToken'>;
  quota: Pick<QuotaService, 'ensure' | 'block'>;
  /** Reads need no grant where there is a key. */
  apiKey: string | null;
}

const idsPerUnit = 50;

/** Reading from YouTube within the day's quota. Every failure is an AppError with a sentence for a person. */
export function createYouTubeReads({ youtube, account, quota, apiKey }: Deps) {
  async function authorised<T>(read: (auth: YouTubeAuth) => Promise<T>): Promise<T> {
    if (apiKey !== null) return read({ kind: 'key', apiKey });
    const accessToken = await account.accessToken();
    try {
      return await read({ kind: 'grant', accessToken });
    } catch (error) {
      if (!(error instanceof YouTubeError) || error.kind !== 'auth') throw error;
      return read({ kind: 'grant', accessToken: await account.refreshAccessToken(accessToken) });
    }
  }

  async function worded<T>(read: (auth: YouTubeAuth) => Promise<T>): Promise<T> {
    try {
      return await authorised(read);
    } catch (error) {
      if (!(error instanceof YouTubeError)) throw error;
      if (error.kind === 'quota') await spent(error.bucket);
      throw readFailure(error);
    }
  }

  /** Google knows better than our own count: from now on the ledger refuses, and says until when. */
  async function spent(bucket: QuotaBucket): Promise<void> {
    await quota.block(bucket);
    await quota.ensure(bucket, 1);
  }

  return {
    /** One page: one call of the search bucket, and none where its videos could not be listed after it. */
    async searchVideoIds(search: VideoSearch): Promise<VideoSearchPage> {
      await Promise.all([quota.ensure('shared', 1), quota.ensure('search', 1)]);
      return worded((auth) => youtube.searchVideoIds(search, auth));
    },

    /** In the order of the ids. What YouTube does not know is missing. */
    async listVideos(youtubeIds: readonly string[]): Promise<YouTubeVideo[]> {
      const distinct = [...new Set(youtubeIds)];
      if (distinct.length === 0) return [];
      await quota.ensure('shared', Math.ceil(distinct.length / idsPerUnit));
      const videos = await worded((auth) => youtube.listVideos(distinct, auth));
      const byId = new Map(videos.map((video) => [video.youtubeId, video]));
      return distinct.flatMap((id) => byId.get(id) ?? []);
    },
  };
}

export type YouTubeReads = ReturnType<typeof createYouTubeReads>;
