import { hasMonth } from './months.rules.ts';
import lists from './words.json' with { type: 'json' };
import { spacedLetter } from './words.rules.ts';

/**
 * A word with the characters that join the parts of a name: K8s, Node.js, CI/CD,
 * e5-large.
 */
const word = new RegExp(
  `${spacedLetter}(?:${spacedLetter}|[.'’_+#\\/&\\-](?=${spacedLetter}))*\\+*#?`,
  'gv',
);
const capital = /^\p{Lu}\p{Ll}/u;
const inside = /^.+(?:\p{Ll}\p{Lu}|\d)|^\p{L}+-?\d/u;
/** Not names: short abbreviations, numbers with a unit, and "I'm" and the like. */
const noName =
  /^(?:\p{L}\/\d.*|\p{Lu}{1,2}s?|I['’]\p{L}+|v?\d[\d.,:/x-]*(?:st|nd|rd|th|\p{L}{0,3})|\d.*)$/u;
const abbreviation = /^\p{Lu}{3,5}s?$/u;
/**
 * Not names: abbreviations that everybody knows, and everyday words that are in capitals
 * for emphasis.
 */
const everyday =
  /^(?:APIs?|CPUs?|GPUs?|RAM|SSDs?|URLs?|USB|PDFs?|FAQs?|CEOs?|CTOs?|SQL|HTTPS?|HTML|CSS|JSON|YAML|XML|DNS|LLMs?|USA|DIY|FYI|IMO|IMHO|TIL|LOL|BTW|OMG)$/u;
const everydayWords: ReadonlySet<string> = new Set(
  [lists.functionWords, lists.generalWords, lists.vocabularyStops]
    .flatMap((byLanguage) => Object.values(byLanguage))
    .join(' ')
    .split(' '),
);
const isAbbreviation = (word: string) =>
  abbreviation.test(word) &&
  !everyday.test(word) &&
  !everydayWords.has(word.toLowerCase());
const sentenceBegin =
  /(?:^|[.!?:;…。！？"“„«(‹¿¡–—-]\s*|\p{Extended_Pictographic}\uFE0F?\s*|\n)$/u;

/**
 * Returns the names in a sentence. If its language capitalises all nouns,
 * returns only names with a digit or an inner capital, and abbreviations.
 */
export function namesIn(sentence: string, isNounCapital: boolean): string[] {
  return [...sentence.matchAll(word)].flatMap(({ 0: found, index }) => {
    const name = found.replace(/['’]s$/u, '');
    if (noName.test(name) || hasMonth(name)) return [];
    if (inside.test(name) || isAbbreviation(name)) return [name];
    const isFirst = sentenceBegin.test(sentence.slice(Math.max(0, index - 3), index));
    return capital.test(name) && !isFirst && !isNounCapital && !ordinary.test(name)
      ? [name]
      : [];
  });
}

const shortestFirst = 5;

/**
 * Returns the capitalised word at the start of a sentence, which
 * may be a name. Returns null if it has fewer than five letters.
 */
export function firstWord(sentence: string): string | null {
  const [found = ''] =
    /^[^\p{L}\p{N}]*(\p{Lu}\p{Ll}+)(?![\p{L}\p{N}])/u.exec(sentence)?.slice(1) ?? [];
  return found.length >= shortestFirst ? found : null;
}

/** Returns the capitalised words of a text, including those that begin a sentence. */
export const capitalisedWords = (text: string): ReadonlySet<string> =>
  new Set(text.match(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}{3,30}(?![\p{L}\p{N}])/gu));

/**
 * Days, languages, nationalities and the like: capitalised in English, but not names of
 * particular things.
 */
const ordinary =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|English|German|French|Spanish|Japanese|Chinese|European|American|British|Christmas|Easter|God|Internet|Web|YouTube)$/u;

const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const functionWords = {
  en: wordSet(lists.functionWords.en),
  de: wordSet(lists.functionWords.de),
  es: wordSet(lists.functionWords.es),
};
/**
 * About a third of the words in a German text are function words. A French "des" is one
 * word in fifty.
 */
const leastGerman = 0.15;

/**
 * Returns whether a text is in a language that capitalises its nouns,
 * as German does. A capital letter then does not indicate a name.
 */
export function capitalisesNouns(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (known: ReadonlySet<string>) =>
    words.filter((each) => known.has(each)).length;
  const german = count(functionWords.de);
  const isOther = Math.max(count(functionWords.en), count(functionWords.es)) >= german;
  return !isOther && german >= words.length * leastGerman;
}
