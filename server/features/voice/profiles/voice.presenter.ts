import { forVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import type { VoiceProfileRow } from './voice.repository.ts';

export function presentVoiceProfile(row: VoiceProfileRow): VoiceProfile {
  return {
    id: row.id,
    name: row.name,
    defaultCommentStyle: row.defaultCommentStyle,
    ...forVoiceFields({ text: ({ name }) => row[name], list: ({ name }) => row[name] }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
