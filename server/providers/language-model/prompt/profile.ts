import { allVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { PromptProfile } from '../language-model.ts';
import { promptText, withinBudget } from './prompt-text.ts';

const neutralVoice =
  'No voice profile is set. Write in a neutral voice: a knowledgeable professional, friendly and plain.';
const nameBudget = 200;
const sections = [...allVoiceFields].sort((a, b) => a.prompt.order - b.prompt.order);

export function profileSection(profile: PromptProfile | null): string {
  if (profile === null) return neutralVoice;
  return [
    '# The person you write as',
    ...section('Profile', profile.name, nameBudget),
    ...sections.flatMap((field) =>
      section(
        field.prompt.heading,
        field.kind === 'text' ? profile[field.name] : profile[field.name].join(', '),
        field.prompt.budget,
      ),
    ),
  ].join('\n\n');
}

function section(heading: string, value: string | null, budget: number): string[] {
  const text = promptText(value ?? '');
  return text === '' ? [] : [`## ${heading}\n${withinBudget(text, budget)}`];
}
