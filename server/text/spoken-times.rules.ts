/**
 * YouTube's transcript panel writes each time twice: "1:05", and for screen readers "1
 * minute, 5 seconds" in the language of the page. A copied panel holds both. This file
 * recognizes the spoken form.
 */

/**
 * The languages that YouTube's pages come in. Intl knows
 * the words for hours, minutes and seconds in each of them.
 */
const pageLanguages: readonly string[] = [
  'af am ar as az be bg bn bs ca cs da de el en es et eu fa fi fil fr gl gu he hi hr hu hy id',
  'is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my ne nl no or pa pl pt ro ru si sk sl sq',
  'sr sv sw ta te th tr uk ur uz vi zh zh-Hant zu',
].flatMap((codes) => codes.split(' '));

type Unit = 'hour' | 'minute' | 'second';

/** A text that may begin with the spoken form of the time `at`, in seconds. */
export interface SpokenCandidate {
  text: string;
  at: number;
}

/** Returns the length of the spoken form of `seconds` at the start of a text, or 0. */
export type SpokenTimeReader = (text: string, seconds: number) => number;

/** How many texts are used to detect the languages that a panel may be in. */
const samples = 50;

/**
 * Creates a reader for one panel, in the languages that match its first texts. It finds
 * the end of a spoken time even if the transcript follows without a space ("4 secondesles
 * sondes").
 */
export function spokenTimeReader(
  candidates: readonly SpokenCandidate[],
): SpokenTimeReader {
  const sample = candidates.slice(0, samples);
  const languages = pageLanguages.filter((language) =>
    sample.some(({ text, at }) => lengthIn(language, text, at) > 0),
  );
  return (text, seconds) =>
    Math.max(0, ...languages.map((language) => lengthIn(language, text, seconds)));
}

/** Cached, because creating a format takes far longer than using it. */
const formats = new Map<string, Intl.NumberFormat>();
const writtenUnits = new Map<string, string>();

/** Returns "4 seconds" in a language, in lower case and without spaces. */
function written(language: string, unit: Unit, value: number): string {
  const formatKey = `${language} ${unit}`;
  const key = `${formatKey} ${value}`;
  const known = writtenUnits.get(key);
  if (known !== undefined) return known;
  const format =
    formats.get(formatKey) ??
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  formats.set(formatKey, format);
  const text = withoutSpaces(format.format(value));
  writtenUnits.set(key, text);
  return text;
}

/**
 * The longest text between two parts of a spoken time, in characters: ", ", " and ", " et
 * ", " и ".
 */
const mostBetween = 6;

/**
 * Like SpokenTimeReader, in one language. Parts that are zero may be missing, but not all
 * parts.
 */
function lengthIn(language: string, text: string, seconds: number): number {
  const parts: [Unit, number][] = [
    ['hour', Math.floor(seconds / 3600)],
    ['minute', Math.floor(seconds / 60) % 60],
    ['second', seconds % 60],
  ];
  let end = 0;
  for (const [unit, value] of parts) {
    const begin = end === 0 ? 0 : nextNumber(text, end);
    const matched =
      begin === null ? 0 : matchUnit(language, text.slice(begin), unit, value);
    if (matched > 0 && begin !== null) end = begin + matched;
    else if (value !== 0) return 0;
  }
  return end;
}

function nextNumber(text: string, from: number): number | null {
  const gap = text.slice(from, from + mostBetween + 1).search(/\p{Nd}/u);
  return gap === -1 ? null : from + gap;
}

/**
 * Returns the length of this value with its unit at the start
 * of the text, or 0. Ignores spaces: "12 分" matches "12分".
 */
function matchUnit(language: string, text: string, unit: Unit, value: number): number {
  const wanted = written(language, unit, value);
  let matched = 0;
  let length = 0;
  for (const character of text) {
    if (matched === wanted.length) break;
    length += character.length;
    if (/\s/u.test(character)) continue;
    const lower = character.toLowerCase();
    if (!wanted.startsWith(lower, matched)) return 0;
    matched += lower.length;
  }
  if (matched !== wanted.length) return 0;
  // Some pages write vowel marks that Intl leaves out.
  const [marks = ''] = /^\p{M}*/u.exec(text.slice(length)) ?? [];
  return length + marks.length;
}

const withoutSpaces = (text: string) => text.replace(/\s/gu, '').toLowerCase();

/** In words. Longer lines are speech that begins with a number. */
const mostWords = 8;

/**
 * Returns whether a whole line looks like the spoken form of this time in any language:
 * the numbers of the clock in the same order, with words between them, such as "1 ορα και
 * 5 λεπτά". The caller must check that the form repeats, since a single such line can be
 * speech.
 */
export function hasFormOfSpokenTime(line: string, seconds: number): boolean {
  const words = line.trim().split(/[\s,，、]+/u);
  if (words.length > mostWords) return false;
  const numbers = numbersIn(line);
  if (numbers.length === 0 || !/\p{L}/u.test(line)) return false;
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const spoken = clock.filter((value) => value !== 0);
  const wanted = spoken.length === 0 ? [0] : spoken;
  const written = numbers.filter((value) => value !== 0 || wanted[0] === 0);
  return written.length > 0 && isSameButForWords(wanted, written);
}

/**
 * Allows the numbers 1 and 2 to be missing, because some languages
 * have words for one or two units: "un minut și 5 secunde".
 */
function isSameButForWords(
  wanted: readonly number[],
  written: readonly number[],
): boolean {
  let at = 0;
  for (const value of wanted) {
    if (written[at] === value) at += 1;
    else if (value > 2) return false;
  }
  return at === written.length;
}

/** Reads the digits of any script: "٤", "४" and "4" are 4. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(/\p{Nd}{1,3}/gu)].map(([digits]) =>
    Number([...digits].map((digit) => digitValue(digit)).join('')),
  );
}

/**
 * Relies on Unicode, in which the ten digits of a script follow each other, beginning
 * with zero.
 */
export function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
