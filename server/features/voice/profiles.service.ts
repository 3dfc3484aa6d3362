import type { UpdateUserSettings } from '#shared/contracts/settings.ts';
import type { CreateVoiceProfile, UpdateVoiceProfile } from '#shared/contracts/voice.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type {
  ProfileVersionRow,
  UserSettingsRow,
  VoiceProfileRow,
  VoiceQueries,
  VoiceRepository,
} from './profiles.repository.ts';
import {
  acceptedRule,
  requireProfile,
  unknownProfile,
  unknownRule,
  versionedBy,
} from './style-rules.service.ts';

interface Deps extends ClockAndEvents {
  repository: VoiceRepository;
}

/**
 * Manages profiles, their versions, and the settings, which name the only active profile
 * (rule 3.5).
 */
export function createVoiceService({ repository, clock, events }: Deps) {
  const versioned = versionedBy({ repository, clock, events });

  return {
    profiles: (): Promise<VoiceProfileRow[]> => repository.list(),

    activeProfile: (): Promise<VoiceProfileRow | null> => repository.activeProfile(),

    /** The first profile becomes the active one (rule 3.5). */
    async create(input: CreateVoiceProfile): Promise<VoiceProfileRow> {
      const now = clock.now();
      const profile = await repository.exclusively(async (held) => {
        const isFirst = (await held.countProfiles()) === 0;
        const created = await held.insertProfile({
          ...input,
          createdAt: now,
          updatedAt: now,
        });
        if (isFirst)
          await held.updateSettings({ activeVoiceProfileId: created.id, updatedAt: now });
        const version = {
          profileId: created.id,
          number: 1,
          reason: 'Created',
          createdAt: now,
        };
        await held.insertVersion({ ...version, ...(await held.voiceState(created.id)) });
        return created;
      });
      events.changed('voice-profiles', 'user-settings');
      return profile;
    },

    /**
     * Absent fields stay and null clears a field. Decisions on rules in the same request
     * are part of the same version. Throws 404.
     */
    update: (
      id: number,
      { rules, ...fields }: UpdateVoiceProfile,
    ): Promise<VoiceProfileRow> =>
      versioned(
        () => ({ profileId: id, reason: 'Edited the profile' }),
        async (held, now) => {
          if (rules) await decideRules(held, id, rules, now);
          return held.updateProfile(id, { ...fields, updatedAt: now });
        },
      ),

    /**
     * Deletes a profile. If it was active, the most recently updated one becomes active
     * (rule 3.5). Throws 404, and 409 for the last profile.
     */
    async remove(id: number): Promise<void> {
      const now = clock.now();
      await repository.exclusively(async (held) => {
        if (!(await held.profile(id))) throw unknownProfile();
        if ((await held.countProfiles()) === 1) {
          throw conflict(
            'last_profile',
            'This is your only voice profile, so it cannot be deleted. Create another one first.',
          );
        }
        const wasActive = (await held.settings()).activeVoiceProfileId === id;
        await held.deleteProfile(id);
        if (!wasActive) return;
        const next = await held.mostRecentlyUpdated();
        await held.updateSettings({
          activeVoiceProfileId: next?.id ?? null,
          updatedAt: now,
        });
      });
      events.changed('voice-profiles', 'user-settings');
    },

    async versions(profileId: number) {
      await requireProfile(repository, profileId);
      const versions = await repository.versions(profileId);
      return versions.map(({ fields, rules, ...version }, index) => ({
        ...version,
        name: fields.name,
        rules: rules.map(({ text }) => text),
        isCurrent: index === 0,
      }));
    },

    /**
     * Restores an old state as a new version, so that restoring can be undone. Throws
     * 404.
     */
    async restore(profileId: number, number: number): Promise<VoiceProfileRow> {
      const wanted = (await repository.versions(profileId)).find(
        (version) => version.number === number,
      );
      if (!wanted) throw notFound('This version');
      return versioned(
        () => ({ profileId, reason: `Back to version ${number}` }),
        async (held, now) => {
          await restoreRules(held, wanted, now);
          return held.updateProfile(profileId, { ...wanted.fields, updatedAt: now });
        },
      );
    },

    settings: repository.settings,

    async updateSettings(change: UpdateUserSettings): Promise<UserSettingsRow> {
      const settings = await repository.exclusively(async (held) => {
        const chosen = change.activeVoiceProfileId;
        if (chosen && !(await held.profile(chosen))) throw unknownProfile();
        return held.updateSettings({ ...change, updatedAt: clock.now() });
      });
      events.changed('user-settings', 'posting-status', 'fresh');
      return settings;
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
  for (const id of accept)
    await held.updateRule(id, { status: 'accepted', decidedAt: now });
  for (const id of drop)
    await held.updateRule(id, { status: 'rejected', decidedAt: now });
  for (const text of add) await held.insertRule(acceptedRule(profileId, text, now));
}

export type VoiceService = ReturnType<typeof createVoiceService>;

/**
 * Restores the rules of a version with their old wording. Rules accepted since then
 * become proposals again.
 */
async function restoreRules(
  held: VoiceQueries,
  { profileId, rules }: ProfileVersionRow,
  now: Date,
): Promise<void> {
  const wanted = new Map(rules.map(({ id, text }) => [id, text]));
  for (const { id, status } of await held.rules(profileId)) {
    const text = wanted.get(id);
    if (text !== undefined) await held.updateRule(id, { text, status: 'accepted' });
    else if (status === 'accepted')
      await held.updateRule(id, { status: 'proposed', decidedAt: null });
    wanted.delete(id);
  }
  for (const [id, text] of wanted)
    await held.insertRule({ id, ...acceptedRule(profileId, text, now) });
}
