import { segmentsOf } from './segments.rules.ts';

/** For the flag v. Without spaces between words, a figure's word would be its whole sentence. */
export const spacedLetter = '[[\\p{L}\\p{N}]--[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}]]';

export function wordsOf(text: string): string[] {
  return segmentsOf(text.normalize('NFKC'), 'word')
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
}
