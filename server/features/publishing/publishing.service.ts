import type { PostingStatus } from '#shared/contracts/posting.ts';
import { nextPacificMidnight } from '#shared/rules/pacific-day.ts';
import { type PostingReason, postingReason, postingSentence } from '#shared/rules/posting-reasons.ts';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { SettingsService } from '../voice/settings.service.ts';
import type { Confirmer } from './confirmer.ts';
import { inTurn } from './in-turn.ts';
import type { Poster, PostResult } from './poster.ts';
import type { PublishingRepository } from './publishing.repository.ts';
import type { QuotaService } from './quota.service.ts';

interface Deps {
  repository: PublishingRepository;
  poster: Poster;
  confirmer: Confirmer;
  account: AccountService;
  settings: SettingsService;
  quota: QuotaService;
  clock: Clock;
}

/** Publishing as a person asks for it. The loop shares its poster, and therefore every rule. */
export function createPublishingService(deps: Deps) {
  const { repository, poster, confirmer, account, settings, quota, clock } = deps;
  const turns = inTurn();

  return {
    /**
     * Post Now: one after another, however many are asked for at once. `confirmed` is false while
     * YouTube's answer is not known, or a second try is due by itself.
     * Throws AppError: 409 with a code for what stands in the way, 429 for limits, 503 while stopping.
     */
    async post(commentId: number, revision?: number): Promise<{ confirmed: boolean }> {
      const result = await turns.run(() => poster.post(commentId, 'manual', revision));
      if (!result) throw new AppError(503, 'shutting_down', postingReason('shutting_down'));
      return answer(result);
    },

    lookAgain: confirmer.lookAgain,

    /** Whether anything goes out by itself, and if not, why and until when. */
    async status(): Promise<PostingStatus> {
      const now = clock.now();
      const owner = await account.account();
      const { dailyCap, postingPaused } = await settings.settings();
      const postedToday = await repository.postedToday(now);
      const token = await account.tokenStatus();
      const midnight = nextPacificMidnight(now).toISOString();
      const paused = (code: string, until: string | null = null) => ({
        state: 'paused' as const,
        code,
        reason: postingSentence(code),
        until,
      });
      const state = postingPaused
        ? paused('posting_paused')
        : !owner
          ? paused('not_connected')
          : owner.blockedCode || token.needsReauth
            ? paused(owner.blockedCode ?? token.code ?? 'needs_reauth')
            : postedToday >= dailyCap
              ? paused('daily_cap', midnight)
              : (await quota.allowsInsert())
                ? { state: 'running' as const, code: null, reason: null, until: null }
                : paused('quota_spent', midnight);
      const channel =
        owner?.channelId && owner.channelTitle ? { id: owner.channelId, title: owner.channelTitle } : null;
      return { ...state, hold: null, postedToday, dailyCap, channel };
    },

    /** Takes no more requests and waits for the attempt in flight. */
    stop: turns.stop,
  };
}

export type PublishingService = ReturnType<typeof createPublishingService>;

const tooMany: readonly string[] = ['rate_limited_by_youtube', 'quota_spent'];
const unavailable: readonly string[] = ['youtube_unavailable'];

function answer(result: PostResult): { confirmed: boolean } {
  if ('obstacle' in result) throw refusal(result.obstacle.code);
  const { attempt, queueItem } = result.settlement;
  if (attempt.state === 'posted') return { confirmed: true };
  if (attempt.state === 'confirming') return { confirmed: false };
  // A second try by itself is on its way: nothing for the person to do.
  if (attempt.state === 'released' && queueItem?.dueAt) return { confirmed: false };
  throw refusal(attempt.outcomeCode as PostingReason);
}

function refusal(code: PostingReason): AppError {
  const status = tooMany.includes(code) ? 429 : unavailable.includes(code) ? 503 : 409;
  return new AppError(status, code, postingReason(code));
}
