import { postingReason } from '#shared/rules/posting-reasons.ts';
import { type Clock, unlessAborted } from '../../core/clock.ts';
import { AppError, conflict } from '../../core/errors.ts';
import type { Change, Events } from '../../core/events.ts';
import {
  type ListedComment,
  type YouTube,
  YouTubeError,
} from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import { amendmentSeen } from './amendment.rules.ts';
import type { Attempt, AttemptsRepository } from './attempts.repository.ts';
import { createCommentReader, findSent } from './comment-reader.ts';
import type { DueRepository } from './due.repository.ts';
import type { RestoredRepository } from './restored.repository.ts';
import { createRestoredCheck } from './restored-check.ts';
import {
  checkLater,
  notFoundByCheck,
  notProcessed,
  notTold,
  postedAsListed,
  type Settlement,
  shownBy,
} from './settlement.rules.ts';

interface Deps {
  repository: AttemptsRepository;
  dueComments: Pick<DueRepository, 'dueChecks' | 'postponeCheck'>;
  restoredComments: RestoredRepository;
  youtube: Pick<YouTube, 'listRecentComments' | 'listReplies' | 'readComment'>;
  account: Pick<AccountService, 'account' | 'accessToken' | 'refreshAccessToken'>;
  events: Events;
  clock: Clock;
  /** Aborts the checks in progress; they are due again after the next start. */
  stopping: AbortSignal;
}

const checksPerTick = 5;
/**
 * Timeout of one check, which may read many pages. A check that takes longer is repeated
 * later.
 */
const checkTimeoutMs = 60_000;

/**
 * The comment that was found, or else whether it is certainly absent. Only a complete
 * list proves absence: every thread or reply since the first attempt, read as the channel
 * that posted it.
 */
type Sight = { attempt: Attempt; comment: ListedComment } | { isAbsent: boolean };

const notCheckable = () =>
  new AppError(
    503,
    'youtube_unavailable',
    'We cannot check right now whether YouTube received this comment. Nothing was changed; try again in a few minutes.',
  );

/**
 * Checks what became of calls to YouTube that had no clear response. Only reads; never
 * posts.
 */
export function createConfirmer(deps: Deps) {
  const { repository, dueComments, restoredComments, account, events, clock, stopping } =
    deps;
  const { listed, readOnYouTube } = createCommentReader(deps);
  const checkRestored = createRestoredCheck({
    restoredComments,
    account,
    listed,
    settle,
    events,
    clock,
  });

  async function settle(attempt: Attempt, settlement: Settlement): Promise<void> {
    await repository.settle(attempt, settlement, clock.now());
    const isDone = settlement.attempt.state === 'posted';
    const shown: Change[] = isDone ? ['posting-status', ...shownBy(attempt)] : [];
    events.changed({ comment: attempt.commentId }, 'stats', 'analytics', ...shown);
  }

  /** Looks for a comment on YouTube, given all of its attempts, oldest first. */
  async function look(attempts: readonly [Attempt, ...Attempt[]]): Promise<Sight> {
    const { comments, isComplete } = await listed(attempts[0], attempts[0].startedAt);
    const sent = findSent(attempts, comments);
    if (sent) return sent;
    // A comment that YouTube hides is shown only to its author.
    const channelId = (await account.account())?.channelId;
    // A start in the future was recorded while the clock was ahead: the list begins too
    // late to prove anything.
    const isInPast = attempts[0].startedAt <= clock.now();
    const isOwn = attempts.every((each) => each.authorChannelId === channelId);
    return { isAbsent: isComplete && isInPast && isOwn };
  }

  async function checkUnconfirmed(
    attempts: readonly [Attempt, ...Attempt[]],
    { asks }: { asks: boolean },
  ): Promise<boolean> {
    const sight = await look(attempts);
    if ('comment' in sight) {
      await settle(sight.attempt, postedAsListed(sight.comment, clock.now()));
      return true;
    }
    if (!asks) return false;
    throw conflict(
      'unconfirmed',
      sight.isAbsent
        ? `${postingReason('unconfirmed')} We checked again just now and did not find it. If YouTube is holding it, a retry posts it a second time.`
        : `${postingReason('could_not_check')} If YouTube has it, a retry posts it a second time.`,
    );
  }

  async function lookForAmendment(
    kind: 'change' | 'withdraw',
    attempt: Attempt,
  ): Promise<Settlement> {
    // Another channel cannot see a comment that YouTube holds back, so its view proves
    // nothing.
    const owner = await account.account();
    if (owner?.channelId !== attempt.authorChannelId)
      throw new AppError(409, 'channel_changed', postingReason('not_connected'));
    const youtubeCommentId = await repository.onYouTube(attempt.commentId);
    const shown = youtubeCommentId && (await readOnYouTube(youtubeCommentId));
    return amendmentSeen(kind, attempt, shown, clock.now());
  }

  async function lookForInsert(attempt: Attempt): Promise<Settlement> {
    const sight = await look([attempt]);
    const now = clock.now();
    if ('comment' in sight) return postedAsListed(sight.comment, now);
    if (!sight.isAbsent) return notTold(attempt.startedAt, now);
    return attempt.outcomeCode === 'processing_failure'
      ? notProcessed(await repository.earlierOutcomes(attempt), now)
      : notFoundByCheck(attempt, now);
  }

  const putOff = (attempt: Attempt) =>
    dueComments.postponeCheck(attempt.id, checkLater(attempt.startedAt, clock.now()));

  async function check(attempt: Attempt): Promise<void> {
    const { kind } = attempt;
    const timeout = AbortSignal.timeout(checkTimeoutMs);
    const end = AbortSignal.any([timeout, stopping]);
    let settlement: Settlement;
    try {
      const looking =
        kind === 'insert' ? lookForInsert(attempt) : lookForAmendment(kind, attempt);
      settlement = await unlessAborted(end, looking);
    } catch (error) {
      if (stopping.aborted) return;
      const hasNoAnswer =
        timeout.aborted || error instanceof YouTubeError || error instanceof AppError;
      if (!hasNoAnswer) throw error;
      await putOff(attempt);
      return;
    }
    await settle(attempt, settlement);
  }

  return {
    async checkDue(): Promise<void> {
      const unforeseen: unknown[] = [];
      for (const attempt of await dueComments.dueChecks(clock.now(), checksPerTick)) {
        if (stopping.aborted) return;
        try {
          await check(attempt);
        } catch (error) {
          // After an unexpected error the next check comes later, so that other attempts
          // get their turn.
          unforeseen.push(error);
          await putOff(attempt);
        }
      }
      if (unforeseen.length > 0)
        throw new Error('An outcome could not be checked.', { cause: unforeseen[0] });
    },

    /**
     * Looks for a comment that may be on YouTube already: because its last outcome is
     * unknown, or because it was restored from a backup. Returns true if it was found and
     * is posted now. Throws 409 with what the check found unless `confirmed`, 503 if the
     * check was not possible.
     */
    async checkBeforeApproval(commentId: number, confirmed: boolean): Promise<boolean> {
      const attempts = await repository.doubtful(commentId);
      const isUnconfirmed = attempts.some(
        ({ outcomeCode }) => outcomeCode === 'unconfirmed',
      );
      const restored = await restoredComments.restored(commentId);
      try {
        if (restored)
          return await checkRestored(restored, attempts, {
            asks: !confirmed,
            isUnconfirmed,
          });
        const [first, ...later] = attempts;
        if (!first || !isUnconfirmed) return false;
        return await checkUnconfirmed([first, ...later], { asks: !confirmed });
      } catch (error) {
        if (!(error instanceof YouTubeError)) throw error;
        throw notCheckable();
      }
    },
  };
}

export type Confirmer = ReturnType<typeof createConfirmer>;
