import de from './phrases/de.json' with { type: 'json' };
import en from './phrases/en.json' with { type: 'json' };
import es from './phrases/es.json' with { type: 'json' };
import ja from './phrases/ja.json' with { type: 'json' };
import type { Style } from './voice.ts';

/**
 * A comment is an opening, a point or question, and a closing. Slots: {s} the video's subject, {t} another topic of
 * it, {i} an insight that continues a sentence, {q} a question without its mark, {Q} one that begins a sentence.
 */
export interface Phrases {
  opening: Record<Style, readonly string[]>;
  point: readonly string[];
  question: readonly string[];
  closing: readonly string[];
  /** Insights that fit every field, beside those of the topics. */
  insights: readonly string[];
}

const byLanguage: Record<string, Phrases> = { de, en, es, ja };

export const phrasesOf = (language: string): Phrases => byLanguage[language] ?? en;
