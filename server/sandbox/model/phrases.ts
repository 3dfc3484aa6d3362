import de from './phrases/de.json' with { type: 'json' };
import en from './phrases/en.json' with { type: 'json' };
import es from './phrases/es.json' with { type: 'json' };
import ja from './phrases/ja.json' with { type: 'json' };
import type { Style } from './voice.ts';

/** Slots: {p} a passage of the material, {n} a number, {s} subject, {t} another topic, {i} rest of a sentence, {q} a question without its mark, {Q} at the start. */
export interface Phrases {
  opening: Record<Style, readonly string[]>;
  point: readonly string[];
  question: readonly string[];
  closing: readonly string[];
  anchor: readonly string[];
  /** Says what the passage does not. */
  invented: readonly string[];
  gap: readonly string[];
  hedge: readonly string[];
  insights: readonly string[];
}

const byLanguage: Record<string, Phrases> = { de, en, es, ja };

export const phrasesOf = (language: string): Phrases => byLanguage[language] ?? en;
