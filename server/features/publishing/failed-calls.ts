import type { PostingReason } from '#shared/rules/posting-reasons.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { YouTubeError, YouTubeFailure } from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { SignInKey } from '../auth/auth.rules.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import type { VideoService } from '../videos/videos.service.ts';
import { amendmentConsequence } from './amendment.rules.ts';
import type { Claimed } from './attempts.repository.ts';
import type { HoldChange } from './brakes.rules.ts';
import { consequenceOf, type Renewal, type Settlement } from './settlement.rules.ts';

/** What a response means for the hold. */
export interface AboutHold {
  change: HoldChange;
  signIn: SignInKey;
  /**
   * True if the response depends on the sign-in, so a new sign-in may get another one.
   */
  isAboutSignIn: boolean;
}

interface Deps {
  account: Pick<AccountService, 'refreshAccessToken' | 'block'>;
  quota: Pick<QuotaService, 'block'>;
  videos: Pick<VideoService, 'markCommentsOff'>;
  settle(claimed: Claimed, settlement: Settlement, aboutHold: AboutHold): Promise<void>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

interface Circumstances {
  accessToken: string;
  /** The sign-in that issued the access token. */
  signIn: SignInKey;
  othersAreDue: boolean;
}

/** Failures that depend on the sign-in, so a new sign-in may not have them. */
const aboutTheSignIn: readonly YouTubeFailure[] = ['auth', 'scope', 'account'];

/**
 * Returns a function that settles an attempt whose call to YouTube failed, and records
 * what the failure says about the account, the video and the quota.
 */
export function createFailureSettler({
  account,
  quota,
  videos,
  settle,
  clock,
  log,
}: Deps) {
  async function renewToken(rejected: string): Promise<Renewal> {
    try {
      await account.refreshAccessToken(rejected);
      return 'renewed';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === 'youtube_unavailable' ? 'unavailable' : 'refused';
    }
  }

  return async function settleFailure(
    claimed: Claimed,
    error: YouTubeError,
    { accessToken, signIn, othersAreDue }: Circumstances,
  ): Promise<Settlement> {
    const { attempt, videoId, hold } = claimed;
    const renewal = error.kind === 'auth' ? await renewToken(accessToken) : null;
    const { kind, origin, startedAt } = attempt;
    const circumstances = {
      origin,
      startedAt,
      now: clock.now(),
      renewal,
      hold,
      othersAreDue,
    };
    const {
      settlement,
      hold: change,
      needsSignIn,
    } = kind === 'insert'
      ? consequenceOf(error, circumstances)
      : amendmentConsequence(kind, error, circumstances);
    await settle(claimed, settlement, {
      change,
      signIn,
      isAboutSignIn: aboutTheSignIn.includes(error.kind),
    });
    const outcome = settlement.attempt.outcomeCode;
    log.warn(
      { call: kind, kind: error.kind, reason: error.reason, outcome },
      'not done on YouTube',
    );
    if (outcome === 'comments_off') await videos.markCommentsOff(videoId);
    if (error.kind === 'quota') await quota.block(error.bucket);
    if (needsSignIn) await account.block(outcome as PostingReason, signIn);
    return settlement;
  };
}
