import lists from './words.json' with { type: 'json' };

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

type Granularity = 'word' | 'sentence';

const segmenters: Partial<Record<Granularity, Intl.Segmenter>> = {};

export function segmentsOf(text: string, granularity: Granularity): Intl.SegmentData[] {
  // Made at its first use: loading the language data would delay every start.
  segmenters[granularity] ??= new Intl.Segmenter(undefined, { granularity });
  return [...segmenters[granularity].segment(text)];
}

/** Ends of segments that end no sentence, as in "Karpenter vs. Cluster Autoscaler". */
const abbreviation =
  /(?<![\p{L}\p{N}])(?:vs|e\.g|i\.e|approx|ca|no|nr|mr|mrs|ms|dr|st|bzw|z|z\.\s?b)\.\s*$/iu;

/** Returns the sentences without the space around them. A quotation belongs to the sentence it stands in. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment, index } of segmentsOf(text, 'sentence')) {
    const last = sentences.at(-1);
    if (last !== undefined && goesOn(last, text.slice(index)))
      sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** "Am 19. Januar" */
const germanMonth =
  /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u;

const goesOn = (before: string, after: string): boolean =>
  !/\n\s*$/.test(before) &&
  (/^\p{Ll}/u.test(after) ||
    abbreviation.test(before) ||
    (/(?<!\d)\d{1,2}\.\s*$/.test(before) && germanMonth.test(after)) ||
    (isInQuotation(before) && /["“”»]/.test(after)));

/** Whether a quotation was opened and not closed. */
function isInQuotation(text: string): boolean {
  let isOpen = false;
  for (const mark of text.match(/["“„«”»]/g) ?? [])
    isOpen = mark === '"' || mark === '“' ? !isOpen : /[„«]/.test(mark);
  return isOpen;
}

/** For the flag v. Without spaces between words, a figure's word would be its whole sentence. */
export const spacedLetter = '[[\\p{L}\\p{N}]--[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}]]';

export function wordsOf(text: string): string[] {
  return segmentsOf(text.normalize('NFKC'), 'word')
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
}

const stopWords = new Set(lists.subjectStops.split(' '));

const isContentWord = (word: string) =>
  !stopWords.has(word) && (word.length >= 4 || /\p{sc=Han}/u.test(word));

export const contentWords = (text: string): Set<string> => new Set(wordsOf(text).filter(isContentWord));

const invisible = /[\u200b-\u200f\u2060\ufeff\u00ad]/;
const invisibles = new RegExp(invisible, 'g');
const space = /\s/;

export interface Folded {
  text: string;
  /** Returns the place in the original of a place in the folded text. */
  placeOf(index: number): number;
}

/** Lower case of the same length: "İ" alone would become two letters. */
const lowered = (text: string): string => text.replaceAll('İ', 'i').toLowerCase();

/** Folds case, white space, and typographic quotation marks and dashes. Linear in the text. */
export function folded(text: string): Folded {
  const letters = lowered(text)
    .replace(invisibles, '')
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .replace(/^ /, '')
    .replace(/[’‘´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[–—‑]/g, '-');
  return { text: letters, placeOf: (index) => placeIn(text, index) };
}

function placeIn(text: string, index: number): number {
  let passed = 0;
  let isAfterSpace = true;
  for (let place = 0; place < text.length; place += 1) {
    const letter = text.charAt(place);
    const isPlain = letter > ' ' && letter < '\u007f';
    if (!isPlain && invisible.test(letter)) continue;
    const isSpace = !isPlain && space.test(letter);
    if (isSpace && isAfterSpace) continue;
    if (passed === index) return place;
    passed += 1;
    isAfterSpace = isSpace;
  }
  return text.length;
}

/** Returns the index of the last of the ascending numbers that is not above the limit; 0 where all are. */
export function lastAtMost(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ascending[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

const ending = /(?:ing|ies|ed|es|en|er|s|e|y)$/;

/** Words without their commonest endings; pairs of characters where a script writes no spaces. */
export function termsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const stem = (word: string) => (word.length > 4 ? word.replace(ending, '') : word);
  if (!unspaced.test(text)) return words.map(stem);
  return words.flatMap((word) =>
    unspaced.test(word) ? Array.from(word.slice(1), (_, index) => word.slice(index, index + 2)) : stem(word),
  );
}

/** Chinese and Japanese set no spaces: each letter counts as a word. */
const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]]+/gv;
/** Letters from which on a name may go on with an ending: "Postgres" in "PostgreSQL", "PDB" in "PDBs". */
const longName = 4;
const longestEnding = 2;

export interface PlacedWords {
  words: readonly string[];
  /** Where each word begins in the text. */
  places: readonly number[];
  /** Returns where a name begins. Case, spaces and joining marks aside: "matchLabelKeys" is "match label keys". */
  find(name: string): number[];
}

/** Reads the words of a text once. A linear scan: a whole transcript would take Intl.Segmenter too long. */
export function placedWords(text: string): PlacedWords {
  const letters = lowered(text);
  const words = letters.match(word) ?? [];
  const joined = words.join('');
  const places: number[] = [];
  const starts: number[] = [];
  let [place, start] = [0, 0];
  for (const each of words) {
    place = letters.indexOf(each, place);
    places.push(place);
    starts.push(start);
    place += each.length;
    start += each.length;
  }

  return {
    words,
    places,
    find(name) {
      if (name.includes('&'))
        return [...this.find(name.replaceAll('&', ' ')), ...this.find(name.replaceAll('&', ' and '))];
      const wanted = (lowered(name).match(word) ?? []).join('');
      const singular = wanted.length > longName && wanted.endsWith('s') ? wanted.slice(0, -1) : wanted;
      if (singular === '') return [];
      const ending = singular.length >= longName ? longestEnding : 1;
      const found: number[] = [];
      for (let at = joined.indexOf(singular); at !== -1; at = joined.indexOf(singular, at + 1)) {
        const first = lastAtMost(starts, at);
        if (starts[first] !== at) continue;
        const end = at + singular.length;
        const rest = joined.slice(end, starts[lastAtMost(starts, end - 1) + 1] ?? joined.length);
        if (rest.length <= ending && (ending > 1 || rest === '' || rest === 's'))
          found.push(places[first] ?? 0);
      }
      return found;
    },
  };
}

/** Longer entries are instructions to the model. */
const longestPhrase = 60;

/** In an instruction such as: never say "crush it", only the quoted words count. */
const quotedInside = /[\p{L}\p{N}][^"“”„«»]*["“„«]([^"“”„«»\n]+)["”“»]/u;
const quotes = /["“„«]([^"“”„«»\n]+)["”“»]/g;

export function avoidedPhrases(avoidWords: string | null): string[] {
  const phrases = (avoidWords ?? '')
    .normalize('NFKC')
    .split(/[,;\n、،]+/)
    .flatMap((entry) =>
      quotedInside.test(entry) ? [...entry.matchAll(quotes)].map(([, said = '']) => said) : [entry],
    )
    .map((entry) => entry.replace(/^[\s\-*•·"'“”„‘’«»]+|[\s"'“”„‘’«».]+$/g, '').toLowerCase())
    .filter((entry) => entry !== '' && entry.length <= longestPhrase);
  return [...new Set(phrases)];
}

export function usedPhrases(text: string, phrases: readonly string[]): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  return phrases.filter((phrase) => uses(plain, phrase.replace(/\s+/g, ' ')));
}

/** Shorter words are not inflected: “us” is not “used”. */
const shortestInflected = 4;
const endings = '(?:s|es|d|ed|ing|ings|e|er|en|em|n)?';

function uses(text: string, phrase: string): boolean {
  if (unspaced.test(phrase)) return text.includes(phrase);
  const words = phrase.split(/[ -]/);
  const last = words.pop() ?? '';
  const form = isInflected(last) ? inflected(last) : escaped(last);
  const pattern = [...words.map(escaped), form].join('[ -]');
  // C is neither C++ nor C#.
  return new RegExp(`(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_]|[+#])`, 'u').test(text);
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isInflected = (word: string) => word.length >= shortestInflected && /^\p{L}+$/u.test(word);

function inflected(word: string): string {
  const whole = `${word}${endings}`;
  return word.endsWith('e') ? `(?:${whole}|${word.slice(0, -1)}(?:ing|ings))` : whole;
}
