import type { PromptProfile } from '../language-model.ts';
import { promptText, withinBudget } from './prompt-text.ts';

interface Place {
  heading: string;
  /** The most characters of it that go into the prompt. */
  budget: number;
}

/** Where each field of the voice profile stands in the prompt, in this order. */
export const profilePlaces: Record<keyof PromptProfile, Place> = {
  name: { heading: 'Profile', budget: 200 },
  description: { heading: 'About this person', budget: 2000 },
  expertiseAreas: { heading: 'Areas of expertise', budget: 2000 },
  industryFocus: { heading: 'Industry focus', budget: 1500 },
  communicationStyle: { heading: 'Communication style', budget: 2000 },
  brandPersonality: { heading: 'Personality', budget: 2000 },
  voiceExamples: {
    heading: 'Examples of this voice (take over the manner, never the sentences)',
    budget: 5000,
  },
  preferredWords: { heading: 'Words to prefer where they fit', budget: 1500 },
  avoidWords: { heading: 'Words never to use', budget: 1500 },
  targetAudience: { heading: 'People to speak to', budget: 1500 },
  keyMessages: { heading: 'Messages to bring in where they fit by themselves', budget: 2000 },
  businessDescription: { heading: 'The business, as background only (do not advertise it)', budget: 2000 },
  businessGoals: { heading: 'What they want to achieve, as background only', budget: 2000 },
  promptFramework: {
    heading: 'Framework to think with (the form of the answer stays as asked below)',
    budget: 6000,
  },
  customInstructions: {
    heading: 'Their own instructions (they win over the general rules on style, length and language)',
    budget: 4000,
  },
};

const neutralVoice =
  'No voice profile is set. Write in a neutral voice: a knowledgeable professional, friendly and plain.';

/** The whole profile as prompt sections; empty fields are left out. */
export function profileSection(profile: PromptProfile | null): string {
  if (profile === null) return neutralVoice;
  const fields = Object.keys(profilePlaces) as (keyof PromptProfile)[];
  const sections = fields.flatMap((field) => {
    const { heading, budget } = profilePlaces[field];
    const value = profile[field];
    const text = promptText(typeof value === 'string' ? value : (value ?? []).join(', '));
    return text === '' ? [] : [`## ${heading}\n${withinBudget(text, budget)}`];
  });
  return ['# The person you write as', ...sections].join('\n\n');
}
