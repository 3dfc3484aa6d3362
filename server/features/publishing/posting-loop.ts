import type { Clock } from '../../clock.ts';
import type { Events } from '../../events.ts';
import type { Confirmer } from './confirmer.ts';
import type { LoopRepository } from './loop.repository.ts';
import type { Poster } from './poster.ts';
import type { Obstacle } from './preflight.rules.ts';
import type { PublishingRepository } from './publishing.repository.ts';
import { failed } from './settlement.rules.ts';

interface Deps {
  repository: PublishingRepository;
  loop: LoopRepository;
  poster: Poster;
  confirmer: Confirmer;
  events: Events;
  clock: Clock;
  /** True where no other process can have this database. */
  exclusive: boolean;
  isStopping: () => boolean;
}

const dueLimit = 200;
/** Longer than an insert's deadline: such an attempt's process is gone. */
const staleAttemptMs = 45_000;
const loopSeenEveryMs = 30_000;
/** Only where nothing ran for longer than this can it have made something this late. */
const tooLateMs = 24 * 3_600_000;

/** What happens by itself, every few seconds: recover, confirm, post what is due. */
export function createPostingLoop(deps: Deps) {
  const { repository, loop, poster, confirmer, events, clock, exclusive, isStopping } = deps;

  async function recover(): Promise<void> {
    const staleBefore = new Date(clock.now().getTime() - staleAttemptMs);
    const orphans = await loop.orphansToConfirm(poster.worker, exclusive, staleBefore);
    if (orphans > 0) events.changed('comments', 'queue');
  }

  /** What the downtime made more than a day late goes back to review; the rest goes out, spaced by the gap. */
  async function afterDowntime(): Promise<void> {
    const now = clock.now();
    const seenAt = await loop.seenAt();
    const silence = seenAt ? now.getTime() - seenAt.getTime() : 0;
    if (seenAt && silence > tooLateMs) {
      const tooLate = await loop.dueBetween(seenAt, new Date(now.getTime() - tooLateMs));
      for (const commentId of tooLate) await sendBack(commentId, 'overdue');
    }
    if (!seenAt || Math.abs(silence) >= loopSeenEveryMs) await loop.seen(now);
  }

  async function sendBack(commentId: number, code: 'overdue' | 'channel_blocked'): Promise<void> {
    if (await loop.returnToReview(commentId, code, clock.now()))
      events.changed('comments', 'queue', 'stats', 'analytics');
  }

  /** False where nothing else can go out this time. */
  async function meet(commentId: number, { code, scope, until }: Obstacle): Promise<boolean> {
    const now = clock.now();
    if (scope === 'review') await sendBack(commentId, 'channel_blocked');
    if (scope === 'certain' && (await repository.fail(commentId, failed(code, now), now)))
      events.changed('comments', 'queue', 'stats', 'analytics');
    const waits = scope === 'global' ? 'all due' : scope === 'item' && until ? commentId : null;
    if (waits !== null && (await loop.hold(waits, code, until, now)))
      events.changed('queue', 'posting-status');
    return scope !== 'global';
  }

  async function postDue(): Promise<void> {
    for (const commentId of await loop.due(clock.now(), dueLimit)) {
      if (isStopping()) return;
      const result = await poster.post(commentId, 'loop');
      // A released attempt is YouTube asking to wait: the rest waits with it.
      const goesOn =
        'obstacle' in result
          ? await meet(commentId, result.obstacle)
          : result.settlement.attempt.state !== 'released';
      if (!goesOn) return;
    }
  }

  return {
    /** Never overlaps with itself in one process; several processes share the work through the claim. */
    async tick(): Promise<void> {
      await recover();
      await afterDowntime();
      await postDue();
      // Last, since a look at a YouTube that hangs takes long, and what is due should not wait for it.
      await confirmer.lookForDue();
    },
  };
}

export type PostingLoop = ReturnType<typeof createPostingLoop>;
