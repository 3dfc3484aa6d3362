import type { ProfileFields } from '#shared/schema.ts';
import lists from '../../text/words.json' with { type: 'json' };
import { segmentsOf } from '../../text/words.rules.ts';
import type { VideoRow } from './video.rules.ts';

export type MatchableVideo = Pick<VideoRow, 'title' | 'description' | 'keywords'>;

/** What of a voice profile a video is matched with. */
export interface Interests extends Pick<ProfileFields, 'industryFocus' | 'description'> {
  expertiseAreas: readonly string[];
}

export const noInterests: Interests = { expertiseAreas: [], industryFocus: null, description: null };

export interface Match {
  /** 0 to 100. */
  score: number;
  /** The areas, then the profile's other words, that the video names, each the clearest first. */
  topics: string[];
}

const fieldWeights = { title: 1, keywords: 1, description: 0.6 };
const areaWeight = 0.85;
const scatteredWeight = 0.7;
const wordWeights = { description: 0.3, industryFocus: 0.4, expertiseAreas: 0.4 };
/** One word alone may mean something else: a starter of dough, of a car, of a game. */
const aloneWeight = 0.5;
const compoundWeight = 0.8;
const shortestInCompound = 6;
/** Below it stand links, and what is said under every video of a channel. */
const readDescription = 1_000;

/** Returns the same score for the same video, whatever it is listed with. A further area never lowers it. */
export function matcher(interests: Interests): (video: MatchableVideo) => Match {
  const areas = distinctAreas(interests.expertiseAreas);
  const others = otherWords(interests, areas);
  const likenesses = likenessesOf(new Set([...areas.flatMap(({ stems }) => stems), ...others.keys()]));
  const isWrittenUnspaced = areas.some(({ written }) => written !== null);
  const read = (text: string, weight: number): Field => {
    const words = wordsOf(text).flatMap((word) => likenesses(word) ?? []);
    const found = new Map<string, number>();
    for (const word of words)
      for (const [stem, likeness] of word) found.set(stem, Math.max(likeness, found.get(stem) ?? 0));
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
  /** As it is written, of a script without spaces, else null. */
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

/** The words of focus and description, and single words of areas that have several. */
function otherWords(
  { industryFocus, description, expertiseAreas }: Interests,
  areas: readonly Area[],
): Map<string, { topic: string; weight: number }> {
  const wholeAreas = new Set(areas.flatMap(({ stems }) => (stems.length === 1 ? stems : [])));
  const others = new Map<string, { topic: string; weight: number }>();
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) {
      const stem = stemOf(word);
      if (stem === null || wholeAreas.has(stem) || generalWords.has(folded(word))) continue;
      if (/^\p{sc=Hiragana}+$/u.test(word)) continue;
      const told = weight * specificity(word);
      // A shorter word of one stem tells less; it must not take the longer one's place.
      if (told > (others.get(stem)?.weight ?? 0)) others.set(stem, { topic: word, weight: told });
    }
  };
  add(description ?? '', wordWeights.description);
  add(industryFocus ?? '', wordWeights.industryFocus);
  for (const area of expertiseAreas) add(area, wordWeights.expertiseAreas);
  return others;
}

/** Long words mean one thing more often than short ones. */
function specificity(word: string): number {
  const [some, much] = unspaced.test(word) ? [2, 3] : [6, 9];
  return word.length >= much ? 1 : word.length >= some ? 0.8 : 0.5;
}

/** How clearly a word is each of the profile's, 0 to 1, by their stems. */
type Likenesses = ReadonlyMap<string, number>;

interface Field {
  weight: number;
  text: string;
  words: readonly Likenesses[];
  /** The clearest of each. */
  found: Likenesses;
}

/** Looks each word up once: the videos of one list share most of theirs. Null for words that tell nothing. */
function likenessesOf(wanted: ReadonlySet<string>): (word: string) => Likenesses | null {
  const known = new Map<string, Likenesses | null>();
  const lookUp = (word: string): Likenesses | null => {
    const own = stemOf(word);
    if (own === null) return null;
    return new Map(
      [...wanted].map((stem) => [stem, likeness(stem, own)] as const).filter(([, value]) => value > 0),
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

/** "Dachdämmung" and "Wärmepumpenheizung" hold "Dämmung" and "Wärmepumpe". */
function likeness(stem: string, other: string): number {
  if (stem === other) return 1;
  const isInside = unspaced.test(stem)
    ? stem.length > 1 && other.includes(stem)
    : stem.length >= shortestInCompound && (other.startsWith(stem) || other.endsWith(stem));
  return isInside ? compoundWeight : 0;
}

function areaMatch({ stems, written }: Omit<Area, 'area'>, { text, words, found }: Field): number {
  if (written !== null && text.includes(written)) return 1;
  if (!stems.every((stem) => found.has(stem))) return 0;
  const total = stems.reduce((sum, stem) => sum + (found.get(stem) ?? 0), 0);
  const isPhrase = words.some((_, start) => stems.every((stem, index) => words[start + index]?.has(stem)));
  return (total / stems.length) * (isPhrase ? 1 : scatteredWeight);
}

/** "E-Rechnung" and "e-mail" are one word. */
const joined = (text: string): string =>
  text.normalize('NFKC').replace(/(?<![\p{L}\p{N}])(\p{L})-(?=\p{L})/gu, '$1');

/** Without case and accents; kana keep their marks. */
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
  (joined(text).match(runs) ?? []).flatMap((run) => (unspaced.test(run) ? unspacedWords(run) : run));

/** Leaves out particles, and single characters that are parts of longer words. */
function unspacedWords(run: string): string[] {
  const words = segmentsOf(run, 'word').map(({ segment }) => segment);
  const isBoundary = (word = 'の') => /^\p{sc=Hiragana}+$/u.test(word);
  return words.filter(
    (word, index) =>
      word.length > 1 ||
      (/\p{sc=Han}/u.test(word) && isBoundary(words[index - 1]) && isBoundary(words[index + 1])),
  );
}

const endings = /(?:abilit(?:y|ies)|able|ungen|ation|ing|ion|ies|ed|es|en|er|em|os|as|s|e|y|n|o|a)$/;
const shortestStem = 3;

/** Cuts the commonest endings of English, German and Spanish, at most two. Null for a word that tells nothing. */
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
/** Words of a description that tell nothing of a field. */
const generalWords = wordSet(lists.generalWords);
