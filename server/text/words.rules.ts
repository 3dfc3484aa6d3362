import { segmentsOf } from './segments.rules.ts';

export function wordsOf(text: string): string[] {
  return segmentsOf(text.normalize('NFKC'), 'word')
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
}
