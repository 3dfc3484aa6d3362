import type { VoiceProfile } from '#shared/contracts/voice-profiles.ts';
import type { VoiceProfileRow } from './voice.repository.ts';

export function presentVoiceProfile(row: VoiceProfileRow): VoiceProfile {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    expertiseAreas: row.expertiseAreas,
    defaultCommentStyle: row.defaultCommentStyle,
    communicationStyle: row.communicationStyle,
    businessGoals: row.businessGoals,
    brandPersonality: row.brandPersonality,
    industryFocus: row.industryFocus,
    voiceExamples: row.voiceExamples,
    avoidWords: row.avoidWords,
    preferredWords: row.preferredWords,
    businessDescription: row.businessDescription,
    targetAudience: row.targetAudience,
    keyMessages: row.keyMessages,
    promptFramework: row.promptFramework,
    customInstructions: row.customInstructions,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
