import { z } from 'zod';
import { commentStyleSchema, defaultCommentStyle } from '#shared/contracts/enums.ts';
import { textSchema } from '#shared/contracts/primitives.ts';
import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { CreateVoiceProfile, VoiceProfile } from '#shared/contracts/voice-profiles.ts';

export const profileFormSchema = z.object({
  name: textSchema(200).trim().min(1, 'Profile name is required'),
  defaultCommentStyle: commentStyleSchema,
  ...forVoiceFields({
    text: ({ maxLength }) => textSchema(maxLength),
    list: ({ maxLength, maxEntries, tooMany }) =>
      z.array(textSchema(maxLength).trim().min(1)).max(maxEntries, tooMany),
  }),
});
export type ProfileForm = z.infer<typeof profileFormSchema>;

export const toForm = (profile: VoiceProfile | null): ProfileForm => ({
  name: profile?.name ?? '',
  defaultCommentStyle: profile?.defaultCommentStyle ?? defaultCommentStyle,
  ...forVoiceFields({
    text: ({ name }) => profile?.[name] ?? '',
    list: ({ name }) => profile?.[name] ?? [],
  }),
});

/** An emptied field clears what was stored. */
export const toRequest = (form: ProfileForm): CreateVoiceProfile => ({
  name: form.name,
  defaultCommentStyle: form.defaultCommentStyle,
  ...forVoiceFields({
    text: ({ name }) => (form[name].trim() === '' ? null : form[name]),
    list: ({ name }) => form[name],
  }),
});
