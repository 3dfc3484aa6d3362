import { memoize } from './memoize.ts';
import type { Lookup } from './search-query.rules.ts';

/** The texts a video is matched by. */
export interface MatchedVideo {
  title: string;
  description: string | null;
  tags: readonly string[];
}

/** How much a meeting in each place is worth: a title says what a video is about, a description mentions. */
const placeWeights = { title: 1, tags: 0.8, description: 0.6 };
/** One area met in full by the title alone gives 85, the spec's customary match. */
const areaShare = 0.85;
/** Scattered words say less than the area's own phrase. */
const scatteredShare = 0.7;

const fillers = new Set(
  'a an and are as at by for from how in into is it of on or the to vs what why with your'.split(' '),
);

/**
 * How well each video meets what the person knows about, 0 to 100 (DESIGN §5). Each area counts by its best place;
 * a further area closes part of the gap to 100, so knowing more never lowers a match.
 */
export function matchScorer(areas: readonly string[]): (video: MatchedVideo) => number {
  const distinct = new Map(areas.map((area) => [words(area).join(' '), meaningful(words(area))]));
  const wanted = [...distinct.values()].filter((area) => area.length > 0);
  return (video) => {
    const places = [
      { weight: placeWeights.title, text: placeText(video.title) },
      { weight: placeWeights.tags, text: placeText(video.tags.join(' ')) },
      { weight: placeWeights.description, text: placeText(video.description ?? '') },
    ];
    const missing = wanted
      .map((area) => Math.max(...places.map(({ weight, text }) => weight * presence(area, text))))
      .reduce((gap, strength) => gap * (1 - areaShare * strength), 1);
    return Math.round((1 - missing) * 100);
  };
}

interface PlaceText {
  content: readonly string[];
  present: ReadonlySet<string>;
}

/** A search asked again meets the same texts; splitting them is most of the work. */
const placeText = memoize((text): PlaceText => {
  const content = meaningful(words(text));
  return { content, present: new Set(content) };
}, 300);

/** 1 for the phrase itself, less for its words here and there, 0 for none of them. */
function presence(area: readonly string[], { content, present }: PlaceText): number {
  const found = area.filter((word) => present.has(word)).length;
  if (found === area.length && containsPhrase(content, area)) return 1;
  return (found / area.length) * scatteredShare;
}

function containsPhrase(text: readonly string[], phrase: readonly string[]): boolean {
  return text.some((_, start) => phrase.every((word, index) => text[start + index] === word));
}

/** Lower-case words without plural s; `c++`, `c#` and `node.js` are words. Han, kana and Thai go by character. */
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

function meaningful(found: readonly string[]): string[] {
  const content = found.filter((word) => !fillers.has(word));
  return content.length > 0 ? content : [...found];
}

/** The match with the expertise, without any with the query; a pasted link names just this video (DESIGN §5). */
export function matchFor(expertise: readonly string[], lookup: Lookup): (video: MatchedVideo) => number {
  if (expertise.length > 0) return matchScorer(expertise);
  return lookup.kind === 'video' ? () => 100 : matchScorer([lookup.query]);
}
