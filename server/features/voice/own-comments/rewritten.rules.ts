import { wordsOf } from '../../../text/words.rules.ts';

/** Of a text's words, so many must be other than the draft's. */
const changedShare = 1 / 3;

/** Whether a text is the person's own rather than the draft that it began as (rule 8.16). */
export function isRewritten(draft: string, text: string): boolean {
  const left = new Map<string, number>();
  for (const word of wordsOf(draft)) left.set(word, (left.get(word) ?? 0) + 1);
  const words = wordsOf(text);
  const changed = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
  return words.length > 0 && changed.length >= words.length * changedShare;
}
