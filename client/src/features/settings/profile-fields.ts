import type { ProfileTextField } from '#shared/contracts/voice-profiles.ts';

export type ProfileTab = 'basic' | 'voice' | 'business' | 'framework';

export interface ProfileTextFieldView {
  name: ProfileTextField;
  label: string;
  help: string;
  rows: number;
}

export const profileTabLabels: Record<ProfileTab, string> = {
  basic: 'Basic Info',
  voice: 'Voice & Style',
  business: 'Business Context',
  framework: 'AI Framework',
};

/** SPEC §2; each of them reaches the prompt. Basic Info has fields of its own kinds besides. */
export const profileTextTabs: Record<Exclude<ProfileTab, 'basic'>, readonly ProfileTextFieldView[]> = {
  voice: [
    {
      name: 'communicationStyle',
      label: 'Communication Style',
      help: 'How you talk: direct, patient, dry, in short sentences.',
      rows: 3,
    },
    {
      name: 'brandPersonality',
      label: 'Brand Personality',
      help: 'Who speaks: a curious engineer, a calm teacher.',
      rows: 3,
    },
    {
      name: 'voiceExamples',
      label: 'Voice Examples',
      help: 'A few comments you wrote yourself. Nothing shows your voice better.',
      rows: 6,
    },
    {
      name: 'avoidWords',
      label: 'Words to Avoid',
      help: 'Separated by commas. A draft that uses one is marked.',
      rows: 2,
    },
    { name: 'preferredWords', label: 'Preferred Words', help: 'Separated by commas.', rows: 2 },
  ],
  business: [
    {
      name: 'businessGoals',
      label: 'Business Goals',
      help: 'What your presence under videos should lead to.',
      rows: 3,
    },
    {
      name: 'businessDescription',
      label: 'Business Description',
      help: 'What you or your company do.',
      rows: 3,
    },
    { name: 'targetAudience', label: 'Target Audience', help: 'Whom you want to be read by.', rows: 2 },
    { name: 'keyMessages', label: 'Key Messages', help: 'What you keep coming back to.', rows: 3 },
    { name: 'industryFocus', label: 'Industry Focus', help: 'The fields you speak about.', rows: 2 },
  ],
  framework: [
    {
      name: 'promptFramework',
      label: 'Prompt Framework',
      help: 'A framework pasted from a chat assistant. It is used as it is.',
      rows: 12,
    },
    {
      name: 'customInstructions',
      label: 'Custom Instructions',
      help: 'What to do, or never to do, in every comment.',
      rows: 6,
    },
  ],
};

/** The tab a field stands on, to show its error. */
export function tabOf(field: string): ProfileTab {
  for (const tab of ['voice', 'business', 'framework'] as const) {
    if (profileTextTabs[tab].some(({ name }) => name === field)) return tab;
  }
  return 'basic';
}
