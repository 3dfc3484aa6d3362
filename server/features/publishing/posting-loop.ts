import { pacificDay, wallTime } from '#shared/rules/calendar.ts';
import type { PostingReason } from '#shared/rules/posting-reasons.ts';
import type { Clock } from '../../core/clock.ts';
import type { Change, Events } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import type { AttemptsRepository } from './attempts.repository.ts';
import {
  isActive,
  type Obstacle,
  pauseForHold,
  postingObstacle,
} from './brakes.rules.ts';
import type { DueRepository } from './due.repository.ts';
import type { Poster, PostResult } from './poster.ts';
import { failed } from './settlement.rules.ts';

interface StateDeps {
  repository: Pick<AttemptsRepository, 'hold'>;
  dueComments: Pick<DueRepository, 'settings'>;
  account: Pick<AccountService, 'account'>;
  quota: Pick<QuotaService, 'allowsInsert' | 'resetsAt'>;
}

export async function postingState({
  repository,
  dueComments,
  account,
  quota,
}: StateDeps) {
  const [settings, owner, hold, hasUnits] = await Promise.all([
    dueComments.settings(),
    account.account(),
    repository.hold(),
    quota.allowsInsert(),
  ]);
  return {
    openAt: settings.openAt,
    postingPaused: settings.postingPaused,
    cooldownHours: settings.cooldownHours,
    dailyCap: settings.dailyCap,
    timeZone: settings.timeZone,
    firstPostAt: settings.firstPostAt,
    owner,
    hold,
    hasUnits,
    resetsAt: quota.resetsAt(),
  };
}

interface Deps extends StateDeps {
  repository: AttemptsRepository;
  dueComments: DueRepository;
  poster: Poster;
  events: Events;
  clock: Clock;
  isStopping: () => boolean;
  log: Pick<Log, 'error'>;
}

const dueLimit = 200;
/**
 * An attempt that has been sending for longer than this never settles by itself, because
 * a post has a shorter deadline.
 */
const staleAttemptMs = 45_000;
const openEveryMs = 30_000;
/**
 * A comment that is later than this goes back to review, unless the owner's own limits
 * caused the delay.
 */
const tooLateMs = 24 * 3_600_000;

export function createPostingLoop(deps: Deps) {
  const { repository, dueComments, poster, events, clock, isStopping, log } = deps;
  let shown: string | undefined;

  async function recover(): Promise<void> {
    const staleBefore = new Date(clock.now().getTime() - staleAttemptMs);
    events.changed(
      ...named(await dueComments.orphansToConfirm(poster.worker, staleBefore)),
    );
  }

  async function sendBack(commentId: number, code: PostingReason): Promise<void> {
    if (await dueComments.returnToReview(commentId, code, clock.now()))
      events.changed({ comment: commentId }, 'stats', 'analytics');
  }

  function tellHeld(commentIds: readonly number[]): void {
    if (commentIds.length > 0) events.changed(...named(commentIds), 'posting-status');
  }

  async function note(
    which: number | 'all due',
    { code, until }: Obstacle,
  ): Promise<void> {
    tellHeld(await dueComments.note(which, code, until, clock.now()));
  }

  async function fail(commentId: number, { code }: Obstacle): Promise<void> {
    const now = clock.now();
    if (await repository.fail(commentId, failed(code, now), now))
      events.changed({ comment: commentId }, 'stats', 'analytics');
  }

  async function handleObstacle(commentId: number, obstacle: Obstacle): Promise<void> {
    const { code, effect, until } = obstacle;
    if (effect === 'review') await sendBack(commentId, code);
    if (effect === 'fail') await fail(commentId, obstacle);
    if (effect === 'pause') await note('all due', obstacle);
    if (effect === 'wait' && until) await note(commentId, obstacle);
  }

  /**
   * Sends overdue comments back to review. If posting was closed for a day, these are all
   * comments more than a day late; otherwise only those that were set aside because
   * YouTube refuses them.
   */
  async function sendBackOverdue(openAt: Date | null): Promise<void> {
    const now = clock.now();
    const lateBefore = new Date(now.getTime() - tooLateMs);
    const which = openAt && openAt < lateBefore ? 'all' : 'set aside';
    for (const commentId of await dueComments.overdue(lateBefore, now, which))
      await sendBack(commentId, 'overdue');
  }

  async function noteHold(): Promise<void> {
    const hold = await repository.hold();
    if (isActive(hold, clock.now())) await note('all due', pauseForHold(hold));
  }

  /**
   * Takes in the result of one post. Returns true if the next due comment may be tried.
   */
  async function allowsNext(
    commentId: number,
    result: PostResult,
    isAtHoldsEnd: boolean,
  ): Promise<boolean> {
    if ('obstacle' in result) {
      await handleObstacle(commentId, result.obstacle);
      return result.obstacle.effect !== 'pause';
    }
    const { state } = result.settlement.attempt;
    if (state === 'released' || state === 'confirming') {
      await noteHold();
      return false;
    }
    return !isAtHoldsEnd;
  }

  /**
   * Posts one due comment. Returns null if that failed before anything was sent, because
   * a comment that cannot be tried must not keep the others waiting.
   */
  async function tryToPost(
    commentId: number,
    othersAreDue: boolean,
  ): Promise<PostResult | null> {
    try {
      return await poster.post(commentId, 'loop', { othersAreDue });
    } catch (error) {
      if (await dueComments.hasOpenAttempt(commentId)) throw error;
      log.error({ commentId, err: error }, 'a due comment could not be tried');
      return null;
    }
  }

  async function postDue(cooldownHours: number, isAtHoldsEnd: boolean): Promise<void> {
    const now = clock.now();
    if (cooldownHours > 0) tellHeld(await dueComments.noteCooldowns(now, cooldownHours));
    const due = await dueComments.due(now, {
      limit: dueLimit,
      cooldownHours,
      byLastTry: isAtHoldsEnd,
    });
    for (const commentId of due) {
      if (isStopping()) return;
      const result = await tryToPost(commentId, due.length > 1);
      if (result && !(await allowsNext(commentId, result, isAtHoldsEnd))) return;
    }
  }

  /**
   * Midnight and the end of a pause change what an open page shows, even if nothing is
   * due then.
   */
  function tellStatus(obstacle: Obstacle | null, timeZone: string, now: Date): void {
    const shows = [obstacle?.code, wallTime(now, timeZone).day, pacificDay(now)].join();
    if (shown !== undefined && shown !== shows) events.changed('posting-status', 'quota');
    shown = shows;
  }

  async function post(): Promise<void> {
    const now = clock.now();
    const state = await postingState(deps);
    const { openAt, cooldownHours, hold } = state;
    const obstacle = postingObstacle(state, now);
    tellStatus(obstacle, state.timeZone, now);
    if (obstacle) {
      if (!openAt) await dueComments.recordOpen(now);
      return note('all due', obstacle);
    }
    await sendBackOverdue(openAt);
    const closedMs = openAt ? Math.abs(now.getTime() - openAt.getTime()) : openEveryMs;
    // At the end of a hold, posting counts as open only once YouTube has accepted the one
    // comment that is tried.
    if (hold === null && closedMs >= openEveryMs) await dueComments.recordOpen(now);
    await postDue(cooldownHours, hold !== null);
  }

  return {
    /** The scheduler never lets two ticks overlap. */
    async tick(): Promise<void> {
      await recover();
      await post();
    },
  };
}

const named = (commentIds: readonly number[]): Change[] =>
  commentIds.map((comment) => ({ comment }));
