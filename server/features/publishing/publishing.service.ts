import pLimit from 'p-limit';
import type { PostingStatus } from '#shared/contracts/posting.ts';
import { dayStart, nextDayStart } from '#shared/rules/calendar.ts';
import {
  type PostingReason,
  postingReason,
  postingSentence,
} from '#shared/rules/posting-reasons.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError, invalid } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import type { Amendment } from './amendment.rules.ts';
import type { AttemptsRepository } from './attempts.repository.ts';
import {
  holdSentence,
  type Obstacle,
  pause,
  pauseForHold,
  postingObstacle,
} from './brakes.rules.ts';
import type { Confirmer } from './confirmer.ts';
import type { DueRepository } from './due.repository.ts';
import type { Poster, PostResult } from './poster.ts';
import { postingState } from './posting-loop.ts';
import { failed } from './settlement.rules.ts';

interface Deps {
  repository: AttemptsRepository;
  poster: Poster;
  confirmer: Confirmer;
  account: Pick<AccountService, 'account'>;
  dueComments: Pick<DueRepository, 'settings' | 'postedSince' | 'textsBefore'>;
  quota: QuotaService;
  events: Pick<Events, 'changed'>;
  clock: Clock;
}

const weekMs = 7 * 86_400_000;

export function createPublishingService(deps: Deps) {
  const { repository, dueComments, poster, confirmer, events, clock } = deps;
  const oneAtATime = pLimit(1);
  let isStopping = false;

  async function inTurn(send: () => Promise<PostResult>): Promise<PostResult> {
    const result = await oneAtATime(() => (isStopping ? null : send()));
    if (!result) throw new AppError(503, 'shutting_down', postingReason('shutting_down'));
    return result;
  }

  /**
   * Marks the comment as failed, like the posting loop, so that the page says why and
   * what can be done.
   */
  async function fail(commentId: number, { code }: Obstacle): Promise<void> {
    const now = clock.now();
    if (await repository.fail(commentId, failed(code, now), now))
      events.changed({ comment: commentId }, 'stats', 'analytics');
  }

  return {
    /**
     * Returns `confirmed: false` while the outcome is unknown or the comment waits for a
     * retry. Throws AppError 409 for an obstacle, 429 for a rate limit or spent quota,
     * 503 while shutting down or if YouTube is unavailable.
     */
    async post(
      commentId: number,
      {
        revision,
        underHold = false,
      }: { revision?: number | undefined; underHold?: boolean | undefined } = {},
    ): Promise<{ confirmed: boolean }> {
      // Read before the request waits for its turn: a refused try changes the hold, so
      // requests queued behind it get no try of their own.
      const seen = underHold ? await repository.hold() : null;
      const result = await inTurn(() =>
        poster.post(commentId, 'manual', { revision, underHold: seen }),
      );
      if ('obstacle' in result && result.obstacle.effect === 'fail')
        await fail(commentId, result.obstacle);
      return answer(result, clock.now());
    },

    /**
     * Changes or withdraws a comment that is on YouTube. Returns and throws like `post`.
     */
    async amend(
      commentId: number,
      amendment: Amendment,
      revision: number,
    ): Promise<{ confirmed: boolean }> {
      if (amendment.kind === 'change' && amendment.content.trim() === '')
        throw invalid(
          'The comment is empty. Write something, or withdraw it.',
          'empty_text',
        );
      const ask = () =>
        inTurn(() => poster.post(commentId, 'manual', { revision, amendment }));
      const result = await ask();
      // YouTube rejected the token and did nothing. Try once more: by now there is a new
      // token, or an error that explains why not.
      return answer(wantsNewToken(result) ? await ask() : result, clock.now());
    },

    checkBeforeApproval: confirmer.checkBeforeApproval,

    /**
     * Returns the texts that other comments posted within the 30 days before `at` (rule
     * 7.15).
     */
    textsBefore: (commentId: number, at = clock.now()): Promise<string[]> =>
      dueComments.textsBefore(commentId, at),

    async status(): Promise<PostingStatus> {
      const now = clock.now();
      const state = await postingState(deps);
      const { dailyCap, timeZone, firstPostAt, owner } = state;
      const weekEnds = firstPostAt && new Date(firstPostAt.getTime() + weekMs);
      const postedToday = await dueComments.postedSince(dayStart(now, timeZone));
      const capObstacle =
        postedToday >= dailyCap ? pause('daily_cap', nextDayStart(now, timeZone)) : null;
      const obstacle = postingObstacle(state, now) ?? capObstacle;
      const channel =
        owner?.channelId && owner.channelTitle
          ? { id: owner.channelId, title: owner.channelTitle }
          : null;
      const firstWeekEndsAt = weekEnds && weekEnds > now ? weekEnds.toISOString() : null;
      return {
        ...present(obstacle),
        postedToday,
        dailyCap,
        firstWeekEndsAt,
        timeZone,
        channel,
      };
    },

    /**
     * Returns what stops all posting, or null if nothing does. Ignores the owner's own
     * limits (pause, gap, daily cap), and includes a hold whose next try is due.
     */
    async standstill(): Promise<{ code: PostingReason; needsPerson: boolean } | null> {
      const state = await postingState(deps);
      const open = { ...state, postingPaused: false };
      const obstacle =
        postingObstacle(open, clock.now()) ?? (state.hold && pauseForHold(state.hold));
      return obstacle && { code: obstacle.code, needsPerson: obstacle.until === null };
    },

    /**
     * Runs the work in the queue of manual posts, so that none of them runs at the same
     * time.
     */
    betweenPosts: <T>(work: () => Promise<T>): Promise<T> => oneAtATime(work),

    /** Refuses waiting requests, and waits until the attempt in progress has finished. */
    async stop(): Promise<void> {
      isStopping = true;
      await oneAtATime(() => undefined);
    },
  };
}

export type PublishingService = ReturnType<typeof createPublishingService>;

const tooMany: readonly string[] = ['rate_limited_by_youtube', 'quota_spent'];
const unavailable: readonly string[] = ['youtube_unavailable'];

function present(
  obstacle: Obstacle | null,
): Pick<PostingStatus, 'state' | 'code' | 'reason' | 'until' | 'hold'> {
  if (!obstacle)
    return { state: 'running', code: null, reason: null, until: null, hold: null };
  const { code, hold } = obstacle;
  const reason = postingSentence(code);
  const until = obstacle.until?.toISOString() ?? null;
  return {
    state: 'paused',
    code,
    reason,
    until,
    hold: hold
      ? { code, reason: reason ?? '', attempts: hold.attempts, nextTryAt: until }
      : null,
  };
}

const wantsNewToken = (result: PostResult) =>
  'settlement' in result &&
  result.settlement.attempt.state === 'released' &&
  result.settlement.attempt.outcomeCode === 'needs_reauth';

function answer(result: PostResult, now: Date): { confirmed: boolean } {
  if ('obstacle' in result) {
    const { code, hold, detail } = result.obstacle;
    if (hold) throw new AppError(409, 'posting_held', holdSentence(hold, now));
    throw refusal(code, detail);
  }
  const { attempt, queueItem } = result.settlement;
  if (attempt.state === 'posted') return { confirmed: true };
  if (attempt.state === 'confirming') return { confirmed: false };
  if (attempt.state === 'released' && queueItem?.dueAt) return { confirmed: false };
  throw refusal(attempt.outcomeCode as PostingReason);
}

function refusal(code: PostingReason, detail = postingReason(code)): AppError {
  return new AppError(statusOf(code), code, detail);
}

function statusOf(code: PostingReason): 409 | 429 | 503 {
  if (tooMany.includes(code)) return 429;
  return unavailable.includes(code) ? 503 : 409;
}
