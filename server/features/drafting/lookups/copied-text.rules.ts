import { allVoiceFields } from '#shared/contracts/voice-fields.ts';
import type { PromptProfile } from '../../../providers/language-model/language-model.ts';
import { wordsOf } from '../../../text/words.rules.ts';

/** So many words in a row are copied. */
const runLength = 8;

/** Quoted words are meant to be used, such as a closing line. */
const quoted = /["“„«][^"“”„«»\n]*["”“»]/g;

/** What no comment may repeat: the profile's background, and the instructions of the prompt. */
export function copiedRuns(profile: PromptProfile | null, instructions: string): ReadonlySet<string> {
  const background =
    profile === null
      ? []
      : allVoiceFields.map((field) =>
          field.kind === 'text' && !field.mayBeQuoted ? (profile[field.name] ?? '') : '',
        );
  return new Set(
    [...background, ...instructions.split('\n')].flatMap((text) => runsOf(text.replace(quoted, '\n'))),
  );
}

export function repeatsRun(text: string, runs: ReadonlySet<string>): boolean {
  return runs.size > 0 && runsOf(text).some((run) => runs.has(run));
}

function runsOf(text: string): string[] {
  const words = wordsOf(text);
  const count = Math.max(0, words.length - runLength + 1);
  return Array.from({ length: count }, (_, from) => words.slice(from, from + runLength).join(' '));
}
