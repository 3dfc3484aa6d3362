import { z } from 'zod';
import { idSchema, textSchema } from './primitives.ts';

export const userSettingsSchema = z.object({
  id: z.int(),
  activeVoiceProfileId: z.int().nullable(),
  autoQueueEnabled: z.boolean(),
  minGapSeconds: z.int(),
  dailyCap: z.int(),
  channelCooldownHours: z.int(),
  blockedChannels: z.array(z.string()),
  postingPaused: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type UserSettings = z.infer<typeof userSettingsSchema>;

/** Absent fields stay; null clears. */
export const updateUserSettingsSchema = z.object({
  activeVoiceProfileId: idSchema.nullable().optional(),
  autoQueueEnabled: z.boolean(),
  minGapSeconds: z.int().min(0).max(86_400).optional(),
  dailyCap: z.int().min(1).max(200).optional(),
  channelCooldownHours: z.int().min(0).max(8_760).optional(),
  blockedChannels: z.array(textSchema(64).trim().min(1)).max(1000).optional(),
  postingPaused: z.boolean().optional(),
});
export type UpdateUserSettings = z.infer<typeof updateUserSettingsSchema>;
