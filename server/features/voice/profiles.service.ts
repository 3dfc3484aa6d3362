import type { UpdateUserSettings } from '#shared/contracts/settings.ts';
import type { CreateVoiceProfile, UpdateVoiceProfile } from '#shared/contracts/voice.ts';
import type { Clock } from '../../core/clock.ts';
import { conflict } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type {
  UserSettingsRow,
  VoiceProfileRow,
  VoiceQueries,
  VoiceRepository,
} from './profiles.repository.ts';
import { acceptedRule, unknownProfile, unknownRule, withVersion } from './style-rules.service.ts';

interface Deps {
  repository: VoiceRepository;
  clock: Clock;
  events: Events;
}

/** At most one profile is active (rule 3.5). */
export function createVoiceService({ repository, clock, events }: Deps) {
  return {
    profiles: (): Promise<VoiceProfileRow[]> => repository.list(),

    activeProfile: (): Promise<VoiceProfileRow | null> => repository.activeProfile(),

    /** The first profile becomes the active one (rule 3.5). */
    async create(input: CreateVoiceProfile): Promise<VoiceProfileRow> {
      const now = clock.now();
      const profile = await repository.exclusively(now, async (held) => {
        const isFirst = (await held.countProfiles()) === 0;
        const created = await held.insertProfile({ ...input, createdAt: now, updatedAt: now });
        if (isFirst) await held.updateSettings({ activeVoiceProfileId: created.id, updatedAt: now });
        const state = await held.voiceState(created.id);
        if (state)
          await held.insertVersion({
            profileId: created.id,
            number: 1,
            reason: 'Created',
            ...state,
            createdAt: now,
          });
        return created;
      });
      events.changed('voice-profiles', 'user-settings');
      return profile;
    },

    /** Absent fields stay, null clears; with the rules that are decided beside them it is one version. Throws 404. */
    async update(id: number, { rules, ...fields }: UpdateVoiceProfile): Promise<VoiceProfileRow> {
      const now = clock.now();
      const profile = await repository.exclusively(now, (held) =>
        withVersion(held, { profileId: id, reason: 'Edited the profile', now }, async () => {
          const updated = await held.updateProfile(id, { ...fields, updatedAt: now });
          if (!updated) throw unknownProfile();
          if (rules) await decideRules(held, id, rules, now);
          return updated;
        }),
      );
      events.changed('voice-profiles');
      return profile;
    },

    /** Activates the most recently updated profile (rule 3.5). Throws 404, or 409 for the last. */
    async remove(id: number): Promise<void> {
      const now = clock.now();
      await repository.exclusively(now, async (held) => {
        if (!(await held.profile(id))) throw unknownProfile();
        if ((await held.countProfiles()) === 1) {
          throw conflict(
            'last_profile',
            'This is your only voice profile, so it cannot be deleted. Create another one first.',
          );
        }
        const wasActive = (await held.settings())?.activeVoiceProfileId === id;
        await held.deleteProfile(id);
        if (!wasActive) return;
        const next = await held.mostRecentlyUpdated();
        await held.updateSettings({ activeVoiceProfileId: next?.id ?? null, updatedAt: now });
      });
      events.changed('voice-profiles', 'user-settings');
    },
  };
}

async function decideRules(
  held: VoiceQueries,
  profileId: number,
  { add, accept, drop }: NonNullable<UpdateVoiceProfile['rules']>,
  now: Date,
): Promise<void> {
  const known = new Set((await held.rules(profileId)).map(({ id }) => id));
  if (![...accept, ...drop].every((id) => known.has(id))) throw unknownRule();
  for (const id of accept) await held.updateRule(id, { status: 'accepted', decidedAt: now });
  for (const id of drop) await held.updateRule(id, { status: 'rejected', decidedAt: now });
  if (add.length > 0) await held.insertRules(add.map((text) => acceptedRule(profileId, text, now)));
}

export type VoiceService = ReturnType<typeof createVoiceService>;

export function createSettingsService({ repository, clock, events }: Deps) {
  return {
    async settings(): Promise<UserSettingsRow> {
      const row = await repository.settings();
      if (row) return row;
      await repository.ensureSettings(clock.now());
      return stored(repository);
    },

    async update(change: UpdateUserSettings): Promise<UserSettingsRow> {
      const now = clock.now();
      const settings = await repository.exclusively(now, async (held) => {
        const chosen = change.activeVoiceProfileId;
        if (chosen && !(await held.profile(chosen))) throw unknownProfile();
        await held.updateSettings({ ...change, updatedAt: now });
        return stored(held);
      });
      events.changed('user-settings', 'posting-status');
      return settings;
    },
  };
}

export type SettingsService = ReturnType<typeof createSettingsService>;

async function stored(queries: Pick<VoiceQueries, 'settings'>): Promise<UserSettingsRow> {
  const row = await queries.settings();
  if (!row) throw new Error('The settings row is missing');
  return row;
}
