import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import { heldBy, type Obstacle, whatCloses } from './closed.rules.ts';
import type { Confirmer } from './confirmer.ts';
import type { HoldRepository } from './hold.repository.ts';
import { isStanding } from './hold.rules.ts';
import type { LoopRepository } from './loop.repository.ts';
import type { Poster } from './poster.ts';
import type { PostingAccount } from './posting-account.ts';
import type { PublishingRepository } from './publishing.repository.ts';
import { failed } from './settlement.rules.ts';

interface Deps {
  repository: PublishingRepository;
  loop: LoopRepository;
  holds: HoldRepository;
  account: PostingAccount;
  quota: Pick<QuotaService, 'allowsInsert' | 'resetsAt'>;
  poster: Poster;
  confirmer: Confirmer;
  events: Events;
  clock: Clock;
  isStopping: () => boolean;
}

const dueLimit = 200;
/** Longer than an insert's deadline: such an attempt's process is gone. */
const staleAttemptMs = 45_000;
const openEveryMs = 30_000;
/** Later than this a person looks again, unless their own brakes made it so. */
const tooLateMs = 24 * 3_600_000;

/** What happens by itself, every few seconds: recover, confirm, post what is due. */
export function createPostingLoop(deps: Deps) {
  const { repository, loop, holds, account, quota, poster, confirmer, events, clock, isStopping } = deps;

  async function recover(): Promise<void> {
    const staleBefore = new Date(clock.now().getTime() - staleAttemptMs);
    const orphans = await loop.orphansToConfirm(poster.worker, staleBefore);
    if (orphans > 0) events.changed('comments', 'queue');
  }

  async function sendBack(commentId: number, code: 'overdue' | 'channel_blocked'): Promise<void> {
    if (await loop.returnToReview(commentId, code, clock.now()))
      events.changed('comments', 'queue', 'stats', 'analytics');
  }

  async function note(which: number | 'all due', { code, until }: Obstacle): Promise<void> {
    if (await loop.note(which, code, until, clock.now())) events.changed('queue', 'posting-status');
  }

  /** False where nothing else can go out this time. */
  async function meet(commentId: number, obstacle: Obstacle): Promise<boolean> {
    const { code, scope, until } = obstacle;
    const now = clock.now();
    if (scope === 'review') await sendBack(commentId, 'channel_blocked');
    if (scope === 'certain' && (await repository.fail(commentId, failed(code, now), now)))
      events.changed('comments', 'queue', 'stats', 'analytics');
    if (scope === 'global') await note('all due', obstacle);
    if (scope === 'item' && until) await note(commentId, obstacle);
    return scope !== 'global';
  }

  /** What was due while nothing could go out is a day late for all of it, or goes out now, spaced by the gap. */
  async function sendBackOverdue(openAt: Date | null): Promise<void> {
    const now = clock.now();
    const lateBefore = new Date(now.getTime() - tooLateMs);
    const which = openAt && openAt < lateBefore ? 'all' : 'set aside';
    for (const commentId of await loop.overdue(lateBefore, now, which)) await sendBack(commentId, 'overdue');
  }

  /** Whatever YouTube said about more than its one comment: the rest waits with it. */
  async function noteHold(): Promise<void> {
    const hold = await holds.find();
    if (isStanding(hold, clock.now())) await note('all due', heldBy(hold));
  }

  async function postDue(cooldownHours: number, isAtHoldsEnd: boolean): Promise<void> {
    const now = clock.now();
    if (cooldownHours > 0 && (await loop.noteCooldowns(now, cooldownHours)))
      events.changed('queue', 'posting-status');
    const due = await loop.due(now, { limit: dueLimit, cooldownHours, byLastTry: isAtHoldsEnd });
    for (const commentId of due) {
      if (isStopping()) return;
      const result = await poster.post(commentId, 'loop', { othersAreDue: due.length > 1 });
      if ('obstacle' in result) {
        if (await meet(commentId, result.obstacle)) continue;
        return;
      }
      const { state } = result.settlement.attempt;
      if (state === 'released' || state === 'confirming') return noteHold();
      if (isAtHoldsEnd) return;
    }
  }

  async function post(): Promise<void> {
    const now = clock.now();
    const [{ openAt, postingPaused, cooldownHours }, owner, hold, hasUnits] = await Promise.all([
      loop.settings(),
      account.account(),
      holds.find(),
      quota.allowsInsert(),
    ]);
    const facts = { postingPaused, owner, hold, hasUnits, resetsAt: quota.resetsAt() };
    const obstacle = whatCloses(facts, now);
    if (obstacle) {
      if (!openAt) await loop.open(now);
      return note('all due', obstacle);
    }
    await sendBackOverdue(openAt);
    const silence = openAt ? Math.abs(now.getTime() - openAt.getTime()) : openEveryMs;
    // Before its one comment was taken, nobody knows whether posting is open again.
    if (hold === null && silence >= openEveryMs) await loop.open(now);
    await postDue(cooldownHours, hold !== null);
  }

  return {
    /** Must not overlap with itself. */
    async tick(): Promise<void> {
      await recover();
      await post();
      // Last, since a look at a YouTube that hangs takes long, and what is due should not wait for it.
      await confirmer.lookForDue();
    },
  };
}

export type PostingLoop = ReturnType<typeof createPostingLoop>;
