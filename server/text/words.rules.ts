const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The words of a text in any script, in lower case, in order. */
export function wordsOf(text: string): string[] {
  return [...segmenter.segment(text.normalize('NFKC'))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
}
