import { z } from 'zod';
import { commentStyleSchema, defaultCommentStyle } from './enums.ts';
import { textSchema } from './primitives.ts';

/** Long enough for a pasted prompt framework. */
export const profileTextLimit = 20_000;

const longText = textSchema(profileTextLimit).nullable().optional();

/** The free-text fields of a profile; each of them reaches the prompt (DESIGN §8). */
export const profileTextFields = [
  'description',
  'communicationStyle',
  'brandPersonality',
  'voiceExamples',
  'avoidWords',
  'preferredWords',
  'businessGoals',
  'businessDescription',
  'targetAudience',
  'keyMessages',
  'industryFocus',
  'promptFramework',
  'customInstructions',
] as const;
export type ProfileTextField = (typeof profileTextFields)[number];

const textFields = {
  description: longText,
  communicationStyle: longText,
  brandPersonality: longText,
  voiceExamples: longText,
  avoidWords: longText,
  preferredWords: longText,
  businessGoals: longText,
  businessDescription: longText,
  targetAudience: longText,
  keyMessages: longText,
  industryFocus: longText,
  promptFramework: longText,
  customInstructions: longText,
};

const nameLimit = 200;
const areaLimit = 100;
const mostAreas = 50;
const nameRequired = 'Profile name is required';
const nameSchema = textSchema(nameLimit, nameRequired).trim().min(1, nameRequired);
const expertiseAreasSchema = z.array(textSchema(areaLimit).trim().min(1)).max(mostAreas);

/** JSON writes a character in at most six bytes, as \u0041. */
const mostBytesOfCharacter = 6;
/** The largest profile in bytes: every field at its limit, in any script, with room for the fields' names. */
export const profileBodyLimit =
  mostBytesOfCharacter * (profileTextFields.length * profileTextLimit + nameLimit + mostAreas * areaLimit) +
  10_000;

export const createVoiceProfileSchema = z.object({
  name: nameSchema,
  expertiseAreas: expertiseAreasSchema.nullish().transform((areas) => areas ?? []),
  defaultCommentStyle: commentStyleSchema.nullish().transform((style) => style ?? defaultCommentStyle),
  ...textFields,
});
export type CreateVoiceProfile = z.infer<typeof createVoiceProfileSchema>;

/** PUT: absent fields stay, null clears. */
export const updateVoiceProfileSchema = z.object({
  name: nameSchema.optional(),
  expertiseAreas: expertiseAreasSchema.nullable().optional(),
  defaultCommentStyle: commentStyleSchema
    .nullable()
    .transform((style) => style ?? defaultCommentStyle)
    .optional(),
  ...textFields,
});
export type UpdateVoiceProfile = z.infer<typeof updateVoiceProfileSchema>;

export const voiceProfileSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  expertiseAreas: z.array(z.string()),
  defaultCommentStyle: commentStyleSchema,
  communicationStyle: z.string().nullable(),
  businessGoals: z.string().nullable(),
  brandPersonality: z.string().nullable(),
  industryFocus: z.string().nullable(),
  voiceExamples: z.string().nullable(),
  avoidWords: z.string().nullable(),
  preferredWords: z.string().nullable(),
  businessDescription: z.string().nullable(),
  targetAudience: z.string().nullable(),
  keyMessages: z.string().nullable(),
  promptFramework: z.string().nullable(),
  customInstructions: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type VoiceProfile = z.infer<typeof voiceProfileSchema>;
export const voiceProfileListSchema = z.array(voiceProfileSchema);
