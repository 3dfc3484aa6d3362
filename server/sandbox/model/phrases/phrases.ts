import type { Style } from '../voice.ts';

/**
 * A comment is an opening, a point and a closing, drawn apart from each other, so that few share more than one of
 * them. Slots: {s} the video's subject, {t} another topic of the video, {i} an insight that continues a sentence,
 * {q} and {Q} a question without its mark, {Q} beginning a sentence.
 */
export interface Phrases {
  opening: Record<Style, readonly string[]>;
  point: Record<Style, readonly string[]>;
  closing: Record<Style, readonly string[]>;
  /** Experience that fits every field, beside what the world's topics know. */
  insights: readonly string[];
}
