import type { Clock } from '../../core/clock.ts';
import { asideMs, type Hold } from './hold.rules.ts';
import type { PublishingRepository } from './publishing.repository.ts';
import { failed } from './settlement.rules.ts';

interface Deps {
  repository: Pick<PublishingRepository, 'fail' | 'setAside' | 'timesReleased'>;
  clock: Clock;
}

/** Troubles that have nothing to do with the comment that met them. */
const notAboutTheComment: readonly string[] = ['youtube_unavailable', 'needs_reauth'];

/** YouTube took `takenId`: the comment that it had refused before is the trouble itself, or may be. */
export async function afterLift({ repository, clock }: Deps, hold: Hold, takenId: number): Promise<void> {
  const { code, commentId, suspect } = hold;
  if (commentId === null || commentId === takenId || notAboutTheComment.includes(code)) return;
  const now = clock.now();
  if (suspect) {
    await repository.fail(commentId, failed('comment_refused', now), now);
    return;
  }
  // Else it would be tried, refused and hold up all others again and again.
  const times = await repository.timesReleased(commentId);
  await repository.setAside(commentId, new Date(now.getTime() + asideMs(times)));
}
