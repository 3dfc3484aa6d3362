import { expect } from 'vitest';
import { type ScriptedOptions, scriptedDrafts } from './scripted-drafts.ts';
import type { ScriptedAnswer } from './scripted-model.ts';

export const comment =
  'Readiness probes that call the database take every pod down at once.';
const discarded =
  'A first try that is quite a lot longer than what I will say in the end, and full of words nobody needs.';

/** The JSON of an answer with this comment. */
export const answerWith = (text: string) =>
  JSON.stringify({ comment: text, sources: [], nothingToAdd: '' });

/** The answer that counts. */
export const good = answerWith(comment);

/** An answer that the model only thought of. */
export const bad = answerWith(discarded);

/**
 * Provides drafts from a server that answers in unusual ways, and what is shown, stored
 * and reported of them. Call it at the top of a file.
 */
export function dialectDrafts() {
  const { draftFrom } = scriptedDrafts();
  return {
    draftFrom,
    /** Expects the words to be shown and stored unchanged, without a second call. */
    async expectAtOnce(
      answer: ScriptedAnswer,
      expected = comment,
      options: ScriptedOptions = {},
    ) {
      const { names, shown, stored, calls } = await draftFrom([answer], options);
      expect(names.filter((name) => name !== 'judged')).toEqual(['words', 'done']);
      expect(shown).toBe(expected);
      expect(stored).toEqual([expected]);
      expect(calls).toBe(1);
    },
  };
}
