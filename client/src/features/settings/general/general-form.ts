import { z } from 'zod';
import type { UpdateUserSettings, UserSettings } from '#shared/contracts/user-settings.ts';
import { formatNumber } from '../../../lib/formats.ts';

const whole = (min: number, max: number) => {
  const error = `Enter a whole number from ${min} to ${formatNumber(max)}`;
  return z.int({ error }).min(min, error).max(max, error);
};

/** The server's limits (contracts/user-settings), with sentences for the form. */
export const generalFormSchema = z.object({
  /** The id as text, or '' for none. */
  activeVoiceProfileId: z.string(),
  autoQueueEnabled: z.boolean(),
  readDrafts: z.boolean(),
  minGapSeconds: whole(0, 86_400),
  dailyCap: whole(1, 200),
  outcomeUnits: whole(0, 5_000),
  channelCooldownHours: whole(0, 8_760),
  blockedChannels: z.string().max(65_000),
});
export type GeneralForm = z.infer<typeof generalFormSchema>;

export function toGeneralForm(settings: UserSettings): GeneralForm {
  return {
    activeVoiceProfileId: settings.activeVoiceProfileId === null ? '' : String(settings.activeVoiceProfileId),
    autoQueueEnabled: settings.autoQueueEnabled,
    readDrafts: settings.readDrafts,
    minGapSeconds: settings.minGapSeconds,
    dailyCap: settings.dailyCap,
    outcomeUnits: settings.outcomeUnits,
    channelCooldownHours: settings.channelCooldownHours,
    blockedChannels: settings.blockedChannels.join('\n'),
  };
}

/** One channel a line; a pasted address is reduced to its id. */
export function parseChannels(text: string): string[] {
  const ids = text
    .split(/[\s,]+/)
    .map((entry) => /\/channel\/([\w-]+)/.exec(entry)?.[1] ?? entry)
    .filter(Boolean);
  return [...new Set(ids)];
}

export function toSettingsChange(form: GeneralForm): UpdateUserSettings {
  const { activeVoiceProfileId, blockedChannels, ...rest } = form;
  return {
    ...rest,
    activeVoiceProfileId: activeVoiceProfileId === '' ? null : Number.parseInt(activeVoiceProfileId, 10),
    blockedChannels: parseChannels(blockedChannels),
  };
}
