import type { PromptProfile } from '../../providers/language-model/language-model.ts';
import { wordsOf } from '../../text/words.rules.ts';

/** So many words in a row are taken over, not met by chance. */
const runLength = 8;

/** What the profile tells the model alone. Name, expertise, key messages and preferred words may be said aloud. */
const background = [
  'description',
  'communicationStyle',
  'businessGoals',
  'brandPersonality',
  'voiceExamples',
  'avoidWords',
  'businessDescription',
  'targetAudience',
  'promptFramework',
  'customInstructions',
] as const satisfies readonly (keyof PromptProfile)[];

/** Words that instructions quote are there to be used, such as a closing line. */
const quoted = /["“„«][^"“”„«»\n]*["”“»]/g;

/** The runs of words by which a profile's background would be known again. */
export function backgroundRuns(profile: PromptProfile | null): ReadonlySet<string> {
  if (profile === null) return new Set();
  const texts = background.map((field) => profile[field] ?? '');
  return new Set(texts.flatMap((text) => runsOf(text.replace(quoted, '\n'))));
}

/** Whether a text repeats eight words in a row of it. */
export function repeatsBackground(text: string, runs: ReadonlySet<string>): boolean {
  return runs.size > 0 && runsOf(text).some((run) => runs.has(run));
}

function runsOf(text: string): string[] {
  const words = wordsOf(text);
  const count = Math.max(0, words.length - runLength + 1);
  return Array.from({ length: count }, (_, from) => words.slice(from, from + runLength).join(' '));
}
