import { diffArrays } from 'diff';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

export interface WordChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The words that differ between two texts, in any language. */
export const wordChanges = (before: string, after: string): WordChange[] =>
  diffArrays(wordsOf(before), wordsOf(after)).map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
