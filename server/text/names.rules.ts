import { hasMonth } from './months.rules.ts';
import { spacedLetter } from './words.rules.ts';

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
