import type { Chapter } from '#shared/contracts/drafts.ts';
import { secondsOf } from '#shared/rules/format.ts';
import {
  capitalisesNouns,
  type FoundNumber,
  monthPattern,
  monthsIn,
  namesIn,
  numbersIn,
  quotationsIn,
  quotedPieces,
  saidNumbers,
  withoutQuotations,
} from './numbers.rules.ts';
import { comparable, type GivenText, lineAt, type Passage, type Transcript } from './transcript.rules.ts';
import { namePattern } from './words.rules.ts';

/** What of a sentence can be looked up, and where it stands in what was given; null where it stands nowhere. */
export interface Fact {
  /** As it is shown, with its sign: "40 %". */
  text: string;
  kind: 'number' | 'time' | 'month' | 'quotation' | 'name';
  passage: Passage | null;
}

const time = /(?<![\d:.])\d{1,3}:[0-5]\d(?::[0-5]\d)?(?![\d:])/gu;
const handle = /(?<![\p{L}\p{N}])@[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?/gu;
const gap = /‹[^‹›\n]{0,80}›/gu;

/** Keeps the places of what follows. */
const blank = (found: string) => ' '.repeat(found.length);

const languageSample = 4000;

export interface FactSearch {
  /** Returns the facts of a sentence; names only where the model named its source. */
  factsIn(sentence: string, isNamed: boolean): Fact[];
  unheldQuotations(text: string): string[];
}

/** What of the texts has times. */
interface Timed {
  chapters: readonly Chapter[];
  transcript: Transcript | null;
}

/** Reads the texts once, for all sentences that are looked up in them. Linear in them. */
export function createFactSearch(timed: Timed, texts: readonly GivenText[]): FactSearch {
  const numbers = knownNumbers(timed, texts);
  const times = knownTimes(timed, texts, numbers);
  const sample = texts
    .map(({ text }) => text.slice(0, languageSample))
    .join('\n')
    .slice(0, languageSample);
  const isNounCapital = capitalisesNouns(sample);

  const held = (quoted: string) => holding(texts, quoted);
  return {
    unheldQuotations: (text) => quotationsIn(text).filter((quoted) => held(quoted) === null),

    factsIn(sentence, isNamed) {
      const told = sentence.replace(gap, blank).replace(handle, blank);
      const quotations = quotationsIn(told).map(
        (quoted): Fact => ({ text: `“${quoted}”`, kind: 'quotation', passage: held(quoted) }),
      );
      const plain = withoutQuotations(told);
      const named = [...plain.matchAll(time)].map(
        ({ 0: text }): Fact => ({ text, kind: 'time', passage: times(text) }),
      );
      const rest = plain.replace(time, blank);
      return [
        ...quotations,
        ...named,
        ...numbersOf(rest).map(
          (number): Fact => ({
            text: withSign(rest, number[0]),
            kind: 'number',
            passage: numbers(number, rest),
          }),
        ),
        ...monthsIn(rest).map(
          ({ text, month }): Fact => ({ text, kind: 'month', passage: matching(texts, monthPattern(month)) }),
        ),
        ...(isNamed ? namesIn(rest, isNounCapital) : []).map(
          (name): Fact => ({ text: name, kind: 'name', passage: nameHeld(texts, name) }),
        ),
      ];
    },
  };
}

/** Captions are without punctuation, so the words alone may agree. */
function holding(texts: readonly GivenText[], quoted: string): Passage | null {
  let first: Passage | null = null;
  for (const piece of quotedPieces(quoted)) {
    const found = placeOf(texts, comparable(piece).replace(/[!?]+$/u, '')) ?? named(texts, piece);
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

function named(texts: readonly GivenText[], name: string): Passage | null {
  return matching(texts, namePattern(name));
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
  const sign = before.exec(sentence.slice(0, at))?.[0] ?? '';
  return `${sign}${text}${behind.exec(sentence.slice(at + text.length))?.[0] ?? ''}`;
}

/** A difference of two numbers that stand so near one another is theirs. */
const together = 100;

type NumberSearch = (readings: readonly FoundNumber[], sentence: string) => Passage | null;

/** What makes a number the difference of two others. */
const compares =
  /\b(?:faster|slower|more|less|fewer|longer|shorter|earlier|later|higher|lower|better|worse|apart|between|difference|saved|gained|lost|above|below|weniger|mehr|schneller|langsamer|länger|kürzer|früher|später|höher|niedriger|unterschied|gespart|más|menos|antes|después|diferencia)\b|[短長多少差減増早遅]/iu;
const minuteBefore = /\bminut[eo]s?\s$/iu;

function knownNumbers({ chapters, transcript }: Timed, texts: readonly GivenText[]): NumberSearch {
  const known = new Map<number | string, Passage>();
  const differences = new Map<number, Passage>();
  const minutes = new Map<number, Passage>();
  const note = <Key>(map: Map<Key, Passage>, key: Key, passage: Passage) => {
    if (!map.has(key)) map.set(key, passage);
  };
  for (const of of texts) {
    let last: FoundNumber | null = null;
    for (const number of saidNumbers(of.text.replace(time, blank))) {
      const passage = { of, from: number.at, to: number.at + number.text.length };
      note(known, Number.isNaN(number.value) ? number.text : number.value, passage);
      if (last && number.at > last.at && number.at - last.at < together)
        note(differences, Math.abs(number.value - last.value), passage);
      last = number;
    }
    for (const { at } of of.kind === 'chapter'
      ? chapters
      : of.kind === 'transcript'
        ? (transcript?.lines ?? [])
        : [])
      if (at !== null) note(minutes, Math.floor(at / 60), { of, from: 0, to: Math.min(of.text.length, 1) });
  }
  return (readings, sentence) => {
    for (const { value, text, at } of readings) {
      if (Number.isNaN(value)) return known.get(text) ?? null;
      const exact = known.get(scaled(value, sentence, at, text)) ?? known.get(value);
      if (exact) return exact;
      const ahead = sentence.slice(Math.max(0, at - 25), at);
      const minute = minuteBefore.test(ahead) ? minutes.get(value) : undefined;
      const difference = value > 0 && compares.test(sentence) ? differences.get(value) : undefined;
      if (minute || difference) return minute ?? difference ?? null;
    }
    return null;
  };
}

/** "1万" is 10,000. */
function scaled(value: number, sentence: string, at: number, text: string): number {
  const unit = sentence.charAt(at + text.length);
  return unit === '万' ? value * 1e4 : unit === '億' ? value * 1e8 : value;
}

/** Finds a time where a chapter or a line begins, or as it stands in a text or is said there. */
function knownTimes({ chapters }: Timed, texts: readonly GivenText[], numbers: NumberSearch) {
  const titles = texts.filter(({ kind }) => kind === 'chapter');
  return (written: string): Passage | null => {
    const seconds = secondsOf(written) ?? 0;
    const titled = titles[chapters.findIndex(({ at }) => at === seconds)];
    if (titled) return { of: titled, from: 0, to: titled.text.length };
    const literal = matching(texts, new RegExp(`(?<![\\d:])${written}(?![\\d:])`, 'u'));
    if (literal) return literal;
    // "1:49" is said as "una hora cuarenta y nueve".
    const [hours = 0, minutes = 0] = written.split(':').map(Number);
    const isSaid = hours > 0 && minutes >= 10;
    const said = isSaid && numbers([{ text: written, at: 0, value: hours * 100 + minutes }], '');
    if (said) return said;
    const spoken = texts.find(({ placeOf: begins }) => begins(seconds) !== -1);
    const from = spoken?.placeOf(seconds) ?? 0;
    return spoken ? { of: spoken, from, to: from + 1 } : null;
  };
}

function nameHeld(texts: readonly GivenText[], name: string): Passage | null {
  const found = named(texts, name);
  if (found) return lineAt(found.of, found.from, found.to);
  // "Kubernetes-native" names Kubernetes alone; a name with a digit stands as a whole.
  const stem = name.replace(/(?:[-/]\p{Ll}{3,})+$/u, '');
  return stem === name || stem === '' ? null : nameHeld(texts, stem);
}
