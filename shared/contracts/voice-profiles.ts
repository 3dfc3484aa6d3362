import { z } from 'zod';
import { commentStyleSchema, defaultCommentStyle } from './enums.ts';
import { textSchema } from './primitives.ts';
import { allVoiceFields, forVoiceFields } from './voice-fields.ts';

const nameLimit = 200;
const nameRequired = 'Profile name is required';
const nameSchema = textSchema(nameLimit, nameRequired).trim().min(1, nameRequired);

const fields = forVoiceFields({
  text: ({ maxLength }) => textSchema(maxLength).nullable().optional(),
  list: ({ maxLength, maxEntries }) =>
    z
      .array(textSchema(maxLength).trim().min(1))
      .max(maxEntries)
      .nullable()
      .transform((entries) => entries ?? [])
      .optional(),
});

const mostBytesOfCharacter = 6;
const mostCharacters = allVoiceFields.map((field) =>
  field.kind === 'text' ? field.maxLength : field.maxLength * field.maxEntries,
);
/** Bytes. JSON writes a character in at most six, as \u0041. */
export const profileBodyLimit =
  mostBytesOfCharacter * mostCharacters.reduce((sum, length) => sum + length, nameLimit) + 10_000;

export const createVoiceProfileSchema = z.strictObject({
  name: nameSchema,
  defaultCommentStyle: commentStyleSchema.nullish().transform((style) => style ?? defaultCommentStyle),
  ...fields,
});
/** An exported file, whose id and dates are left out. */
export const voiceProfileFileSchema = z.object(createVoiceProfileSchema.shape);
export type CreateVoiceProfile = z.infer<typeof createVoiceProfileSchema>;

/** Absent fields stay; null clears. */
export const updateVoiceProfileSchema = z.strictObject({
  name: nameSchema.optional(),
  defaultCommentStyle: commentStyleSchema
    .nullable()
    .transform((style) => style ?? defaultCommentStyle)
    .optional(),
  ...fields,
});
export type UpdateVoiceProfile = z.infer<typeof updateVoiceProfileSchema>;

export const voiceProfileSchema = z.object({
  id: z.int(),
  name: z.string(),
  defaultCommentStyle: commentStyleSchema,
  ...forVoiceFields({ text: () => z.string().nullable(), list: () => z.array(z.string()) }),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type VoiceProfile = z.infer<typeof voiceProfileSchema>;
export const voiceProfileListSchema = z.array(voiceProfileSchema);
