import { spacedLetter } from './words.rules.ts';

const monthNames: readonly string[] = [
  'january|januar|enero',
  'february|februar|febrero',
  'march|märz|marzo',
  'april|abril',
  'may|mai|mayo',
  'june|juni|junio',
  'july|juli|julio',
  'august|agosto',
  'september|septiembre',
  'october|oktober|octubre',
  'november|noviembre',
  'december|dezember|diciembre',
];
const anyMonth = new RegExp(`(?<!\\p{L})(?:${monthNames.join('|')})(?!\\p{L})`, 'giu');
/** A month beside a day or a year is a date; alone it tells of a season. */
const dayBefore = /\d(?:st|nd|rd|th)?\.?\s(?:of\s|de\s)?$/iu;
const dayBehind = /^(?:\s(?:de\s)?|,\s)\d/u;

/** Returns the months of dates, each from 1 to 12, as they are written. */
export function monthsIn(text: string): { text: string; month: number }[] {
  return [...text.matchAll(anyMonth)].flatMap(({ 0: found, index }) => {
    const isDate =
      dayBefore.test(text.slice(Math.max(0, index - 12), index)) ||
      dayBehind.test(text.slice(index + found.length));
    const month = monthNames.findIndex((names) => names.split('|').includes(found.toLowerCase()));
    return isDate ? [{ text: found, month: month + 1 }] : [];
  });
}

/** Finds a month in any of the ways it is written: by name, "3月", "2026-03", "4.3.". */
export const monthPattern = (month: number) =>
  new RegExp(
    `(?<!\\p{L})(?:${monthNames[month - 1]})(?!\\p{L})|(?<!\\d)${month}月|\\d{4}-0?${month}(?!\\d)|(?<![\\d.])\\d{1,2}\\.0?${month}\\.`,
    'iu',
  );

export const hasMonth = (text: string): boolean => text.search(anyMonth) !== -1;

/** Letters and digits with what joins the parts of a name: K8s, Node.js, CI/CD, e5-large. */
const word = new RegExp(`${spacedLetter}(?:${spacedLetter}|[.'’_+#\\/&\\-](?=${spacedLetter}))*\\+*#?`, 'gv');
const capital = /^\p{Lu}\p{Ll}/u;
const inside = /^.+(?:\p{Ll}\p{Lu}|\d)|^\p{L}+-?\d/u;
/** Abbreviations of any trade, figures with a unit, the first person. */
const noName = /^(?:\p{L}\/\d.*|\p{Lu}{1,5}s?|I['’]\p{L}+|v?\d[\d.,:/x-]*(?:st|nd|rd|th|\p{L}{0,3})|\d.*)$/u;
const sentenceBegin = /(?:^|[.!?:;…。！？"“„«(‹–—-]\s*|\p{Extended_Pictographic}\uFE0F?\s*|\n)$/u;

/** Returns the names inside a sentence; where nouns have capitals too, only those with a digit or an inner capital. */
export function namesIn(sentence: string, isNounCapital: boolean): string[] {
  return [...sentence.matchAll(word)].flatMap(({ 0: found, index }) => {
    const name = found.replace(/['’]s$/u, '');
    if (noName.test(name) || hasMonth(name)) return [];
    if (inside.test(name)) return [name];
    const isFirst = sentenceBegin.test(sentence.slice(Math.max(0, index - 3), index));
    return capital.test(name) && !isFirst && !isNounCapital && !ordinary.test(name) ? [name] : [];
  });
}

/** Days, languages and peoples: with capitals in English alone, and no names of things. */
const ordinary =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|English|German|French|Spanish|Japanese|Chinese|European|American|British|Christmas|Easter|God|Internet|Web|YouTube)$/u;

/** Whether nouns are capitalised, as in German: then a capital letter makes no name. */
export function capitalisesNouns(text: string): boolean {
  const words = text.match(/(?<=[\p{Ll},] )\p{L}{2,}/gu) ?? [];
  const capitals = words.filter((each) => /^\p{Lu}/u.test(each)).length;
  return words.length > 40 && capitals / words.length > 0.2;
}

/** More than two words, or six letters where no spaces are set; one or two words in marks quote nobody. */
const quotation = /["“„«]([^"“”„«»\n]{2,400})["”“»]|[「『]([^「」『』\n]{6,400})[」』]/gu;

/** Returns what stands in quotation marks. */
export function quotationsIn(text: string): string[] {
  return [...text.matchAll(quotation)].flatMap(([, spaced, unspaced]) => {
    if (unspaced !== undefined) return [unspaced.trim()];
    const inside = spaced?.trim() ?? '';
    return inside.split(/\s+/).length > 2 ? [inside] : [];
  });
}

/** Blanks what is quoted; the places of the rest stay. */
export const withoutQuotations = (text: string): string =>
  text.replace(quotation, (found) => (quotationsIn(found).length > 0 ? ' '.repeat(found.length) : found));

const omission = /\[?(?:…|\.{3})\]?/u;

/** Returns the pieces between a quotation's omissions. */
export const quotedPieces = (quoted: string): string[] =>
  quoted.split(omission).filter((piece) => /\p{L}/u.test(piece));
