import { secondsOf } from '#shared/rules/format.ts';
import { monthPattern, monthsIn } from './months.rules.ts';
import { capitalisedWords, firstWord, namesIn } from './names.rules.ts';
import { type FoundNumber, numbersIn, saidNumbers } from './numbers.rules.ts';
import { quotationsIn, quotedPieces, withoutQuotations } from './quotations.rules.ts';
import { comparable, type GivenText, lineAt, type Passage } from './transcript.rules.ts';
import { namePattern } from './words.rules.ts';

/**
 * A part of a sentence that can be checked: a quotation, a time, a number, a
 * month or a name. `passage` is where the given texts contain it, or null.
 */
export interface Fact {
  /** As shown to the user, with its sign: "40 %". */
  text: string;
  passage: Passage | null;
}

const time = /(?<![\d:.])\d{1,3}:[0-5]\d(?::[0-5]\d)?(?![\d:])/gu;
const handle = /(?<![\p{L}\p{N}])@[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?/gu;
const gap = /‹[^‹›\n]{0,80}›/gu;

/**
 * Replaces a match with spaces, so that the positions in the rest of the text stay the
 * same.
 */
const blank = (found: string) => ' '.repeat(found.length);

export interface SentenceKind {
  /**
   * Whether to look up names, too. Only done if the model named a source for the
   * sentence.
   */
  hasNames: boolean;
  /** Whether the draft's language capitalises all nouns. */
  isNounCapital: boolean;
}

export type FactSearch = ReturnType<typeof createFactSearch>;

/**
 * Indexes the texts once, in linear time, to check any number of sentences against them.
 */
export function createFactSearch(texts: readonly GivenText[]) {
  const numbers = knownNumbers(texts);
  const times = knownTimes(texts, numbers);
  let resembles: ((name: string) => boolean) | null = null;
  /**
   * Returns whether a word looks like a misspelled name: "Maria" if the texts have
   * "Marta". Used for the first word of a sentence, whose capital letter does not prove
   * that it is a name.
   */
  function isMistakenName(word: string): boolean {
    if (nameHeld(texts, word) !== null) return false;
    resembles ??= resemblance(texts);
    return resembles(word);
  }

  const held = (quoted: string) => holding(texts, quoted);
  return {
    unheldQuotations: (text: string): string[] =>
      quotationsIn(text).filter((quoted) => held(quoted) === null),

    factsIn(sentence: string, { hasNames, isNounCapital }: SentenceKind): Fact[] {
      const told = sentence.replace(gap, blank).replace(handle, blank);
      const quotations = quotationsIn(told).map(
        (quoted): Fact => ({ text: `“${quoted}”`, passage: held(quoted) }),
      );
      const plain = withoutQuotations(told);
      const named = [...plain.matchAll(time)].map(
        ({ 0: text }): Fact => ({ text, passage: times(text) }),
      );
      const rest = plain.replace(time, blank);
      const names = hasNames ? namesIn(rest, isNounCapital) : [];
      const first = hasNames && !isNounCapital ? firstWord(rest) : null;
      if (first !== null && !names.includes(first) && isMistakenName(first))
        names.unshift(first);
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
          ({ text, month }): Fact => ({
            text,
            passage: matching(texts, monthPattern(month)),
          }),
        ),
        ...names.map((name): Fact => ({ text: name, passage: nameHeld(texts, name) })),
      ];
    },
  };
}

/**
 * Captions have no punctuation, so a quotation also counts as found if only its words
 * match.
 */
function holding(texts: readonly GivenText[], quoted: string): Passage | null {
  let first: Passage | null = null;
  for (const piece of quotedPieces(quoted)) {
    const found =
      placeOf(texts, comparable(piece).replace(/[!?]+$/u, '')) ??
      matching(texts, namePattern(piece));
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

/**
 * Number words that are usually no facts in prose: ordinals, "twice", and words with
 * other meanings.
 */
const casual =
  /^(?:third|fifth|eighth|ninth|twice|once|two|zwei|dos|zero|null|cero|zweimal|dreimal|elf|acht|six|mil|cien|hundred|hundert|thousand|tausend|million|dozen|dutzend|docena|ciento)$/iu;

/**
 * Returns the numbers in a sentence, each with all its possible values: "1.500" has two.
 */
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

type NumberSearch = (
  readings: readonly FoundNumber[],
  sentence: string,
) => Passage | null;

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

/**
 * Finds a line or chapter that begins at the time `from` or less than `seconds` later.
 */
function begun(
  texts: readonly GivenText[],
  from: number,
  seconds: number,
): Passage | null {
  for (const of of texts) {
    const place = of.placeOf(from, from + seconds);
    if (place !== -1) return { of, from: place, to: place + 1 };
  }
  return null;
}

/**
 * Finds a time at which a chapter or a line begins, or that a text mentions in digits or
 * in words.
 */
function knownTimes(texts: readonly GivenText[], numbers: NumberSearch) {
  return (written: string): Passage | null => {
    const found =
      begun(texts, secondsOf(written) ?? 0, 1) ??
      matching(texts, new RegExp(`(?<![\\d:])${written}(?![\\d:])`, 'u'));
    // A transcript may contain "1:49" in words: "una hora cuarenta y nueve".
    const [hours = 0, minutes = 0] = written.split(':').map(Number);
    if (found || hours === 0 || minutes < 10) return found;
    return numbers([{ text: written, at: 0, value: hours * 100 + minutes }], '');
  };
}

/**
 * Returns the variants of a word with one letter left out. Two words differ
 * in one letter if they share a variant, or if one is a variant of the other.
 */
const withoutOneLetter = (word: string): string[] =>
  Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1));

/**
 * Returns a function that tells whether a word differs in
 * at most one letter from a capitalised word of the texts.
 */
function resemblance(texts: readonly GivenText[]): (word: string) => boolean {
  const shortened = new Set<string>();
  for (const { text } of texts)
    for (const word of capitalisedWords(text))
      for (const variant of [word, ...withoutOneLetter(word)]) shortened.add(variant);
  return (word) =>
    [word, ...withoutOneLetter(word)].some((variant) => shortened.has(variant));
}

const longestName = 100;

function nameHeld(texts: readonly GivenText[], name: string): Passage | null {
  if (name.length > longestName) return null;
  const found = matching(texts, namePattern(name));
  if (found) return lineAt(found.of, found.from, found.to);
  // "Kubernetes-native" also counts as found if the texts only
  // name Kubernetes. An ending with a digit is part of the name.
  const stem = name.replace(/(?:[-/]\p{Ll}{3,})+$/u, '');
  return stem === name || stem === '' ? null : nameHeld(texts, stem);
}
