import type { PostingStatus } from '#shared/contracts/posting.ts';
import { type PostingReason, postingReason, postingSentence } from '#shared/rules/posting-reasons.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import type { SettingsService } from '../voice/profiles/settings.service.ts';
import { closed, type Obstacle, whatCloses } from './closed.rules.ts';
import type { Confirmer } from './confirmer.ts';
import type { HoldRepository } from './hold.repository.ts';
import { holdSentence } from './hold.rules.ts';
import { inTurn } from './in-turn.ts';
import type { Poster, PostResult } from './poster.ts';
import type { PublishingRepository } from './publishing.repository.ts';

interface Deps {
  repository: PublishingRepository;
  holds: HoldRepository;
  poster: Poster;
  confirmer: Confirmer;
  account: AccountService;
  settings: SettingsService;
  quota: QuotaService;
  clock: Clock;
}

/** Publishing as a person asks for it. The loop shares its poster, and therefore every rule. */
export function createPublishingService(deps: Deps) {
  const { repository, holds, poster, confirmer, account, settings, quota, clock } = deps;
  const turns = inTurn();

  return {
    /**
     * Post Now: one after another, however many are asked for at once. `confirmed` is false while
     * YouTube's answer is not known, or a second try is due by itself. `underHold`: one try although posting is
     * on hold, and none if somebody else tries first and is refused.
     * Throws AppError: 409 with a code for what stands in the way, 429 for limits, 503 while stopping.
     */
    async post(
      commentId: number,
      {
        revision,
        underHold = false,
      }: { revision?: number | undefined; underHold?: boolean | undefined } = {},
    ): Promise<{ confirmed: boolean }> {
      const seen = underHold ? await holds.find() : null;
      const result = await turns.run(() => poster.post(commentId, 'manual', { revision, underHold: seen }));
      if (!result) throw new AppError(503, 'shutting_down', postingReason('shutting_down'));
      return answer(result, clock.now());
    },

    lookAgain: confirmer.lookAgain,

    /** Whether anything goes out by itself, and if not, why and until when. */
    async status(): Promise<PostingStatus> {
      const now = clock.now();
      const owner = await account.account();
      const { dailyCap, postingPaused } = await settings.settings();
      const postedToday = await repository.postedToday(now);
      const token = await account.tokenStatus();
      const signInCode = owner?.blockedCode ?? (token.needsReauth ? (token.code ?? 'needs_reauth') : null);
      const facts = {
        postingPaused,
        owner: owner && { blockedCode: signInCode },
        hold: await holds.find(),
        hasUnits: await quota.allowsInsert(),
        resetsAt: quota.resetsAt(),
      };
      const capIsReached = postedToday >= dailyCap ? closed('daily_cap', facts.resetsAt) : null;
      const obstacle = whatCloses(facts, now) ?? capIsReached;
      const channel =
        owner?.channelId && owner.channelTitle ? { id: owner.channelId, title: owner.channelTitle } : null;
      return { ...present(obstacle), postedToday, dailyCap, channel };
    },

    /** Takes no more requests and waits for the attempt in flight. */
    stop: turns.stop,
  };
}

export type PublishingService = ReturnType<typeof createPublishingService>;

const tooMany: readonly string[] = ['rate_limited_by_youtube', 'quota_spent'];
const unavailable: readonly string[] = ['youtube_unavailable'];

function present(
  obstacle: Obstacle | null,
): Pick<PostingStatus, 'state' | 'code' | 'reason' | 'until' | 'hold'> {
  if (!obstacle) return { state: 'running', code: null, reason: null, until: null, hold: null };
  const { code, hold } = obstacle;
  const reason = postingSentence(code);
  const until = obstacle.until?.toISOString() ?? null;
  return {
    state: 'paused',
    code,
    reason,
    until,
    hold: hold ? { code, reason: reason ?? '', attempts: hold.attempts, nextTryAt: until } : null,
  };
}

function answer(result: PostResult, now: Date): { confirmed: boolean } {
  if ('obstacle' in result) {
    const { code, hold } = result.obstacle;
    if (hold) throw new AppError(409, 'posting_held', holdSentence(hold, now));
    throw refusal(code);
  }
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
