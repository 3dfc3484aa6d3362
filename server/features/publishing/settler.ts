import type { PostingReason } from '#shared/rules/posting-reasons.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import type { YouTubeError } from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import type { VideoService } from '../videos/videos.service.ts';
import { amended, amendmentConsequence } from './amendment.rules.ts';
import type { Claimed } from './claim.repository.ts';
import { type Hold, type HoldChange, holdAfter, setAsideMs } from './hold.rules.ts';
import type { PublishingRepository } from './publishing.repository.ts';
import { consequenceOf, failed, posted, type Renewal, type Settlement } from './settlement.rules.ts';

export interface SettlerDeps {
  repository: PublishingRepository;
  account: Pick<AccountService, 'refreshAccessToken' | 'block'>;
  quota: Pick<QuotaService, 'block'>;
  videos: Pick<VideoService, 'markCommentsOff'>;
  events: Pick<Events, 'changed'>;
  clock: Clock;
  random: () => number;
  log: Pick<Log, 'warn'>;
}

/** Never about the comment that caused the hold. */
const notAboutTheComment: readonly string[] = ['youtube_unavailable', 'needs_reauth'];

export function createSettler(deps: SettlerDeps) {
  const { repository, account, quota, videos, events, clock, random, log } = deps;

  async function settle(
    { attempt, hold }: Claimed,
    settlement: Settlement,
    change: HoldChange,
  ): Promise<void> {
    const now = clock.now();
    const circumstances = { commentId: attempt.commentId, isProbe: hold !== null, now, random };
    await repository.settle(attempt, settlement, now, (current) => holdAfter(current, change, circumstances));
  }

  async function renewToken(rejected: string): Promise<Renewal> {
    try {
      await account.refreshAccessToken(rejected);
      return 'renewed';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === 'youtube_unavailable' ? 'unavailable' : 'refused';
    }
  }

  /** Another comment was taken, so the one that caused the hold is the likely trouble. */
  async function settleCauseOf({ code, commentId, suspect }: Hold, takenId: number): Promise<void> {
    if (commentId === null || commentId === takenId || notAboutTheComment.includes(code)) return;
    const now = clock.now();
    if (suspect) {
      await repository.fail(commentId, failed('comment_refused', now), now);
    } else {
      // Retried at once it would hold up the others again.
      const times = await repository.timesReleased(commentId);
      await repository.setAside(commentId, new Date(now.getTime() + setAsideMs(times)));
    }
    events.changed({ comment: commentId });
  }

  return {
    async settleDone(claimed: Claimed, youtubeCommentId: string): Promise<Settlement> {
      const now = clock.now();
      const { kind } = claimed.attempt;
      const settlement = kind === 'insert' ? posted(youtubeCommentId, now, now) : amended(kind, now);
      await settle(claimed, settlement, { kind: 'lift' });
      // An amendment tells nothing about a comment that was not taken.
      if (claimed.hold && kind === 'insert') await settleCauseOf(claimed.hold, claimed.attempt.commentId);
      return settlement;
    },

    async settleError(
      claimed: Claimed,
      error: YouTubeError,
      { accessToken, othersAreDue }: { accessToken: string; othersAreDue: boolean },
    ): Promise<Settlement> {
      const { attempt, videoId, hold } = claimed;
      const renewal = error.kind === 'auth' ? await renewToken(accessToken) : null;
      const { kind, origin, startedAt } = attempt;
      const circumstances = { origin, startedAt, now: clock.now(), renewal, hold, othersAreDue };
      const {
        settlement,
        hold: change,
        needsSignIn,
      } = kind === 'insert'
        ? consequenceOf(error, circumstances)
        : amendmentConsequence(kind, error, circumstances);
      await settle(claimed, settlement, change);
      const outcome = settlement.attempt.outcomeCode;
      log.warn({ call: kind, kind: error.kind, reason: error.reason, outcome }, 'not done on YouTube');
      if (outcome === 'comments_off') await videos.markCommentsOff(videoId);
      if (error.kind === 'quota') await quota.block(error.bucket);
      if (needsSignIn) await account.block(outcome as PostingReason);
      return settlement;
    },
  };
}
