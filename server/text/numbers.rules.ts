import lists from './words.json' with { type: 'json' };
import { spacedLetter } from './words.rules.ts';

/**
 * Number words in English, German and Spanish, except "one", which is rarely meant as a
 * number.
 */
const words = new Map<string, number>(
  Object.values(lists.numbers)
    .join(' ')
    .split(' ')
    .flatMap((word, index, all) =>
      index % 2 === 0 ? [[word, Number(all[index + 1])]] : [],
    ),
);
const scaleWords: readonly [words: string, scale: number][] = [
  ['dozen dutzend docena', 12],
  ['hundred hundert cien ciento', 100],
  ['thousand tausend mil', 1e3],
  ['million millions millionen millón millones', 1e6],
  ['billion billions milliarde milliarden', 1e9],
];
const scales = new Map<string, number>(
  scaleWords.flatMap(([names, scale]) =>
    names.split(' ').map((name): [string, number] => [name, scale]),
  ),
);
/** Signs of Spanish, in which "once" means eleven. */
const spanish = /[áíóúñ]|(?<!\p{L})(?:que|los|las|una|del|por|con)(?!\p{L})/iu;
const once = /(?<!\p{L})once(?!\p{L})/iu;
const joining = new Set(['and', 'und', 'y']);
const ones = new Set(['one', 'uno', 'una', 'un']);

export interface FoundNumber {
  /** As written in the text. */
  text: string;
  /** Its index in the text. */
  at: number;
  value: number;
}

type Token = RegExpExecArray;

/**
 * Matches words, and digits with an optional "v" before or "k" or "万" after them, but not
 * those of "K8s".
 */
const token = new RegExp(
  `(?:(?<!${spacedLetter})|(?<=(?<!${spacedLetter})v))\\d[\\d.,]*(?:[kKM]\\b|[万億])?|\\p{L}+(?:['’]\\p{L}+)?`,
  'gv',
);
const isFigure = (each: Token) => /^\d/.test(each[0]);
const wordOf = (each: Token | undefined): string => each?.[0].toLowerCase() ?? '';
const endOf = (each: Token): number => each.index + each[0].length;

/**
 * Longer words are not parsed: the longest German number below a million has 57 letters.
 */
const longestWord = 60;
/**
 * In characters. Nobody writes a longer number, and JavaScript could not represent its
 * value.
 */
const longestFigure = 40;

/**
 * Returns the numbers in a text, in digits or words. A number with two possible values is
 * listed twice.
 */
export function numbersIn(text: string): FoundNumber[] {
  const tokens = [...text.matchAll(token)];
  const onceIsEleven = once.test(text) && spanish.test(text);
  const found: FoundNumber[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const each = tokens[index];
    if (!each) break;
    if (isFigure(each)) {
      const scale = scales.get(wordOf(tokens[index + 1])) ?? 1;
      found.push(...readFigure(each, scale));
      if (scale > 1) index += 1;
      continue;
    }
    const run = readWords({ text, tokens, onceIsEleven }, index);
    const last = run && tokens[run.last];
    if (!run || !last) continue;
    found.push({
      text: text.slice(each.index, endOf(last)),
      at: each.index,
      value: run.value,
    });
    index = run.last;
  }
  return found;
}

const units: Record<string, number> = { k: 1e3, m: 1e6, 万: 1e4, 億: 1e8 };

/**
 * Reads "1,500", "1.500", "1.5", "10k", "2M", "3万" and "1.31.2". The last one is a
 * version: its value is NaN.
 */
function readFigure({ 0: figure, index: at }: Token, scale: number): FoundNumber[] {
  if (figure.length > longestFigure) return [{ text: figure, at, value: Number.NaN }];
  const text = figure.replace(/[.,]+$/, '');
  const digits = text.replace(/[^\d.,]$/u, '');
  const times = units[text.slice(digits.length).toLowerCase()] ?? scale;
  const plain = /^\d+$/.test(digits) ? [Number(digits)] : [];
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits)
    ? [Number(digits.replace(/[.,]/g, ''))]
    : [];
  const decimal = /^\d+[.,]\d+$/.test(digits) ? [Number(digits.replace(',', '.'))] : [];
  const values = [...plain, ...grouped, ...decimal].map((value) => value * times);
  return (values.length > 0 ? values : [Number.NaN]).map((value) => ({
    text,
    at,
    value,
  }));
}

interface CutText {
  text: string;
  tokens: readonly Token[];
  onceIsEleven: boolean;
}

/**
 * The number read so far. `current` is the part after the last word such as "thousand".
 */
interface Sum {
  total: number;
  current: number;
}

/**
 * Reads a number in words that begins at the token `first`. Returns null if there is
 * none.
 */
function readWords(
  { text, tokens, onceIsEleven }: CutText,
  first: number,
): { value: number; last: number } | null {
  let sum: Sum = { total: 0, current: 0 };
  let last: number | null = null;
  for (let index = first; index < tokens.length; index += 1) {
    const word = wordOf(tokens[index]);
    if (last !== null) {
      if (!isOneNumber(text, tokens[index - 1], tokens[index])) break;
      if (joining.has(word)) continue;
    }
    const value = word === 'once' && onceIsEleven ? 11 : readCompound(word);
    const next = withWord(sum, word, value, last === null);
    if (next === null) break;
    sum = next;
    last = index;
  }
  return last === null ? null : { value: sum.total + sum.current, last };
}

/**
 * Returns true if only spaces and hyphens separate the words, so that both may belong to
 * one number.
 */
function isOneNumber(
  text: string,
  before: Token | undefined,
  token: Token | undefined,
): boolean {
  const between = before ? text.slice(endOf(before), token?.index) : '';
  return /^[\s-]*$/.test(between);
}

/** Continues a number with a word. Returns null if the word does not belong to it. */
function withWord(
  { total, current }: Sum,
  word: string,
  value: number | null,
  isFirst: boolean,
): Sum | null {
  const scale = scales.get(word);
  if (scale !== undefined) {
    const scaled = Math.max(1, current) * scale;
    return scale >= 1000
      ? { total: total + scaled, current: 0 }
      : { total, current: scaled };
  }
  if (!isFirst && ones.has(word) && fits(current, 1))
    return { total, current: current + 1 };
  if (value !== null && (isFirst || fits(current, value)))
    return { total, current: current + value };
  return null;
}

const compoundScales = [
  { name: 'tausend', scale: 1000 },
  { name: 'hundert', scale: 100 },
];

/**
 * Reads a number word or a German compound such as "dreiundzwanzig" or
 * "zweihundertfünfzig".
 */
function readCompound(word: string): number | null {
  const known = words.get(word) ?? scales.get(word);
  if (known !== undefined) return known;
  if (word.length > longestWord) return null;
  const inside = compoundScales.find(({ name }) => word.includes(name));
  return inside ? readScaled(word, inside.name, inside.scale) : readTens(word);
}

/** Reads "zweihundertfünfzig", which contains the name of a scale. */
function readScaled(word: string, name: string, scale: number): number | null {
  const at = word.indexOf(name);
  const before =
    at === 0 || word.slice(0, at) === 'ein' ? 1 : readCompound(word.slice(0, at));
  const rest = word.slice(at + name.length);
  const after = rest === '' ? 0 : readCompound(rest);
  return before === null || after === null ? null : before * scale + after;
}

/** Reads "dreiundzwanzig". */
function readTens(word: string): number | null {
  const [, unit = '', ten = ''] = /^(\p{L}+)und(\p{L}+)$/u.exec(word) ?? [];
  const small = unit === 'ein' ? 1 : words.get(unit);
  const large = words.get(ten);
  return small !== undefined && small < 10 && large !== undefined && large >= 20
    ? large + small
    : null;
}

/**
 * Returns whether a value can follow the number so far: "five" can follow
 * "twenty", and "twenty" can follow "hundred", but nothing can follow "two".
 */
const fits = (current: number, value: number) =>
  value >= 1 &&
  ((current % 100 >= 20 && current % 10 === 0 && value < 10) ||
    (current % 100 === 0 && value < 100));

/** Numbers in Chinese characters: "十", "二十五", "三百". */
const chinese = /[〇一二三四五六七八九十百千]+[万億]?/gu;
const chineseDigits = '〇一二三四五六七八九';

const saidOnes = /(?<!\p{L})(?:one|eins?|eine|uno|una|un)(?!\p{L})/giu;
const decimalWords =
  /(?<![\p{L}\d])(\p{L}+|\d+) (?:point|komma|coma) (\p{L}+|\d+)(?![\p{L}\d])/giu;
const ordinals =
  /(?<!\p{L})\p{L}+(?:-\p{L}+)?(?:th|sten?|ten?|ter|first|second|third)(?!\p{L})/giu;
const oddOrdinals: Record<string, string> = Object.fromEntries(
  `first one second two third three fifth five eighth eight ninth nine twelfth twelve
   ersten eins dritten drei siebten sieben achten acht`
    .split(/\s+/)
    .flatMap((word, index, all) =>
      index % 2 === 0 ? [[word, all[index + 1] ?? '']] : [],
    ),
);

/**
 * Returns all numbers in a text, both as they are written and as
 * people say them: "one point three", "the fourteenth", "nine eighty".
 */
export function saidNumbers(text: string): FoundNumber[] {
  const plain = [
    ...numbersIn(text),
    ...[...text.matchAll(chinese)].map(({ 0: found, index: at }) => ({
      text: found,
      at,
      value: chineseValue(found),
    })),
    ...[...text.matchAll(saidOnes)].map(({ 0: found, index: at }) => ({
      text: found,
      at,
      value: 1,
    })),
  ].sort((a, b) => a.at - b.at);
  const decimals = [...text.matchAll(decimalWords)].flatMap(
    ({ 0: found, 1: whole = '', 2: part = '', index: at }) => {
      const before = wordValue(whole);
      const after = wordValue(part);
      return before === null || after === null
        ? []
        : [{ text: found, at, value: Number(`${before}.${after}`) }];
    },
  );
  const counted = [...text.matchAll(ordinals)].flatMap(({ 0: found, index: at }) => {
    const value = ordinalValue(found.toLowerCase());
    return value === null ? [] : [{ text: found, at, value }];
  });
  // Pairs such as "nineteen eighty-four", or a spoken time: "una hora cuarenta y nueve".
  const pairs = plain.flatMap((number, index) => {
    const next = plain[index + 1];
    const end = number.at + number.text.length;
    if (
      !next ||
      next.at < end ||
      next.at - end > 6 ||
      number.value > 99 ||
      next.value < 10 ||
      next.value > 99
    )
      return [];
    const said = {
      text: text.slice(number.at, next.at + next.text.length),
      at: number.at,
    };
    return [{ ...said, value: number.value * 100 + next.value }];
  });
  return [...plain, ...decimals, ...counted, ...pairs];
}

function wordValue(word: string): number | null {
  saidOnes.lastIndex = 0;
  return saidOnes.test(word) ? 1 : (numbersIn(word)[0]?.value ?? null);
}

function ordinalValue(word: string): number | null {
  const [, tens = '', last = word] = /^(\p{L}+)-(\p{L}+)$/u.exec(word) ?? [];
  const cardinal =
    oddOrdinals[last] ?? last.replace(/ieth$/, 'y').replace(/(?:th|sten?|ten?|ter)$/, '');
  if (wordValue(cardinal) === null) return null;
  if (tens === '') return wordValue(cardinal);
  // "nine-eightieth" stands for 980, as when people read out 1/980.
  const [first, second] = numbersIn(`${tens}-${cardinal}`);
  return first && second ? first.value * 100 + second.value : (first?.value ?? null);
}

function chineseValue(written: string): number {
  const tens: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };
  let section = 0;
  let digit = 0;
  for (const letter of written) {
    const ten = tens[letter];
    const unit = units[letter];
    if (unit) return (section + digit) * unit;
    if (ten) [section, digit] = [section + Math.max(1, digit) * ten, 0];
    else digit = chineseDigits.indexOf(letter);
  }
  return section + digit;
}
