import type { ProfileFields } from '#shared/schema.ts';
import lists from '../../text/words.json' with { type: 'json' };
import { segmentsOf } from '../../text/words.rules.ts';
import type { VideoRow } from './video.rules.ts';

export type MatchableVideo = Pick<VideoRow, 'title' | 'description' | 'keywords'>;

/** The parts of a voice profile that a video is compared with. */
export interface Interests extends Pick<ProfileFields, 'industryFocus' | 'description'> {
  expertiseAreas: readonly string[];
}

export const noInterests: Interests = {
  expertiseAreas: [],
  industryFocus: null,
  description: null,
};

export interface Match {
  /** 0 to 100. */
  score: number;
  /**
   * The profile's areas that the video names, then its other words; in both groups the
   * clearest match first.
   */
  topics: string[];
}

const fieldWeights = { title: 1, keywords: 1, description: 0.6 };
const areaWeight = 0.85;
const scatteredWeight = 0.7;
const wordWeights = { description: 0.3, industryFocus: 0.4, expertiseAreas: 0.4 };
/**
 * A single matching word may mean something else: “starter” of a dough, a car or a game.
 */
const aloneWeight = 0.5;
const compoundWeight = 0.8;
const shortestInCompound = 6;
/**
 * How many characters of a description are read. After them come links and text that a
 * channel repeats under every video.
 */
const readDescription = 1_000;

/**
 * Creates a function that scores videos. A video's score does not depend on other videos,
 * and adding an area of expertise never lowers it.
 */
export function matcher(interests: Interests): (video: MatchableVideo) => Match {
  const areas = distinctAreas(interests.expertiseAreas);
  const others = otherWords(interests, areas);
  const likenesses = likenessesOf(
    new Set([...areas.flatMap(({ stems }) => stems), ...others.keys()]),
  );
  const isWrittenUnspaced = areas.some(({ written }) => written !== null);
  const read = (text: string, weight: number): Field => {
    const words = wordsOf(text).flatMap((word) => likenesses(word) ?? []);
    const found = new Map<string, number>();
    for (const word of words)
      for (const [stem, likeness] of word)
        found.set(stem, Math.max(likeness, found.get(stem) ?? 0));
    return { weight, text: isWrittenUnspaced ? folded(text) : '', words, found };
  };
  return ({ title, keywords, description }) => {
    const fields = [
      read(title, fieldWeights.title),
      read(keywords.join(', '), fieldWeights.keywords),
      read((description ?? '').slice(0, readDescription), fieldWeights.description),
    ];
    const best = (of: (field: Field) => number) =>
      Math.max(...fields.map((field) => field.weight * of(field)));
    const named = clearestFirst(
      areas.map(({ area, ...wanted }) => ({
        topic: area,
        stems: wanted.stems,
        value: best((field) => areaMatch(wanted, field)),
      })),
    );
    const told = new Set(named.flatMap(({ stems }) => stems));
    const spoken = clearestFirst(
      [...others].map(([stem, { topic, weight }]) => ({
        topic,
        stems: [stem],
        value: weight * best((field) => field.found.get(stem) ?? 0),
      })),
    );
    const first = named.length === 0 ? aloneWeight : 1;
    const gaps = [
      ...named.map(({ value }) => 1 - areaWeight * value),
      ...spoken.map(({ value }, index) => 1 - value * (index === 0 ? first : 1)),
    ];
    const score = Math.round((1 - gaps.reduce((all, gap) => all * gap, 1)) * 100);
    const untold = spoken.filter(({ stems }) => !stems.some((stem) => told.has(stem)));
    return { score, topics: [...named, ...untold].map(({ topic }) => topic) };
  };
}

interface Found {
  topic: string;
  stems: readonly string[];
  value: number;
}

const clearestFirst = (all: readonly Found[]): Found[] =>
  all.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);

interface Area {
  area: string;
  stems: readonly string[];
  /** The area in lower case if its script has no spaces between words, otherwise null. */
  written: string | null;
}

function distinctAreas(areas: readonly string[]): Area[] {
  const all = areas.map((area) => ({
    area,
    stems: wordsOf(area).flatMap((word) => stemOf(word) ?? []),
    written: unspaced.test(area) ? folded(area) : null,
  }));
  const distinct = new Map(all.map((area) => [area.stems.join(' '), area]));
  distinct.delete('');
  return [...distinct.values()];
}

/**
 * Returns the words of focus and description, and the single words of areas with several
 * words.
 */
function otherWords(
  { industryFocus, description, expertiseAreas }: Interests,
  areas: readonly Area[],
): Map<string, { topic: string; weight: number }> {
  const wholeAreas = new Set(
    areas.flatMap(({ stems }) => (stems.length === 1 ? stems : [])),
  );
  const others = new Map<string, { topic: string; weight: number }>();
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) {
      const stem = stemOf(word);
      if (stem === null || wholeAreas.has(stem) || generalWords.has(folded(word)))
        continue;
      if (/^\p{sc=Hiragana}+$/u.test(word)) continue;
      const told = weight * specificity(word);
      // Keeps the heavier one of two words with the same stem, which is usually the
      // longer one.
      if (told > (others.get(stem)?.weight ?? 0))
        others.set(stem, { topic: word, weight: told });
    }
  };
  add(description ?? '', wordWeights.description);
  add(industryFocus ?? '', wordWeights.industryFocus);
  for (const area of expertiseAreas) add(area, wordWeights.expertiseAreas);
  return others;
}

/** Long words are less ambiguous than short ones, so they count more. */
function specificity(word: string): number {
  const letters = unspaced.test(word) ? { some: 2, many: 3 } : { some: 6, many: 9 };
  if (word.length >= letters.many) return 1;
  return word.length >= letters.some ? 0.8 : 0.5;
}

/**
 * How similar a word is to words of the profile, from 0 to 1, by the stems of the
 * profile's words.
 */
type Likenesses = ReadonlyMap<string, number>;

interface Field {
  weight: number;
  text: string;
  words: readonly Likenesses[];
  /** The highest value in this field for each stem. */
  found: Likenesses;
}

/**
 * Caches the result for each word, because the videos of a list share most of their
 * words. The function returns null for function words.
 */
function likenessesOf(wanted: ReadonlySet<string>): (word: string) => Likenesses | null {
  const known = new Map<string, Likenesses | null>();
  const lookUp = (word: string): Likenesses | null => {
    const own = stemOf(word);
    if (own === null) return null;
    return new Map(
      [...wanted]
        .map((stem) => [stem, likeness(stem, own)] as const)
        .filter(([, value]) => value > 0),
    );
  };
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const likenesses = lookUp(word);
    known.set(word, likenesses);
    return likenesses;
  };
}

/**
 * Also finds words inside compounds: "Dämmung" in "Dachdämmung", "Wärmepumpe" in
 * "Wärmepumpenheizung".
 */
function likeness(stem: string, other: string): number {
  if (stem === other) return 1;
  const isInside = unspaced.test(stem)
    ? stem.length > 1 && other.includes(stem)
    : stem.length >= shortestInCompound &&
      (other.startsWith(stem) || other.endsWith(stem));
  return isInside ? compoundWeight : 0;
}

function areaMatch(
  { stems, written }: Omit<Area, 'area'>,
  { text, words, found }: Field,
): number {
  if (written !== null && text.includes(written)) return 1;
  if (!stems.every((stem) => found.has(stem))) return 0;
  const total = stems.reduce((sum, stem) => sum + (found.get(stem) ?? 0), 0);
  const isPhrase = words.some((_, start) =>
    stems.every((stem, index) => words[start + index]?.has(stem)),
  );
  return (total / stems.length) * (isPhrase ? 1 : scatteredWeight);
}

/**
 * Removes the hyphen after a single letter, so that "E-Rechnung" and "e-mail" are one
 * word.
 */
const joined = (text: string): string =>
  text.normalize('NFKC').replace(/(?<![\p{L}\p{N}])(\p{L})-(?=\p{L})/gu, '$1');

/** Removes case and accents, but keeps the marks of kana. */
const folded = (text: string): string =>
  joined(text)
    .normalize('NFD')
    .replace(/(\p{sc=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase();

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
/** Keeps `c++`, `c#` and `node.js` as words. */
const runs =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}ー々]+|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}ー々]]+(?:\.[\p{L}\p{N}]+)*[+#]*/gv;

const wordsOf = (text: string): string[] =>
  (joined(text).match(runs) ?? []).flatMap((run) =>
    unspaced.test(run) ? unspacedWords(run) : run,
  );

/** Leaves out particles, and single characters that are parts of longer words. */
function unspacedWords(run: string): string[] {
  const words = segmentsOf(run, 'word').map(({ segment }) => segment);
  const isBoundary = (word = 'の') => /^\p{sc=Hiragana}+$/u.test(word);
  return words.filter(
    (word, index) =>
      word.length > 1 ||
      (/\p{sc=Han}/u.test(word) &&
        isBoundary(words[index - 1]) &&
        isBoundary(words[index + 1])),
  );
}

const endings =
  /(?:abilit(?:y|ies)|able|ungen|ation|ing|ion|ies|ed|es|en|er|em|os|as|s|e|y|n|o|a)$/;
const shortestStem = 3;

/**
 * Cuts off up to two of the most common English, German and Spanish endings. Returns null
 * for function words.
 */
function stemOf(written: string): string | null {
  const word = folded(written);
  if (functionWords.has(word)) return null;
  if (!/^\p{sc=Latin}{4,}$/u.test(word)) return word;
  if (word.length === 4) return word.replace(/(?<![su])s$/, '');
  const once = word.replace(endings, '');
  if (once.length < shortestStem) return word;
  const twice = once.length > 4 ? once.replace(endings, '') : once;
  return twice.length < shortestStem ? once : twice;
}

const wordSet = (byLanguage: Record<string, string>): ReadonlySet<string> =>
  new Set(Object.values(byLanguage).join(' ').split(' ').map(folded));
const functionWords = wordSet(lists.functionWords);
/** Words of a description that say nothing about the owner's field. */
const generalWords = wordSet(lists.generalWords);
