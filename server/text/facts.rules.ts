import type { Chapter } from '#shared/contracts/drafts.ts';
import { secondsOf } from '#shared/rules/format.ts';
import {
  capitalisesNouns,
  type FoundNumber,
  hasMonth,
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
import { type PlacedWords, placedWords } from './words.rules.ts';

/** What of a sentence can be looked up, and where it stands in what was given; null where it stands nowhere. */
export interface Fact {
  /** As it is shown, with its sign: "40 %". */
  text: string;
  kind: 'number' | 'time' | 'month' | 'quotation' | 'name';
  passage: Passage | null;
}

const time = /(?<![\d:.])\d{1,3}:[0-5]\d(?::[0-5]\d)?(?![\d:])|\d{1,2}時\d{1,2}分/gu;
/** "4時10分" as "4:10". */
const plainTime = (text: string) =>
  text
    .replace(/時(?=\d分)/u, ':0')
    .replace('時', ':')
    .replace('分', '');
const handle = /(?<![\p{L}\p{N}])@[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?/gu;
const gap = /‹[^‹›\n]{0,80}›/gu;

/** Keeps the places of what follows. */
const blank = (found: string) => ' '.repeat(found.length);

/** Seconds that a named time may be away from the line that the sentence quotes. */
const nearLine = 60;

const languageSample = 4000;

export interface FactSearch {
  /** Returns the facts of a sentence. `source` is where it comes from, with `isNamed` if the model named that. */
  factsIn(sentence: string, source: { passage: Passage | null; isNamed: boolean }): Fact[];
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
  const words = new Map<GivenText, PlacedWords>();
  const wordsOf = (of: GivenText): PlacedWords => {
    const known = words.get(of) ?? placedWords(of.text);
    words.set(of, known);
    return known;
  };
  const sample = texts
    .map(({ text }) => text.slice(0, languageSample))
    .join('\n')
    .slice(0, languageSample);
  const isNounCapital = capitalisesNouns(sample);

  const held = (quoted: string) => holding(texts, wordsOf, quoted);

  return {
    unheldQuotations: (text) => quotationsIn(text).filter((quoted) => held(quoted) === null),

    factsIn(sentence, { passage, isNamed }) {
      const told = sentence.replace(gap, blank).replace(handle, blank);
      const quotations = quotationsIn(told).map(
        (quoted): Fact => ({ text: `“${quoted}”`, kind: 'quotation', passage: held(quoted) }),
      );
      const plain = withoutQuotations(told);
      const at = passage?.of.timeOf(passage.from) ?? null;
      const spoken = [...plain.matchAll(time)].map(({ 0: text }): Fact => {
        const known = times(text);
        const seconds = secondsOf(plainTime(text)) ?? 0;
        const isNear = at === null || known === null || known.isDay || Math.abs(seconds - at) <= nearLine;
        return { text, kind: 'time', passage: isNear ? (known?.passage ?? null) : null };
      });
      // One of several times may be another's; all are elsewhere only together.
      const anyNear = spoken.some((each) => each.passage !== null);
      const named = spoken.map((each) => ({
        ...each,
        passage: each.passage ?? (anyNear ? (times(each.text)?.passage ?? null) : null),
      }));
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
          ({ text, month }): Fact => ({ text, kind: 'month', passage: monthHeld(texts, month) }),
        ),
        ...(isNamed ? namesIn(rest, isNounCapital) : []).map(
          (name): Fact => ({ text: name, kind: 'name', passage: nameHeld(texts, wordsOf, name) }),
        ),
      ];
    },
  };
}

/** Captions are without punctuation, so the words alone may agree. */
function holding(
  texts: readonly GivenText[],
  wordsOf: (of: GivenText) => PlacedWords,
  quoted: string,
): Passage | null {
  let first: Passage | null = null;
  for (const piece of quotedPieces(quoted)) {
    const wanted = comparable(piece).replace(/[!?]+$/u, '');
    const found = texts.find(
      (each) => each.folded.text.includes(wanted) || wordsOf(each).find(piece).length > 0,
    );
    if (!found) return null;
    const at = found.folded.text.indexOf(wanted);
    const place = at === -1 ? (wordsOf(found).find(piece)[0] ?? 0) : found.folded.placeOf(at);
    first ??= { of: found, from: place, to: place + piece.trim().length };
  }
  return first;
}

/** Number words that count nothing in prose: ordinals, "twice", and words of other meanings. */
const casual =
  /^(?:third|fifth|eighth|ninth|twice|once|two|zwei|dos|deux|zero|null|cero|zweimal|dreimal|elf|acht|seize|six|dix|mil|mille|cien|hundred|hundert|thousand|tausend|million|dozen|dutzend|docena|ciento|cent)$/iu;

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
const rounding =
  /(?:\b(?:about|around|almost|nearly|roughly|close to|over|more than|under|less than|some|just|up to|approximately|fast|rund|etwa|knapp|gut|über|casi|unos|unas|cerca de|más de|menos de)\s*|約|ほぼ)$/iu;
const roundedBy = 0.04;
const leastRounded = 5;
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
      const difference =
        value > 0 && compares.test(sentence) && !isOfDate(sentence, at, text) && differences.get(value);
      if (minute || difference) return minute || difference || null;
      if (value >= leastRounded && rounding.test(ahead))
        for (const [other, passage] of known)
          if (typeof other === 'number' && Math.abs(other - value) <= value * roundedBy) return passage;
    }
    return null;
  };
}

/** A day of a month, or the number of a thing: "January 21", "Typ 22". */
function isOfDate(sentence: string, at: number, text: string): boolean {
  const [ahead, after] = [sentence.slice(Math.max(0, at - 15), at), sentence.slice(at + text.length)];
  return /\p{Lu}\p{Ll}+\s$/u.test(ahead) || hasMonth(after.slice(0, 14));
}

/** "1万" is 10,000. */
function scaled(value: number, sentence: string, at: number, text: string): number {
  const unit = sentence.charAt(at + text.length);
  return unit === '万' ? value * 1e4 : unit === '億' ? value * 1e8 : value;
}

interface KnownTime {
  passage: Passage;
  /** A time of day or of a text, no place in the transcript. */
  isDay: boolean;
}

/** A chapter's begin, a line's begin, or a time that stands in a text or is said in it. */
function knownTimes({ chapters, transcript }: Timed, texts: readonly GivenText[], numbers: NumberSearch) {
  /** "1:49" is said as "una hora cuarenta y nueve". */
  const spokenTimes = (written: string) => {
    const [hours, minutes] = plainTime(written).split(':').map(Number);
    if (hours === undefined || minutes === undefined || minutes < 10) return null;
    return numbers([{ text: written, at: 0, value: hours * 100 + minutes }], '');
  };
  const lines = new Set((transcript?.lines ?? []).map(({ at }) => at));
  const spoken = texts.find(({ kind }) => kind === 'transcript');
  return (written: string): KnownTime | null => {
    const plain = plainTime(written);
    const seconds = secondsOf(plain) ?? 0;
    const chapter = chapters.findIndex(({ at }) => at === seconds);
    const titled = texts.filter(({ kind }) => kind === 'chapter')[chapter];
    if (chapter !== -1 && titled)
      return { passage: { of: titled, from: 0, to: titled.text.length }, isDay: false };
    const literal = new RegExp(
      `(?<![\\d:])${plain}(?![\\d:])|(?<!\\d)${plain.replace(':', '時').replace('時0', '時0?')}分`,
      'u',
    );
    for (const of of texts) {
      // In a transcript a time with a colon is a mark of its place.
      if (of === spoken && !written.includes('時')) continue;
      const from = of.text.search(literal);
      if (from !== -1) return { passage: { of, from, to: from + written.length }, isDay: true };
    }
    const said = seconds >= 60 ? spokenTimes(written) : null;
    if (said) return { passage: said, isDay: true };
    if (!spoken || !lines.has(seconds)) return null;
    const from = placeAt(spoken, transcript?.lines ?? [], seconds);
    return { passage: { of: spoken, from, to: from + 1 }, isDay: false };
  };
}

function placeAt(
  spoken: GivenText,
  lines: readonly { at: number | null; text: string }[],
  at: number,
): number {
  const index = lines.findIndex((line) => line.at === at);
  const before = lines
    .slice(0, index)
    .reduce((length, line) => length + line.text.normalize('NFKC').length + 1, 0);
  return Math.min(before, spoken.text.length - 1);
}

function monthHeld(texts: readonly GivenText[], month: number): Passage | null {
  const wanted = monthPattern(month);
  for (const of of texts) {
    const found = wanted.exec(of.text);
    if (found) return { of, from: found.index, to: found.index + found[0].length };
  }
  return null;
}

function nameHeld(
  texts: readonly GivenText[],
  wordsOf: (of: GivenText) => PlacedWords,
  name: string,
): Passage | null {
  for (const of of texts) {
    const [from] = wordsOf(of).find(name);
    if (from !== undefined) return lineAt(of, from, from + name.length);
  }
  // "Kubernetes-native" names Kubernetes alone; a name with a digit stands as a whole.
  const stem = name.replace(/(?:[-/]\p{Ll}{3,})+$/u, '');
  if (stem !== name && stem !== '') return nameHeld(texts, wordsOf, stem);
  const parts = /\d/.test(name) ? [] : name.split(/[-/]/);
  const [first] = texts;
  if (parts.length < 2 || !first) return null;
  return parts.every((part) => texts.some((of) => wordsOf(of).find(part).length > 0))
    ? { of: first, from: 0, to: 0 }
    : null;
}
