import { calm, sentencesOf, withoutEmoji } from './sentences.ts';

/** What this owner says about no draft and does to every one. The app and the model never see this file. */
const praise =
  /\b(?:great|amazing|awesome|fantastic|thanks|thank you|keep (?:it|them) (?:up|coming)|can’t wait|love this)\b/i;
const mostSentences = 2;
const plainWords: [RegExp, string][] = [
  [/\bleverage\b/gi, 'use'],
  [/\butilize\b/gi, 'use'],
  [/\bgame-changing\b/gi, 'important'],
];
/** Something of one's own, which no model can know. */
const ownThoughts = [
  'Worth a test on a small case first.',
  'The second half would be my question.',
  'I would write the number down before changing it.',
  'That part took me longest as well.',
];

/** The draft as this owner approves it. `mood` in [0, 1) decides what it adds by itself. */
export function editedByOwner(draft: string, mood: number): string {
  const kept = sentencesOf(draft)
    .map(withoutEmoji)
    .filter((sentence) => !praise.test(sentence))
    .slice(0, mostSentences)
    .map((sentence) => plainWords.reduce((text, [word, plain]) => text.replace(word, plain), calm(sentence)));
  const thought = mood < 0.25 ? ownThoughts[Math.floor(mood * 4 * ownThoughts.length)] : undefined;
  return [...kept, ...(thought ? [thought] : [])].join(' ');
}

const inLine = [
  /exclamation/i,
  /emoji/i,
  /\b(?:no|not|without|never)\b.*\b(?:praise|thanks)\b/i,
  /at most (?:two|2) sentences/i,
  /“use”.*instead of “(?:leverage|utilize)”/i,
  /“important”.*instead of “game-changing”/i,
];

/** Whether a proposed rule says what this owner wants. */
export const wouldAccept = (rule: string): boolean => inLine.some((wish) => wish.test(rule));
