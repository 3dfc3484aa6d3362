import { secondsOf } from '#shared/rules/format.ts';
import {
  capitalisedWords,
  type FoundNumber,
  firstWord,
  monthPattern,
  monthsIn,
  namesIn,
  numbersIn,
  quotationsIn,
  quotedPieces,
  saidNumbers,
  withoutQuotations,
} from './numbers.rules.ts';
import { comparable, type GivenText, lineAt, type Passage } from './transcript.rules.ts';
import { namePattern } from './words.rules.ts';

/** What of a sentence can be looked up, and where it stands in what was given; null where it stands nowhere. */
export interface Fact {
  /** As it is shown, with its sign: "40 %". */
  text: string;
  passage: Passage | null;
}

const time = /(?<![\d:.])\d{1,3}:[0-5]\d(?::[0-5]\d)?(?![\d:])/gu;
const handle = /(?<![\p{L}\p{N}])@[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?/gu;
const gap = /‹[^‹›\n]{0,80}›/gu;

/** Keeps the places of what follows. */
const blank = (found: string) => ' '.repeat(found.length);

export interface SentenceKind {
  /** Whether names are looked up: only where the model named a source of the sentence. */
  hasNames: boolean;
  /** Whether the draft's language capitalises all nouns. */
  isNounCapital: boolean;
}

export type FactSearch = ReturnType<typeof createFactSearch>;

/** Reads the texts once, for all sentences that are looked up in them. Linear in them. */
export function createFactSearch(texts: readonly GivenText[]) {
  const numbers = knownNumbers(texts);
  const times = knownTimes(texts, numbers);
  let resembles: ((name: string) => boolean) | null = null;
  /** For the first word of a sentence, whose capital letter proves nothing: true for "Maria" if the texts have "Marta". */
  function isMistakenName(word: string): boolean {
    if (nameHeld(texts, word) !== null) return false;
    resembles ??= resemblance(texts);
    return resembles(word);
  }

  const held = (quoted: string) => holding(texts, quoted);
  return {
    unheldQuotations: (text: string): string[] =>
      quotationsIn(text).filter((quoted) => held(quoted) === null),

    /** Returns the facts of a sentence. */
    factsIn(sentence: string, { hasNames, isNounCapital }: SentenceKind): Fact[] {
      const told = sentence.replace(gap, blank).replace(handle, blank);
      const quotations = quotationsIn(told).map(
        (quoted): Fact => ({ text: `“${quoted}”`, passage: held(quoted) }),
      );
      const plain = withoutQuotations(told);
      const named = [...plain.matchAll(time)].map(({ 0: text }): Fact => ({ text, passage: times(text) }));
      const rest = plain.replace(time, blank);
      const names = hasNames ? namesIn(rest, isNounCapital) : [];
      const first = hasNames && !isNounCapital ? firstWord(rest) : null;
      if (first !== null && !names.includes(first) && isMistakenName(first)) names.unshift(first);
      return [
        ...quotations,
        ...named,
        ...numbersOf(rest).map(
          (number): Fact => ({
            text: withSign(rest, number[0]),
            passage: numbers(number, rest),
          }),
        ),
        ...monthsIn(rest).map(
          ({ text, month }): Fact => ({ text, passage: matching(texts, monthPattern(month)) }),
        ),
        ...names.map((name): Fact => ({ text: name, passage: nameHeld(texts, name) })),
      ];
    },
  };
}

/** Captions are without punctuation, so the words alone may agree. */
function holding(texts: readonly GivenText[], quoted: string): Passage | null {
  let first: Passage | null = null;
  for (const piece of quotedPieces(quoted)) {
    const found =
      placeOf(texts, comparable(piece).replace(/[!?]+$/u, '')) ?? matching(texts, namePattern(piece));
    if (!found) return null;
    first ??= found;
  }
  return first;
}

function placeOf(texts: readonly GivenText[], wanted: string): Passage | null {
  const of = texts.find((each) => each.folded.includes(wanted));
  const from = of?.folded.indexOf(wanted) ?? -1;
  return of ? { of, from, to: from + wanted.length } : null;
}

function matching(texts: readonly GivenText[], pattern: RegExp | null): Passage | null {
  for (const of of pattern ? texts : []) {
    const found = pattern?.exec(of.text);
    if (found) return { of, from: found.index, to: found.index + found[0].length };
  }
  return null;
}

/** Number words that count nothing in prose: ordinals, "twice", and words of other meanings. */
const casual =
  /^(?:third|fifth|eighth|ninth|twice|once|two|zwei|dos|zero|null|cero|zweimal|dreimal|elf|acht|six|mil|cien|hundred|hundert|thousand|tausend|million|dozen|dutzend|docena|ciento)$/iu;

/** Returns the numbers of a sentence, each with its readings: "1.500" has two. */
function numbersOf(sentence: string): [FoundNumber, ...FoundNumber[]][] {
  const places = new Map<number, [FoundNumber, ...FoundNumber[]]>();
  for (const number of numbersIn(sentence)) {
    const known = places.get(number.at);
    if (known) known.push(number);
    else if (!casual.test(number.text)) places.set(number.at, [number]);
  }
  return [...places.values()];
}

const before = /[$€£¥]\s?$|(?<!\p{L})v$/u;
const behind = /^\s?(?:%|‰|€|£|¥|°C?)/u;

function withSign(sentence: string, { at, text }: FoundNumber): string {
  const sign = before.exec(sentence.slice(Math.max(0, at - 3), at))?.[0] ?? '';
  return `${sign}${text}${behind.exec(sentence.slice(at + text.length))?.[0] ?? ''}`;
}

type NumberSearch = (readings: readonly FoundNumber[], sentence: string) => Passage | null;

const minuteBefore = /\bminut[eo]s?\s$/iu;

function knownNumbers(texts: readonly GivenText[]): NumberSearch {
  const known = new Map<number | string, Passage>();
  for (const of of texts)
    for (const { text, at, value } of saidNumbers(of.text.replace(time, blank))) {
      const key = Number.isNaN(value) ? text : value;
      if (!known.has(key)) known.set(key, { of, from: at, to: at + text.length });
    }
  return (readings, sentence) => {
    for (const { value, text, at } of readings) {
      if (Number.isNaN(value)) return known.get(text) ?? null;
      const isMinute = minuteBefore.test(sentence.slice(Math.max(0, at - 25), at));
      const found = known.get(value) ?? (isMinute ? begun(texts, value * 60, 60) : null);
      if (found) return found;
    }
    return null;
  };
}

/** Finds what begins within some seconds. */
function begun(texts: readonly GivenText[], from: number, seconds: number): Passage | null {
  for (const of of texts) {
    const place = of.placeOf(from, from + seconds);
    if (place !== -1) return { of, from: place, to: place + 1 };
  }
  return null;
}

/** Finds a time where a chapter or a line begins, or as it stands in a text or is said there. */
function knownTimes(texts: readonly GivenText[], numbers: NumberSearch) {
  return (written: string): Passage | null => {
    const found =
      begun(texts, secondsOf(written) ?? 0, 1) ??
      matching(texts, new RegExp(`(?<![\\d:])${written}(?![\\d:])`, 'u'));
    // "1:49" is said as "una hora cuarenta y nueve".
    const [hours = 0, minutes = 0] = written.split(':').map(Number);
    if (found || hours === 0 || minutes < 10) return found;
    return numbers([{ text: written, at: 0, value: hours * 100 + minutes }], '');
  };
}

/**
 * Returns a word with each of its letters left out in turn. Two words are one letter apart if they share such a form, or
 * if one is a form of the other.
 */
const withoutOneLetter = (word: string): string[] =>
  Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1));

/** Returns whether a word differs in one letter from a capitalised word of the texts. */
function resemblance(texts: readonly GivenText[]): (word: string) => boolean {
  const shortened = new Set<string>();
  for (const { text } of texts)
    for (const word of capitalisedWords(text))
      for (const variant of [word, ...withoutOneLetter(word)]) shortened.add(variant);
  return (word) => [word, ...withoutOneLetter(word)].some((variant) => shortened.has(variant));
}

const longestName = 100;

function nameHeld(texts: readonly GivenText[], name: string): Passage | null {
  if (name.length > longestName) return null;
  const found = matching(texts, namePattern(name));
  if (found) return lineAt(found.of, found.from, found.to);
  // "Kubernetes-native" names Kubernetes alone; a name with a digit stands as a whole.
  const stem = name.replace(/(?:[-/]\p{Ll}{3,})+$/u, '');
  return stem === name || stem === '' ? null : nameHeld(texts, stem);
}
