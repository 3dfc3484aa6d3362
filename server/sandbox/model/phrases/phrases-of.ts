import { insightful, points, questioning, supportive } from './english.ts';
import { englishClosings, englishInsights } from './english-endings.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import type { Phrases } from './phrases.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

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
