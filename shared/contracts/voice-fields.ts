export type VoiceTab = 'basic' | 'voice' | 'business' | 'framework';

interface VoiceField {
  name: string;
  tab: VoiceTab;
  label: string;
  help: string;
  /** `budget` is in characters; `order` sorts the sections of the prompt. */
  prompt: { heading: string; budget: number; order: number };
  /** If not set, a draft that copies a passage of the field fails a check. */
  mayBeQuoted?: true;
}

interface VoiceText extends VoiceField {
  kind: 'text';
  rows: number;
}

interface VoiceList extends VoiceField {
  kind: 'list';
  maxLength: number;
  maxEntries: number;
  tooMany: string;
}

/** Limit of a text field, in characters. */
export const longestVoiceText = 20_000;
/** Limit of a habit, in characters. */
export const habitLimit = 120;
export const mostHabits = 3;

/**
 * The fields of a voice profile, in the order of the form. The contract, the form, the
 * prompt, the checks and the database columns are all derived from this list.
 */
export const voiceFields = [
  {
    name: 'description',
    kind: 'text',
    tab: 'basic',
    label: 'Description',
    help: 'For yourself: what this voice is for.',
    rows: 2,
    prompt: { heading: 'About this person', budget: 2000, order: 10 },
  },
  {
    name: 'expertiseAreas',
    kind: 'list',
    maxLength: 100,
    maxEntries: 50,
    tooMany: 'At most 50 areas',
    tab: 'basic',
    label: 'Expertise Areas',
    help: 'Found videos are matched with these.',
    prompt: { heading: 'Areas of expertise', budget: 2000, order: 20 },
    mayBeQuoted: true,
  },
  {
    name: 'communicationStyle',
    kind: 'text',
    tab: 'voice',
    label: 'Communication Style',
    help: 'How you talk: direct, patient, dry, in short sentences.',
    rows: 3,
    prompt: { heading: 'Communication style', budget: 2000, order: 40 },
  },
  {
    name: 'brandPersonality',
    kind: 'text',
    tab: 'voice',
    label: 'Brand Personality',
    help: 'Who speaks: a curious engineer, a calm teacher.',
    rows: 3,
    prompt: { heading: 'Personality', budget: 2000, order: 50 },
  },
  {
    name: 'voiceExamples',
    kind: 'text',
    tab: 'voice',
    label: 'Voice Examples',
    help: 'A few comments you wrote yourself. Nothing shows your voice better.',
    rows: 6,
    prompt: {
      heading: 'Examples of this voice (take over the manner, never the sentences)',
      budget: 5000,
      order: 60,
    },
  },
  {
    name: 'habits',
    kind: 'list',
    maxLength: habitLimit,
    maxEntries: mostHabits,
    tooMany: `At most ${mostHabits} habits`,
    tab: 'voice',
    label: 'Habits',
    help: 'What your comments do again and again. Each draft shows one of them at least.',
    prompt: {
      heading: 'Habits (show at least one, and invent nothing for it)',
      budget: 500,
      order: 65,
    },
    mayBeQuoted: true,
  },
  {
    name: 'avoidWords',
    kind: 'text',
    tab: 'voice',
    label: 'Words to Avoid',
    help: 'Separated by commas. A draft that uses one is marked.',
    rows: 2,
    prompt: { heading: 'Words never to use', budget: 1500, order: 80 },
  },
  {
    name: 'preferredWords',
    kind: 'text',
    tab: 'voice',
    label: 'Preferred Words',
    help: 'Separated by commas.',
    rows: 2,
    prompt: { heading: 'Words to prefer where they fit', budget: 1500, order: 70 },
    mayBeQuoted: true,
  },
  {
    name: 'businessGoals',
    kind: 'text',
    tab: 'business',
    label: 'Business Goals',
    help: 'What your presence under videos should lead to.',
    rows: 3,
    prompt: {
      heading: 'What they want to achieve, as background only',
      budget: 2000,
      order: 120,
    },
  },
  {
    name: 'businessDescription',
    kind: 'text',
    tab: 'business',
    label: 'Business Description',
    help: 'What you or your company do.',
    rows: 3,
    prompt: {
      heading: 'The business, as background only (do not advertise it)',
      budget: 2000,
      order: 110,
    },
  },
  {
    name: 'targetAudience',
    kind: 'text',
    tab: 'business',
    label: 'Target Audience',
    help: 'Who should read your comments.',
    rows: 2,
    prompt: { heading: 'People to speak to', budget: 1500, order: 90 },
  },
  {
    name: 'keyMessages',
    kind: 'text',
    tab: 'business',
    label: 'Key Messages',
    help: 'What you keep coming back to.',
    rows: 3,
    prompt: {
      heading: 'Messages to bring in where they fit by themselves',
      budget: 2000,
      order: 100,
    },
    mayBeQuoted: true,
  },
  {
    name: 'industryFocus',
    kind: 'text',
    tab: 'business',
    label: 'Industry Focus',
    help: 'The fields you speak about.',
    rows: 2,
    prompt: { heading: 'Industry focus', budget: 1500, order: 30 },
    mayBeQuoted: true,
  },
  {
    name: 'promptFramework',
    kind: 'text',
    tab: 'framework',
    label: 'Prompt Framework',
    help: 'A framework pasted from a chat assistant. It is used as it is.',
    rows: 12,
    prompt: {
      heading: 'Framework to think with (the form of the answer stays as asked below)',
      budget: 6000,
      order: 130,
    },
  },
  {
    name: 'customInstructions',
    kind: 'text',
    tab: 'framework',
    label: 'Custom Instructions',
    help: 'What to do, or never to do, in every comment.',
    rows: 6,
    prompt: {
      heading:
        'Their own instructions (they win over the general rules on style, length and language)',
      budget: 4000,
      order: 140,
    },
  },
] as const satisfies readonly (VoiceText | VoiceList)[];

type Listed = (typeof voiceFields)[number];
export type VoiceTextField = Extract<Listed, { kind: 'text' }>['name'];
export type VoiceListField = Extract<Listed, { kind: 'list' }>['name'];
type TextOf = VoiceText & { name: VoiceTextField };
type ListOf = VoiceList & { name: VoiceListField };
export type AnyVoiceField = TextOf | ListOf;

export const allVoiceFields: readonly AnyVoiceField[] = voiceFields;

export function forVoiceFields<Text, List>(make: {
  text: (field: TextOf) => Text;
  list: (field: ListOf) => List;
}): Record<VoiceTextField, Text> & Record<VoiceListField, List> {
  const members = allVoiceFields.map((field) => [
    field.name,
    field.kind === 'text' ? make.text(field) : make.list(field),
  ]);
  return Object.fromEntries(members) as Record<VoiceTextField, Text> &
    Record<VoiceListField, List>;
}
