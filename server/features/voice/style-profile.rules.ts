import { type StyleProfile, type Trait, type TraitName, traitNames } from '#shared/contracts/voice.ts';
import lists from '../../text/words.json' with { type: 'json' };
import { segmentsOf } from '../../text/words.rules.ts';

const alternatives = (words: readonly string[]) =>
  words.join('|').replaceAll(' ', '\\s+').replaceAll("'", "['’]");
const wholeWords = (byLanguage: Record<string, string>) =>
  new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives(Object.values(byLanguage))})(?![\\p{L}\\p{N}_])`, 'giu');
const hedges = wholeWords(lists.hedges);
const firstPerson = wholeWords(lists.firstPerson);
const secondPerson = wholeWords(lists.secondPerson);

const contractions =
  /(?<![\p{L}\p{N}_])\p{L}+(?:n['’]t|['’](?:m|ve|d|ll|re)|(?<=it|that|there|what|here|let|he|she)['’]s)(?![\p{L}\p{N}_])/giu;

const openingKinds = ['thanks', 'greeting', 'praise', 'question', 'self', 'you', 'thing'] as const;
type OpeningKind = (typeof openingKinds)[number];

const openingNames: Record<OpeningKind, string> = {
  thanks: 'with thanks',
  greeting: 'with a greeting',
  praise: 'with praise',
  question: 'with a question',
  self: 'with “I” or “we”',
  you: 'with “you”',
  thing: 'with the thing itself',
};

const openings = (['thanks', 'greeting', 'praise', 'self', 'you'] as const).map((kind) => ({
  kind,
  pattern: new RegExp(
    `^[^\\p{L}\\p{N}]*(?:${alternatives([lists.openings[kind]])})(?![\\p{L}\\p{N}_])`,
    'iu',
  ),
}));

function openingOf(first: string): OpeningKind {
  const told = openings.find(({ pattern }) => pattern.test(first));
  if (told) return told.kind;
  return /[?？؟]["”»)\s]*$/.test(first) ? 'question' : 'thing';
}

type MeasuredTrait = Exclude<TraitName, 'openings' | 'vocabulary'>;
const measuredTraits = traitNames.filter((name) => name !== 'openings' && name !== 'vocabulary');

export interface TextTraits {
  text: string;
  sentences: readonly string[];
  words: readonly string[];
  opening: OpeningKind;
  numbers: Record<MeasuredTrait, number>;
}

export function textTraits(text: string): TextTraits | null {
  const spoken = segmentsOf(text.normalize('NFC'), 'sentence')
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const said = segmentsOf(text, 'word')
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
  const [first] = spoken;
  if (first === undefined || said.length === 0) return null;
  const perSentence = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) / spoken.length;
  const share = (pattern: RegExp) =>
    spoken.filter((sentence) => sentence.search(pattern) !== -1).length / spoken.length;
  return {
    text,
    sentences: spoken,
    words: said,
    opening: openingOf(first),
    numbers: {
      sentence_length: said.length / spoken.length,
      comment_length: text.length,
      exclamations: perSentence(/[!！]/g),
      questions: perSentence(/[?？؟]/g),
      dashes: perSentence(/[–—]|\s-{1,2}\s/g),
      contractions: perSentence(contractions),
      emoji: text.match(/\p{Extended_Pictographic}/gu)?.length ?? 0,
      first_person: share(firstPerson),
      second_person: share(secondPerson),
      hedging: share(hedges),
    },
  };
}

const mostWords = 20;
const shortest = 4;

const stopWords = new Set(Object.values(lists.vocabularyStops).join(' ').split(' '));

function vocabularyOf(texts: readonly Pick<TextTraits, 'words'>[]): StyleProfile['vocabulary'] {
  const counts = new Map<string, number>();
  for (const { words } of texts) {
    for (const word of new Set(words)) {
      if (word.length >= shortest && !stopWords.has(word.replace('’', "'")) && /\p{L}/u.test(word))
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

const fewestTexts = 8;
const longestQuote = 200;

export function styleProfileOf(texts: readonly TextTraits[]): StyleProfile {
  const vocabulary = vocabularyOf(texts);
  const traits = () => [...measured(texts), opening(texts), vocabularyTrait(texts, vocabulary)];
  return {
    texts: texts.length,
    words: texts.reduce((sum, { words }) => sum + words.length, 0),
    hasEnoughTexts: texts.length >= fewestTexts,
    traits: texts.length === 0 ? [] : traits(),
    vocabulary,
  };
}

const tenth = (value: number) => Math.round(value * 10) / 10;
const percent = (share: number) => Math.round(share * 100);

interface Wording {
  label: string;
  unit: string;
  shown(mean: number): number;
  detail(shown: number): string;
  quoted?: RegExp;
}

const per100 = (mean: number) => tenth(mean * 100);
const rate = (label: string, what: string, quoted: RegExp): Wording => ({
  label,
  unit: `${what} per 100 sentences`,
  shown: per100,
  detail: (shown) => (shown === 0 ? `No ${what} at all.` : `${shown} ${what} in 100 sentences.`),
  quoted,
});
const share = (label: string, what: string, quoted: RegExp): Wording => ({
  label,
  unit: `% of sentences ${what}`,
  shown: percent,
  detail: (shown) => `${shown}% of the sentences ${what}.`,
  quoted,
});

const wordings: Record<MeasuredTrait, Wording> = {
  sentence_length: {
    label: 'Sentence length',
    unit: 'words in a sentence',
    shown: tenth,
    detail: (shown) => `A sentence has ${shown} words on average.`,
  },
  comment_length: {
    label: 'Comment length',
    unit: 'characters in a comment',
    shown: Math.round,
    detail: (shown) => `A comment has ${shown} characters on average.`,
  },
  exclamations: rate('Exclamation marks', 'exclamation marks', /[!！]/),
  questions: rate('Questions', 'question marks', /[?？؟]/),
  dashes: rate('Dashes', 'dashes', /[–—]|\s-{1,2}\s/),
  contractions: rate('Contractions', 'contractions', contractions),
  emoji: {
    label: 'Emoji',
    unit: 'emoji in 100 comments',
    shown: per100,
    detail: (shown) => (shown === 0 ? 'No emoji at all.' : `${shown} emoji in 100 comments.`),
    quoted: /\p{Extended_Pictographic}/u,
  },
  first_person: share('First person', 'say “I” or “we”', firstPerson),
  second_person: share('Second person', 'speak to “you”', secondPerson),
  hedging: share('Hedging', 'leave room for doubt', hedges),
};

function measured(texts: readonly TextTraits[]): Trait[] {
  return measuredTraits.map((name) => {
    const { label, unit, shown, detail, quoted } = wordings[name];
    const value = shown(pooled(texts, name));
    const quote = quoted ? sentenceWith(texts, quoted) : typicalOf(texts, name);
    return { name, label, value, unit, detail: detail(value), quote };
  });
}

/** Over all sentences or comments together, so that "in 100 sentences" is exact. */
function pooled(texts: readonly TextTraits[], name: MeasuredTrait): number {
  const weight = ({ sentences }: TextTraits) =>
    name === 'comment_length' || name === 'emoji' ? 1 : sentences.length;
  const all = texts.reduce((sum, text) => sum + weight(text), 0);
  return texts.reduce((sum, text) => sum + text.numbers[name] * weight(text), 0) / all;
}

function sentenceWith(texts: readonly TextTraits[], pattern: RegExp): string | null {
  for (const { sentences } of texts) {
    const found = sentences.find((sentence) => sentence.search(pattern) !== -1);
    if (found) return shortened(found);
  }
  return null;
}

function typicalOf(texts: readonly TextTraits[], name: MeasuredTrait): string | null {
  const mean = texts.reduce((sum, { numbers }) => sum + numbers[name], 0) / texts.length;
  const distance = ({ numbers }: TextTraits) => Math.abs(numbers[name] - mean);
  const [nearest] = texts.toSorted((a, b) => distance(a) - distance(b));
  if (!nearest) return null;
  return shortened(name === 'sentence_length' ? (nearest.sentences[0] ?? nearest.text) : nearest.text);
}

function opening(texts: readonly TextTraits[]): Trait {
  const having = (kind: TextTraits['opening']) => texts.filter((text) => text.opening === kind);
  const [usual = 'thing'] = openingKinds.toSorted((a, b) => having(b).length - having(a).length);
  const value = percent(having(usual).length / texts.length);
  const example = having(usual)[0]?.sentences[0];
  return {
    name: 'openings',
    label: 'Openings',
    value,
    unit: `% of comments open ${openingNames[usual]}`,
    detail: `${value}% of the comments open ${openingNames[usual]}.`,
    quote: example === undefined ? null : shortened(example),
  };
}

function vocabularyTrait(texts: readonly TextTraits[], vocabulary: StyleProfile['vocabulary']): Trait {
  const all = texts.flatMap((text) => text.words);
  const value = percent(new Set(all).size / Math.max(1, all.length));
  const [favourite] = vocabulary;
  const found = favourite && texts.find((text) => text.words.includes(favourite.word));
  const quote = found?.sentences.find((sentence) => sentence.toLowerCase().includes(favourite?.word ?? ''));
  return {
    name: 'vocabulary',
    label: 'Vocabulary',
    value,
    unit: '% of the words are different ones',
    detail: favourite
      ? `Comes back to: ${vocabulary
          .slice(0, 5)
          .map(({ word }) => word)
          .join(', ')}.`
      : 'No word comes back often.',
    quote: quote === undefined ? null : shortened(quote),
  };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longestQuote) return line;
  return `${line
    .slice(0, longestQuote)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`;
}
