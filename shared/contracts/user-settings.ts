import { z } from 'zod';
import { isTimeZone } from '../rules/calendar.ts';
import { idSchema, textSchema } from './primitives.ts';

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/;

export const postingSlotSchema = z.strictObject({
  /** 0 is Sunday. */
  day: z.int().min(0).max(6),
  time: z.string().regex(timeOfDay, 'must be a time such as 09:00'),
});

/** Twenty-four a day. */
const mostSlots = 168;

export const userSettingsSchema = z.object({
  id: z.int(),
  activeVoiceProfileId: z.int().nullable(),
  autoQueueEnabled: z.boolean(),
  /** Each draft is read a second time by the model. */
  readDrafts: z.boolean(),
  minGapSeconds: z.int(),
  dailyCap: z.int(),
  /** Units a day for what became of comments. */
  outcomeUnits: z.int(),
  channelCooldownHours: z.int(),
  blockedChannels: z.array(z.string()),
  postingPaused: z.boolean(),
  /** Null until a browser tells it. */
  timeZone: z.string().nullable(),
  postingSlots: z.array(postingSlotSchema),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type UserSettings = z.infer<typeof userSettingsSchema>;

/** Absent fields stay; null clears. */
export const updateUserSettingsSchema = z.strictObject({
  activeVoiceProfileId: idSchema.nullable().optional(),
  autoQueueEnabled: z.boolean(),
  readDrafts: z.boolean().optional(),
  minGapSeconds: z.int().min(0).max(86_400).optional(),
  dailyCap: z.int().min(1).max(200).optional(),
  outcomeUnits: z.int().min(0).max(5000).optional(),
  channelCooldownHours: z.int().min(0).max(8_760).optional(),
  blockedChannels: z.array(textSchema(64).trim().min(1)).max(1000).optional(),
  postingPaused: z.boolean().optional(),
  timeZone: textSchema(64)
    .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin or UTC')
    .optional(),
  postingSlots: z.array(postingSlotSchema).max(mostSlots).optional(),
});
export type UpdateUserSettings = z.infer<typeof updateUserSettingsSchema>;
