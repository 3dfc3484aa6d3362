import type { Subject } from './prompt-reader.ts';
import written from './written-comments.json' with { type: 'json' };

export interface WrittenSentence {
  sentence: string;
  kind: string;
  quote: string;
}

const byTitle = new Map(written.map(({ title, comments }) => [title, comments]));

/** The comments that were written by hand for a video, of which every source is given. */
export const writtenFor = ({ title, description }: Subject): WrittenSentence[][] =>
  (byTitle.get(title) ?? [])
    .map((sentences) =>
      sentences.map(([sentence = '', kind = '', quote = '']) => ({ sentence, kind, quote })),
    )
    .filter((sentences) =>
      sentences.every(({ quote }) => `${title}\n${description}`.toLowerCase().includes(quote.toLowerCase())),
    );
