import { isDeepStrictEqual } from 'node:util';
import type { VoiceQueries } from '../profiles/voice.repository.ts';

type Held = Pick<VoiceQueries, 'voiceState' | 'newestVersion' | 'insertVersion'>;

/** Needs the lock. Also records the state before, if there is no version yet. */
export async function withVersion<T>(
  held: Held,
  { profileId, reason, now }: { profileId: number; reason: string; now: Date },
  change: () => Promise<T>,
): Promise<T> {
  const before = await held.voiceState(profileId);
  const newest = await held.newestVersion(profileId);
  let number = newest?.number ?? 0;
  if (before && !newest) {
    number += 1;
    await held.insertVersion({ profileId, number, reason: 'As it was', ...before, createdAt: now });
  }
  const result = await change();
  const after = await held.voiceState(profileId);
  if (after && !isDeepStrictEqual(before, after))
    await held.insertVersion({ profileId, number: number + 1, reason, ...after, createdAt: now });
  return result;
}
