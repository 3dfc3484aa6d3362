import { allVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { PromptProfile } from '../language-model.ts';
import { promptText, withinBudget } from './prompt-text.ts';

const neutralVoice =
  'Nothing is known about this person. Write in a neutral voice: a knowledgeable professional, friendly and plain.';
const voiceOfComments =
  'Nothing is known about this person but the comments below. Take the voice from them alone.';
const nameBudget = 200;
const sections = [...allVoiceFields].sort((a, b) => a.prompt.order - b.prompt.order);

/** A profile's name alone is a label and tells of no voice. */
export function profileSection(profile: PromptProfile | null, hasExamples: boolean): string {
  const told = profile === null ? [] : sections.flatMap((field) => fieldSection(profile, field));
  if (profile === null || told.length === 0) return hasExamples ? voiceOfComments : neutralVoice;
  return ['# The person you write as', ...section('Profile', profile.name, nameBudget), ...told].join('\n\n');
}

function fieldSection(profile: PromptProfile, field: (typeof sections)[number]): string[] {
  const value = field.kind === 'text' ? profile[field.name] : profile[field.name].join(', ');
  return section(field.prompt.heading, value, field.prompt.budget);
}

function section(heading: string, value: string | null, budget: number): string[] {
  const text = promptText(value ?? '');
  return text === '' ? [] : [`## ${heading}\n${withinBudget(text, budget)}`];
}
