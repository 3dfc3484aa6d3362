const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Splits a text in any script into words in lower case. */
export function wordsOf(text: string): string[] {
  return [...segmenter.segment(text.normalize('NFKC'))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
}
