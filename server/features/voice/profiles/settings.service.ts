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
