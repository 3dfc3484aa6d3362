const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** The text without the sentences that are not wanted; empty where none is left. */
export function withoutSentences(text: string, isUnwanted: (sentence: string) => boolean): string {
  return [...segmenter.segment(text)]
    .map(({ segment }) => segment)
    .filter((sentence) => !isUnwanted(sentence))
    .join('')
    .trim();
}
