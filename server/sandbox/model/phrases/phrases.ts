import type { Style } from '../voice.ts';
import { insightful, points, questioning, supportive } from './english.ts';
import { englishClosings, englishInsights } from './english-endings.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

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

const english: Phrases = {
  opening: { insightful, supportive, questioning },
  point: points,
  closing: englishClosings,
  insights: englishInsights,
};

const byLanguage: Record<string, Phrases> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  ja: japanese,
  pt: portuguese,
};

/** The ways to say it in a language, English where none are known. */
export const phrasesOf = (language: string): Phrases => byLanguage[language] ?? english;
