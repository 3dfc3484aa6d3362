import {
  type CreateVoiceProfile,
  type VoiceProfile,
  voiceProfileFileSchema,
} from '#shared/contracts/voice-profiles.ts';

const NOT_A_PROFILE = 'This file is not an exported voice profile.';

export const profileFileName = (name: string): string =>
  `voice-profile-${name.toLowerCase().replaceAll(/\s/g, '-')}.json`;

export const profileFileText = (profile: VoiceProfile): string => JSON.stringify(profile, null, 2);

/** Reads an exported file without its id and dates. Throws an Error with a sentence. */
export function readProfileFile(text: string): CreateVoiceProfile {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error(NOT_A_PROFILE, { cause: error });
  }
  const parsed = voiceProfileFileSchema.safeParse(content);
  if (!parsed.success) throw new Error(NOT_A_PROFILE, { cause: parsed.error });
  return parsed.data;
}
