import { type FoundNumber, numbersIn } from './numbers.rules.ts';

/** 万 and 億, and digits in Chinese characters: "十", "二十五", "三百". */
const eastAsian = /(\d+(?:\.\d+)?)(万|億)|[〇一二三四五六七八九十百千]+(?:万|億)?/gu;
const chineseDigits = '〇一二三四五六七八九';

const ones = /(?<!\p{L})(?:one|eins?|eine|uno|una|un)(?!\p{L})/giu;
const decimalWords = /(?<![\p{L}\d])(\p{L}+|\d+) (?:point|komma|coma|virgule) (\p{L}+|\d+)(?![\p{L}\d])/giu;
const ordinals = /(?<!\p{L})\p{L}+(?:-\p{L}+)?(?:th|sten?|ten?|ter|first|second|third)(?!\p{L})/giu;
const oddOrdinals: Record<string, string> = {
  first: 'one',
  second: 'two',
  third: 'three',
  fifth: 'five',
  eighth: 'eight',
  ninth: 'nine',
  twelfth: 'twelve',
  ersten: 'eins',
  dritten: 'drei',
  siebten: 'sieben',
  achten: 'acht',
};

/** Returns all numbers of a text, as they are written and as people say them: "one point three", "the fourteenth", "nine eighty". */
export function saidNumbers(text: string): FoundNumber[] {
  const plain = [
    ...numbersIn(text),
    ...eastAsianNumbers(text),
    ...[...text.matchAll(ones)].map(({ 0: found, index: at }) => ({ text: found, at, value: 1 })),
  ].sort((a, b) => a.at - b.at);
  const decimals = [...text.matchAll(decimalWords)].flatMap(
    ({ 0: found, 1: whole = '', 2: part = '', index: at }) => {
      const [before, after] = [wordValue(whole), wordValue(part)];
      return before === null || after === null
        ? []
        : [{ text: found, at, value: Number(`${before}.${after}`) }];
    },
  );
  const counted = [...text.matchAll(ordinals)].flatMap(({ 0: found, index: at }) => {
    const value = ordinalValue(found.toLowerCase());
    return value === null ? [] : [{ text: found, at, value }];
  });
  // "nineteen eighty-four", and a time that is said: "una hora cuarenta y nueve".
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
    const said = { text: text.slice(number.at, next.at + next.text.length), at: number.at };
    return [{ ...said, value: number.value * 100 + next.value }];
  });
  return [...plain, ...decimals, ...counted, ...pairs];
}

function wordValue(word: string): number | null {
  ones.lastIndex = 0;
  return ones.test(word) ? 1 : (numbersIn(word)[0]?.value ?? null);
}

function ordinalValue(word: string): number | null {
  const [, tens = '', last = word] = /^(\p{L}+)-(\p{L}+)$/u.exec(word) ?? [];
  const cardinal = oddOrdinals[last] ?? last.replace(/ieth$/, 'y').replace(/(?:th|sten?|ten?|ter)$/, '');
  if (wordValue(cardinal) === null) return null;
  if (tens === '') return wordValue(cardinal);
  // "nine-eightieth" is said of 1/980.
  const [first, second] = numbersIn(`${tens}-${cardinal}`);
  return first && second ? first.value * 100 + second.value : (first?.value ?? null);
}

function eastAsianNumbers(text: string): FoundNumber[] {
  if (!/[万億〇一二三四五六七八九十百千]/u.test(text)) return [];
  return [...text.matchAll(eastAsian)].map(({ 0: found, 1: digits, 2: unit, index: at }) => ({
    text: found,
    at,
    value: digits ? Number(digits) * (unit === '億' ? 1e8 : 1e4) : chineseValue(found),
  }));
}

function chineseValue(written: string): number {
  const units: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };
  let [total, section, digit] = [0, 0, 0];
  for (const letter of written) {
    const unit = units[letter];
    if (letter === '万' || letter === '億') {
      total += Math.max(1, section + digit) * (letter === '億' ? 1e8 : 1e4);
      [section, digit] = [0, 0];
    } else if (unit) {
      section += Math.max(1, digit) * unit;
      digit = 0;
    } else digit = chineseDigits.indexOf(letter);
  }
  return total + section + digit;
}
