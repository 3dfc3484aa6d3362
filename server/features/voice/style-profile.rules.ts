import type { StyleProfile, Trait, TraitName } from '#shared/contracts/voice.ts';
import { truncate } from '#shared/rules/format.ts';
import lists from '../../text/words.json' with { type: 'json' };
import { sentencesOf, wordsOf } from '../../text/words.rules.ts';

const alternatives = (words: readonly string[]) =>
  words.join('|').replaceAll(' ', '\\s+').replaceAll("'", "['’]");
const wholeWords = (byLanguage: Record<string, string>) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:${alternatives(Object.values(byLanguage))})(?![\\p{L}\\p{N}_])`,
    'giu',
  );

const contractions =
  /(?<![\p{L}\p{N}_])\p{L}+(?:n['’]t|['’](?:m|ve|d|ll|re)|(?<=it|that|there|what|here|let|he|she)['’]s)(?![\p{L}\p{N}_])/giu;

/** A text with its sentences and words, which the traits are counted from. */
export interface CutText {
  text: string;
  sentences: readonly string[];
  words: readonly string[];
}

/** Returns null for a text without words. */
export function cutText(text: string): CutText | null {
  const sentences = sentencesOf(text.normalize('NFC')).filter((each) =>
    /[\p{L}\p{N}]/u.test(each),
  );
  const words = wordsOf(text);
  return sentences.length === 0 || words.length === 0 ? null : { text, sentences, words };
}

type Texts = readonly CutText[];

interface Measure {
  name: TraitName;
  label: string;
  /** Measures all texts together, so that "in 100 sentences" is exact. */
  value(texts: Texts): number;
  detail(value: number): string;
  quote(texts: Texts, value: number): string | undefined;
}

const sum = (texts: Texts, of: (text: CutText) => number) =>
  texts.reduce((total, text) => total + of(text), 0);
const sentencesIn = (texts: Texts) => texts.flatMap(({ sentences }) => sentences);
const tenth = (value: number) => Math.round(value * 10) / 10;
const percent = (part: number, whole: number) => Math.round((100 * part) / whole);
const having = (pattern: RegExp) => (text: string) => text.search(pattern) !== -1;

interface Marks {
  name: TraitName;
  label: string;
  /** The marks in the plural, inside a sentence. */
  what: string;
  pattern: RegExp;
  /** What the number of marks is compared with. */
  per: 'sentences' | 'comments';
}

const marks = ({ name, label, what, pattern, per }: Marks): Measure => ({
  name,
  label,
  value(texts) {
    const found = sum(texts, ({ text }) => text.match(pattern)?.length ?? 0);
    return tenth(
      (100 * found) / (per === 'comments' ? texts : sentencesIn(texts)).length,
    );
  },
  detail(value) {
    if (value === 0) return `No ${what} at all.`;
    const every = Math.round(100 / value);
    const where = every < 2 ? `nearly all ${per}` : `about 1 of ${every} ${per}`;
    return `Has ${what} in ${where}.`;
  },
  quote: (texts) => sentencesIn(texts).find(having(pattern)),
});

const share = (
  name: TraitName,
  label: string,
  what: string,
  pattern: RegExp,
): Measure => ({
  name,
  label,
  value(texts) {
    const sentences = sentencesIn(texts);
    return percent(sentences.filter(having(pattern)).length, sentences.length);
  },
  detail: (value) => `${value}% of the sentences ${what}.`,
  quote: (texts) => sentencesIn(texts).find(having(pattern)),
});

const nearest = (
  texts: Texts,
  value: number,
  of: (text: CutText) => number,
): CutText | undefined =>
  texts.toSorted((a, b) => Math.abs(of(a) - value) - Math.abs(of(b) - value))[0];

const measures: readonly Measure[] = [
  {
    name: 'sentence_length',
    label: 'Sentence length',
    value: (texts) =>
      tenth(sum(texts, ({ words }) => words.length) / sentencesIn(texts).length),
    detail: (value) => `A sentence has ${value} words on average.`,
    quote: (texts, value) =>
      nearest(texts, value, ({ words, sentences }) => words.length / sentences.length)
        ?.sentences[0],
  },
  {
    name: 'comment_length',
    label: 'Comment length',
    value: (texts) => Math.round(sum(texts, ({ text }) => text.length) / texts.length),
    detail: (value) => `A comment has ${value} characters on average.`,
    quote: (texts, value) => nearest(texts, value, ({ text }) => text.length)?.text,
  },
  marks({
    name: 'exclamations',
    label: 'Exclamation marks',
    what: 'exclamation marks',
    pattern: /[!！]/g,
    per: 'sentences',
  }),
  marks({
    name: 'questions',
    label: 'Questions',
    what: 'question marks',
    pattern: /[?？؟]/g,
    per: 'sentences',
  }),
  marks({
    name: 'dashes',
    label: 'Dashes',
    what: 'dashes',
    pattern: /[–—]|\s-{1,2}\s/g,
    per: 'sentences',
  }),
  marks({
    name: 'contractions',
    label: 'Contractions',
    what: 'contractions',
    pattern: contractions,
    per: 'sentences',
  }),
  marks({
    name: 'emoji',
    label: 'Emoji',
    what: 'emoji',
    pattern: /\p{Extended_Pictographic}/gu,
    per: 'comments',
  }),
  share('first_person', 'First person', 'say “I” or “we”', wholeWords(lists.firstPerson)),
  share(
    'second_person',
    'Second person',
    'speak to “you”',
    wholeWords(lists.secondPerson),
  ),
  share('hedging', 'Hedging', 'leave room for doubt', wholeWords(lists.hedges)),
];

const openingNames = {
  thanks: 'with thanks',
  greeting: 'with a greeting',
  praise: 'with praise',
  question: 'with a question',
  self: 'with “I” or “we”',
  you: 'with “you”',
  thing: 'with the point itself',
};
type OpeningKind = keyof typeof openingNames;
const openingKinds = Object.keys(openingNames) as OpeningKind[];

const openings = (['thanks', 'greeting', 'praise', 'self', 'you'] as const).map(
  (kind) => ({
    kind,
    pattern: new RegExp(
      `^[^\\p{L}\\p{N}]*(?:${alternatives([lists.openings[kind]])})(?![\\p{L}\\p{N}_])`,
      'iu',
    ),
  }),
);

function openingOf(first: string): OpeningKind {
  const told = openings.find(({ pattern }) => pattern.test(first));
  if (told) return told.kind;
  return /[?？؟]["”»)\s]*$/.test(first) ? 'question' : 'thing';
}

function openingTrait(texts: Texts): Trait {
  const begun = texts.map(({ sentences: [first = ''] }) => ({
    first,
    kind: openingOf(first),
  }));
  const of = (kind: OpeningKind) => begun.filter((each) => each.kind === kind);
  const [usual = 'thing'] = openingKinds.toSorted((a, b) => of(b).length - of(a).length);
  const value = percent(of(usual).length, texts.length);
  return {
    name: 'openings',
    label: 'Openings',
    value,
    detail: `${value}% of the comments open ${openingNames[usual]}.`,
    quote: shortened(of(usual)[0]?.first),
  };
}

const mostWords = 20;
const shortest = 4;

const stopWords = new Set(Object.values(lists.vocabularyStops).join(' ').split(' '));

function vocabularyOf(texts: Texts): StyleProfile['vocabulary'] {
  const counts = new Map<string, number>();
  for (const { words } of texts) {
    for (const word of new Set(words)) {
      if (
        word.length >= shortest &&
        !stopWords.has(word.replace('’', "'")) &&
        /\p{L}/u.test(word)
      )
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const least = Math.max(2, Math.ceil(texts.length / 100));
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, mostWords)
    .map(([word, count]) => ({ word, texts: count }));
}

function vocabularyTrait(texts: Texts, vocabulary: StyleProfile['vocabulary']): Trait {
  const all = texts.flatMap(({ words }) => words);
  const listed = vocabulary.slice(0, 5).map(({ word }) => word);
  const [favourite] = listed;
  return {
    name: 'vocabulary',
    label: 'Vocabulary',
    value: percent(new Set(all).size, all.length),
    detail: favourite ? `Often used: ${listed.join(', ')}.` : 'No word is used often.',
    quote: shortened(
      favourite &&
        sentencesIn(texts).find((sentence) => sentence.toLowerCase().includes(favourite)),
    ),
  };
}

export function styleProfileOf(texts: Texts): StyleProfile {
  const vocabulary = vocabularyOf(texts);
  const measured = measures.map(({ name, label, value, detail, quote }): Trait => {
    const shown = value(texts);
    return {
      name,
      label,
      value: shown,
      detail: detail(shown),
      quote: shortened(quote(texts, shown)),
    };
  });
  return {
    texts: texts.length,
    words: sum(texts, ({ words }) => words.length),
    traits:
      texts.length === 0
        ? []
        : [...measured, openingTrait(texts), vocabularyTrait(texts, vocabulary)],
    vocabulary,
  };
}

const longestQuote = 200;

const shortened = (text: string | undefined): string | null =>
  text ? truncate(text.replace(/\s+/g, ' ').trim(), longestQuote) : null;
