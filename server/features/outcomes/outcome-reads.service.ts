import { AppError } from '../../core/errors.ts';
import { type YouTube, type YouTubeAuth, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';

interface Deps {
  /** Spends from the budget for what became of comments (rule 13.6). */
  youtube: YouTube;
  account: Pick<AccountService, 'accessToken' | 'refreshAccessToken'>;
  quota: Pick<QuotaService, 'block' | 'ensure'>;
  apiKey: string | null;
}

type Request<T> = (youtube: YouTube, auth: YouTubeAuth) => Promise<T>;

/** Throws AppErrors about the grant and the quota, else the YouTubeError. */
export function createOutcomeReads({ youtube, account, quota, apiKey }: Deps) {
  async function send<T>(request: Request<T>, auth: YouTubeAuth): Promise<T> {
    try {
      return await request(youtube, auth);
    } catch (error) {
      if (!(error instanceof YouTubeError && error.kind === 'quota')) throw error;
      // Google's count wins over ours.
      await quota.block(error.bucket);
      await quota.ensure({ [error.bucket]: 1 });
      throw error;
    }
  }

  async function asOwner<T>(request: Request<T>): Promise<T> {
    const accessToken = await account.accessToken();
    try {
      return await send(request, { kind: 'grant', accessToken });
    } catch (error) {
      if (!(error instanceof YouTubeError && error.kind === 'auth')) throw error;
      const renewed = await account.refreshAccessToken(accessToken);
      return send(request, { kind: 'grant', accessToken: renewed });
    }
  }

  return {
    canAskAsStranger: apiKey !== null,

    /** By the API key, which is nobody's; only where there is one. */
    asStranger<T>(request: Request<T>): Promise<T> {
      if (apiKey === null) throw new Error('There is no API key.');
      return send(request, { kind: 'key', apiKey });
    },

    asOwner,

    /** By the key where the grant cannot be used. */
    async asAnyone<T>(request: Request<T>): Promise<T> {
      try {
        return await asOwner(request);
      } catch (error) {
        const isGrant = error instanceof AppError && error.status === 409;
        if (apiKey === null || !isGrant) throw error;
        return send(request, { kind: 'key', apiKey });
      }
    },
  };
}

export type OutcomeReads = ReturnType<typeof createOutcomeReads>;
