import { z } from 'zod';
import { commentStyleSchema, defaultCommentStyle } from '#shared/contracts/enums.ts';
import { textSchema } from '#shared/contracts/primitives.ts';
import {
  type CreateVoiceProfile,
  profileTextFields,
  profileTextLimit,
  type VoiceProfile,
} from '#shared/contracts/voice-profiles.ts';

const text = textSchema(profileTextLimit);
const area = textSchema(100).trim().min(1);

/** What the dialog edits: every text as it stands in its field, empty for none. */
export const profileFormSchema = z.object({
  name: textSchema(200).trim().min(1, 'Profile name is required'),
  defaultCommentStyle: commentStyleSchema,
  expertiseAreas: z.array(area).max(50, 'At most 50 areas'),
  description: text,
  communicationStyle: text,
  brandPersonality: text,
  voiceExamples: text,
  avoidWords: text,
  preferredWords: text,
  businessGoals: text,
  businessDescription: text,
  targetAudience: text,
  keyMessages: text,
  industryFocus: text,
  promptFramework: text,
  customInstructions: text,
});
export type ProfileForm = z.infer<typeof profileFormSchema>;

export function toForm(profile: VoiceProfile | null): ProfileForm {
  const values: ProfileForm = {
    name: profile?.name ?? '',
    defaultCommentStyle: profile?.defaultCommentStyle ?? defaultCommentStyle,
    expertiseAreas: profile?.expertiseAreas ?? [],
    description: '',
    communicationStyle: '',
    brandPersonality: '',
    voiceExamples: '',
    avoidWords: '',
    preferredWords: '',
    businessGoals: '',
    businessDescription: '',
    targetAudience: '',
    keyMessages: '',
    industryFocus: '',
    promptFramework: '',
    customInstructions: '',
  };
  for (const field of profileTextFields) values[field] = profile?.[field] ?? '';
  return values;
}

/** An emptied field clears what was stored. */
export function toRequest(form: ProfileForm): CreateVoiceProfile {
  const request: CreateVoiceProfile = {
    name: form.name,
    defaultCommentStyle: form.defaultCommentStyle,
    expertiseAreas: form.expertiseAreas,
  };
  for (const field of profileTextFields) request[field] = form[field].trim() === '' ? null : form[field];
  return request;
}
