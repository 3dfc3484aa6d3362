import type { Lookup } from './search-query.rules.ts';

export interface MatchableVideo {
  title: string;
  description: string | null;
  tags: readonly string[];
}

const fieldWeights = { title: 1, tags: 0.8, description: 0.6 };
const areaWeight = 0.85;
const scatteredWeight = 0.7;

const stopWords = new Set(
  'a an and are as at by for from how in into is it of on or the to vs what why with your'.split(' '),
);

interface MatchedArea {
  area: string;
  /** 0 to 1, by the field where it matches best. */
  match: number;
  /** One field holds all its words. */
  named: boolean;
}

function areaMatcher(areas: readonly string[]): (video: MatchableVideo) => MatchedArea[] {
  const distinct = new Map(areas.map((area) => [words(area).join(' '), area]));
  const wanted = [...distinct.values()]
    .map((area) => ({ area, content: contentWords(area) }))
    .filter(({ content }) => content.length > 0);
  return (video) => {
    const fields = [
      { weight: fieldWeights.title, text: indexed(video.title) },
      { weight: fieldWeights.tags, text: indexed(video.tags.join(' ')) },
      { weight: fieldWeights.description, text: indexed(video.description ?? '') },
    ];
    return wanted.map(({ area, content }) => ({
      area,
      match: Math.max(...fields.map(({ weight, text }) => weight * areaMatch(content, text))),
      named: fields.some(({ text }) => content.every((word) => text.set.has(word))),
    }));
  };
}

/** Returns 0 to 100; a further area never lowers it. */
export function matchScorer(areas: readonly string[]): (video: MatchableVideo) => number {
  const matches = areaMatcher(areas);
  return (video) => {
    const gap = matches(video).reduce((rest, { match }) => rest * (1 - areaWeight * match), 1);
    return Math.round((1 - gap) * 100);
  };
}

/** Returns the areas that a video names, the clearest first. */
export function topicMatcher(areas: readonly string[]): (video: MatchableVideo) => string[] {
  const matches = areaMatcher(areas);
  return (video) =>
    matches(video)
      .filter(({ named }) => named)
      .sort((a, b) => b.match - a.match)
      .map(({ area }) => area);
}

/** Without expertise the query counts; a linked video is a full match. */
export function matchFor(expertise: readonly string[], lookup: Lookup): (video: MatchableVideo) => number {
  if (expertise.length > 0) return matchScorer(expertise);
  return lookup.kind === 'video' ? () => 100 : matchScorer([lookup.query]);
}

interface IndexedText {
  words: readonly string[];
  set: ReadonlySet<string>;
}

function indexed(text: string): IndexedText {
  const found = contentWords(text);
  return { words: found, set: new Set(found) };
}

function areaMatch(area: readonly string[], text: IndexedText): number {
  const found = area.filter((word) => text.set.has(word)).length;
  if (found === area.length && containsPhrase(text.words, area)) return 1;
  return (found / area.length) * scatteredWeight;
}

function containsPhrase(text: readonly string[], phrase: readonly string[]): boolean {
  return text.some((_, start) => phrase.every((word, index) => text[start + index] === word));
}

/** Keeps `c++`, `c#` and `node.js` as words, and single Han, kana and Thai characters. */
function words(text: string): string[] {
  const found = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{N}\p{M}]+(?:\.[\p{L}\p{N}]+)*[+#]*/gu);
  return (found ?? []).map((word) => (isPlural(word) ? word.slice(0, -1) : word));
}

function isPlural(word: string): boolean {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us');
}

function contentWords(text: string): string[] {
  const all = words(text);
  const content = all.filter((word) => !stopWords.has(word));
  return content.length > 0 ? content : all;
}
