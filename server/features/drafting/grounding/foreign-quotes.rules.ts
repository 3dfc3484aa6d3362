import type { Grounding } from '#shared/contracts/grounding.ts';

/** Takes out quotes that no draft may hold; what they say about the sentence stays. */
export function withoutForeignQuotes(grounding: Grounding, isForeign: (text: string) => boolean): Grounding {
  return {
    ...grounding,
    sentences: grounding.sentences.map((sentence) =>
      sentence.source?.quote && isForeign(sentence.source.quote)
        ? { ...sentence, source: { ...sentence.source, quote: null } }
        : sentence,
    ),
  };
}
