import type { PromptProfile } from '../../providers/language-model/language-model.ts';
import type { VoiceService } from '../voice/voice.service.ts';

export type ActiveProfile = NonNullable<Awaited<ReturnType<VoiceService['activeProfile']>>>;

/** Exactly the fields that are about the voice; ids and times stay here. */
export function promptProfile(profile: ActiveProfile): PromptProfile {
  return {
    name: profile.name,
    description: profile.description,
    expertiseAreas: profile.expertiseAreas,
    communicationStyle: profile.communicationStyle,
    businessGoals: profile.businessGoals,
    brandPersonality: profile.brandPersonality,
    industryFocus: profile.industryFocus,
    voiceExamples: profile.voiceExamples,
    avoidWords: profile.avoidWords,
    preferredWords: profile.preferredWords,
    businessDescription: profile.businessDescription,
    targetAudience: profile.targetAudience,
    keyMessages: profile.keyMessages,
    promptFramework: profile.promptFramework,
    customInstructions: profile.customInstructions,
  };
}
