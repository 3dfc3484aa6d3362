import type { UpdateUserSettings } from '#shared/contracts/user-settings.ts';
import type { Clock } from '../../../core/clock.ts';
import { notFound } from '../../../core/errors.ts';
import type { Events } from '../../../core/events.ts';
import { present } from './present-fields.ts';
import type { UserSettingsRow, VoiceQueries, VoiceRepository } from './voice.repository.ts';

interface Deps {
  repository: VoiceRepository;
  clock: Clock;
  events: Events;
}

/** The owner's one row of settings: the active voice, the dialogs' default, and the brakes on posting. */
export function createSettingsService({ repository, clock, events }: Deps) {
  return {
    /** Made with the defaults of SPEC §9 when first read. */
    async settings(): Promise<UserSettingsRow> {
      const row = await repository.settings();
      if (row) return row;
      await repository.ensureSettings(clock.now());
      return stored(repository);
    },

    /** Absent fields stay as they are. Throws 404 for a profile that does not exist. */
    async update(change: UpdateUserSettings): Promise<UserSettingsRow> {
      const now = clock.now();
      const settings = await repository.exclusively(now, async (held) => {
        const chosen = change.activeVoiceProfileId;
        if (chosen && !(await held.profile(chosen))) throw notFound('This voice profile');
        await held.updateSettings({ ...present(change), updatedAt: now });
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
