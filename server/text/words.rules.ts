const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

export function wordsOf(text: string): string[] {
  return [...segmenter.segment(text.normalize('NFKC'))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
}
