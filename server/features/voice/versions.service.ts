import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type {
  ProfileVersionRow,
  VoiceProfileRow,
  VoiceQueries,
  VoiceRepository,
} from './profiles.repository.ts';

export const unknownProfile = () => notFound('This voice profile');
export const unknownRule = () => notFound('This rule');

export const acceptedRule = (profileId: number, text: string, now: Date) =>
  ({ profileId, text, status: 'accepted', createdAt: now, decidedAt: now }) as const;

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

interface Deps {
  repository: VoiceRepository;
  clock: Clock;
  events: Events;
}

export function createVersionsService({ repository, clock, events }: Deps) {
  return {
    async versions(profileId: number) {
      if (!(await repository.profile(profileId))) throw unknownProfile();
      const versions = await repository.versions(profileId);
      return versions.map(({ number, reason, fields, rules, createdAt }, index) => ({
        number,
        reason,
        name: fields.name,
        rules: rules.map(({ text }) => text),
        isCurrent: index === 0,
        createdAt,
      }));
    },

    async current(profileId: number): Promise<{ version: number; rules: { id: number; text: string }[] }> {
      const newest = await repository.newestVersion(profileId);
      const state = await repository.voiceState(profileId);
      return { version: newest?.number ?? 1, rules: state?.rules ?? [] };
    },

    /** Makes a new version, so that restoring can be undone. */
    async restore(profileId: number, number: number): Promise<VoiceProfileRow> {
      const now = clock.now();
      const profile = await repository.exclusively(now, async (held) => {
        const wanted = (await held.versions(profileId)).find((version) => version.number === number);
        if (!wanted) throw notFound('This version');
        return withVersion(held, { profileId, reason: `Back to version ${number}`, now }, async () => {
          await restoreRules(held, wanted, now);
          const updated = await held.updateProfile(profileId, { ...wanted.fields, updatedAt: now });
          if (!updated) throw unknownProfile();
          return updated;
        });
      });
      events.changed('voice-profiles');
      return profile;
    },
  };
}

export type VersionsService = ReturnType<typeof createVersionsService>;

/** Rules accepted since then are proposed again; the version's own return as worded then. */
async function restoreRules(
  held: VoiceQueries,
  { profileId, rules }: ProfileVersionRow,
  now: Date,
): Promise<void> {
  const wanted = new Map(rules.map(({ id, text }) => [id, text]));
  for (const { id, status } of await held.rules(profileId)) {
    const text = wanted.get(id);
    if (text !== undefined) await held.updateRule(id, { text, status: 'accepted' });
    else if (status === 'accepted') await held.updateRule(id, { status: 'proposed', decidedAt: null });
    wanted.delete(id);
  }
  const gone = [...wanted].map(([id, text]) => ({ id, ...acceptedRule(profileId, text, now) }));
  if (gone.length > 0) await held.insertRules(gone);
}
