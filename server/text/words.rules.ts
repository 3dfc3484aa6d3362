import lists from './words.json' with { type: 'json' };

/** Scripts that write no spaces between words. */
export const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

type Granularity = 'word' | 'sentence';

const segmenters: Partial<Record<Granularity, Intl.Segmenter>> = {};

export function segmentsOf(text: string, granularity: Granularity): Intl.SegmentData[] {
  // Created on first use, because loading the language data would delay every start.
  segmenters[granularity] ??= new Intl.Segmenter(undefined, { granularity });
  return [...segmenters[granularity].segment(text)];
}

export const sentencesOf = (text: string): string[] =>
  segmentsOf(text, 'sentence')
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '');

/**
 * A letter or digit of a script with spaces between words, for patterns with the
 * flag `v`. In other scripts, the word around a number would be the whole sentence.
 */
export const spacedLetter =
  '[[\\p{L}\\p{N}]--[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}]]';

export function wordsOf(text: string): string[] {
  return segmentsOf(text.normalize('NFKC'), 'word')
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
}

const stopWords = new Set(lists.subjectStops.split(' '));

const isContentWord = (word: string) =>
  !stopWords.has(word) && (word.length >= 4 || /\p{sc=Han}/u.test(word));

export const contentWords = (text: string): Set<string> =>
  new Set(wordsOf(text).filter(isContentWord));

/**
 * Zero-width spaces, soft hyphens, byte order marks and direction marks, which often come
 * with copied text.
 */
const copiedAlong =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Keeps the zero-width joiners: some scripts and joined emoji are spelled with them. */
export const withoutInvisible = (text: string): string => text.replace(copiedAlong, '');

const invisible = /[\u200b-\u200f\u2060\ufeff\u00ad]/g;

/**
 * Normalizes texts that look the same: compatible characters, invisible characters, and
 * white space.
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '))
    .trim();

/**
 * Converts to lower case of the same length. "İ" would otherwise become two characters.
 */
const lowered = (text: string): string => text.replaceAll('İ', 'i').toLowerCase();

/**
 * Folds case, line breaks, typographic quotation marks
 * and dashes. Keeps every index of a text from plainText.
 */
export const folded = (text: string): string =>
  lowered(text)
    .replaceAll('\n', ' ')
    .replace(/[’‘´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[–—‑]/g, '-');

const lowerCaseForSearches: Record<string, string> = { İ: 'i', ς: 'σ' };

function lowerLetter(letter: string): string {
  const lower = lowerCaseForSearches[letter] ?? letter.toLowerCase();
  return [...lower].length === 1 ? lower : letter;
}

/**
 * Lower-cases letter by letter in any locale, exactly as the database's `without_case`
 * does (migration 0024).
 */
export const withoutCase = (text: string): string =>
  [...text.normalize('NFC')].map(lowerLetter).join('');

const ending = /(?:ing|ies|ed|es|en|er|s|e|y)$/;

/**
 * Returns the words without common endings, or pairs of characters in scripts without
 * spaces.
 */
export function termsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const stem = (word: string) => (word.length > 4 ? word.replace(ending, '') : word);
  if (!unspaced.test(text)) return words.map(stem);
  return words.flatMap((word) =>
    unspaced.test(word)
      ? Array.from(word.slice(1), (_, index) => word.slice(index, index + 2))
      : stem(word),
  );
}

/**
 * Scores texts by the terms that they share with a subject. A term counts more
 * if its weight is higher and if fewer texts contain it. Ignores terms that
 * more than `most` texts contain, because they do not identify a subject.
 */
export function relevance(
  texts: readonly string[],
  subject: ReadonlyMap<string, number>,
  most = texts.length,
): { shared: number; score: number }[] {
  const terms = texts.map((text) =>
    [...new Set(termsOf(text))].filter((term) => subject.has(term)),
  );
  const having = new Map<string, number>();
  for (const term of terms.flat()) having.set(term, (having.get(term) ?? 0) + 1);
  return terms.map((own) => {
    const told = own.map((term) => ({
      weight: subject.get(term) ?? 0,
      count: having.get(term) ?? 1,
    }));
    const rare = told.filter(({ count }) => count <= most);
    const worths = rare.map(
      ({ weight, count }) => weight * Math.log((texts.length + 1) / count),
    );
    return { shared: rare.length, score: worths.reduce((sum, worth) => sum + worth, 0) };
  });
}

/**
 * Removes matching characters at both ends. A pattern such as /[.]+$/
 * would also try each run in the middle, which takes quadratic time.
 */
export function trimmed(text: string, begin: RegExp, end: RegExp): string {
  let from = 0;
  let to = text.length;
  while (from < to && begin.test(text.charAt(from))) from += 1;
  while (to > from && end.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/**
 * Names with at least this many letters may have up to two more letters at the end
 * ("Deployment" finds "Deployments"), shorter ones only an "s" ("PDB" finds "PDBs").
 */
const longName = 4;
/** In letters. Longer texts are not names, and would slow down the search. */
const longestName = 500;

/**
 * Returns a pattern that finds a name or several words in order. Ignores case, spaces and
 * punctuation: "matchLabelKeys" finds "match label keys". Returns null for a text without
 * letters or with too many.
 */
export function namePattern(name: string): RegExp | null {
  const letters = lowered(name).match(/[\p{L}\p{N}]/gu) ?? [];
  const isLong = letters.length >= longName;
  if (letters.length > longName && letters.at(-1) === 's') letters.pop();
  if (letters.length === 0 || letters.length > longestName) return null;
  const ending = isLong ? `${spacedLetter}{0,2}` : 's?';
  return new RegExp(
    `(?<!${spacedLetter})${letters.join('[^\\p{L}\\p{N}]*')}${ending}(?!${spacedLetter})`,
    'iv',
  );
}

/** In characters. Longer entries are instructions to the model. */
const longestPhrase = 60;

const phraseBegin = /[\s\-*•·"'“”„‘’«»]/;
const phraseEnd = /[\s"'“”„‘’«».]/;

export function avoidedPhrases(avoidWords: string | null): string[] {
  const phrases = (avoidWords ?? '')
    .normalize('NFKC')
    .split(/[,;\n、،]+/)
    .map((entry) => trimmed(entry, phraseBegin, phraseEnd).toLowerCase())
    .filter((entry) => entry !== '' && entry.length <= longestPhrase);
  return [...new Set(phrases)];
}

export function usedPhrases(text: string, phrases: readonly string[]): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  return phrases.filter((phrase) => uses(plain, phrase.replace(/\s+/g, ' ')));
}

/** In letters. Shorter words are not inflected: “us” does not find “used”. */
const shortestInflected = 4;
const endings = '(?:s|es|d|ed|ing|ings|e|er|en|em|n)?';

function uses(text: string, phrase: string): boolean {
  if (unspaced.test(phrase)) return text.includes(phrase);
  const words = phrase.split(/[ -]/);
  const last = words.pop() ?? '';
  const form = isInflected(last) ? inflected(last) : escaped(last);
  const pattern = [...words.map(escaped), form].join('[ -]');
  // C is neither C++ nor C#.
  return new RegExp(`(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_]|[+#])`, 'u').test(
    text,
  );
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isInflected = (word: string) =>
  word.length >= shortestInflected && /^\p{L}+$/u.test(word);

function inflected(word: string): string {
  const whole = `${word}${endings}`;
  return word.endsWith('e') ? `(?:${whole}|${word.slice(0, -1)}(?:ing|ings))` : whole;
}
