import type { UserSettings } from '#shared/contracts/user-settings.ts';
import type { UserSettingsRow } from './voice.repository.ts';

export function presentSettings(row: UserSettingsRow): UserSettings {
  return {
    id: row.id,
    activeVoiceProfileId: row.activeVoiceProfileId,
    autoQueueEnabled: row.autoQueueEnabled,
    readDrafts: row.readDrafts,
    minGapSeconds: row.minGapSeconds,
    dailyCap: row.dailyCap,
    outcomeUnits: row.outcomeUnits,
    channelCooldownHours: row.channelCooldownHours,
    blockedChannels: row.blockedChannels,
    postingPaused: row.postingPaused,
    timeZone: row.timeZone,
    postingSlots: row.postingSlots,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
