import { statisticsOf, type Video } from './catalogue.ts';

interface SearchQuery {
  text: string;
  /** `date`, `viewCount`, or anything else for relevance. */
  order: string;
  now: Date;
  publishedAfter?: Date | undefined;
}

const fold = (text: string) =>
  text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

const wordsOf = (text: string): string[] =>
  fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}.+#]*[\p{L}\p{N}+#]|[\p{L}\p{N}]/gu) ?? [];

/** Returns the words of a text with a space around each, as `holdsWord` expects them. */
export const spaced = (text: string) => ` ${wordsOf(text).join(' ')} `;

export const holdsWord = (text: string, word: string): boolean =>
  text.includes(` ${word} `);

const stopWords = new Set(
  'a an and are about at by do does for from how i in is it my of on or the to what why with you your'.split(
    ' ',
  ),
);

const searched = new WeakMap<Video, { text: string; weight: number }[]>();

/** Returns the searched texts of a video, with the weight of a word found in each. */
const fieldsOf = (video: Video) => {
  const known = searched.get(video);
  if (known) return known;
  const made = [
    { text: spaced(video.title), weight: 6 },
    { text: spaced(video.tags.join(' ')), weight: 3 },
    { text: spaced(video.subjectWords.join(' ')), weight: 2 },
    { text: spaced(video.channelTitle), weight: 2 },
    { text: spaced(video.description), weight: 1 },
  ];
  searched.set(video, made);
  return made;
};

/**
 * A word of more than three letters also matches the start of a longer word. A word with
 * non-ASCII characters matches anywhere, because some scripts have no spaces between
 * words.
 */
const finds = (text: string, word: string): boolean =>
  holdsWord(text, word) ||
  (word.length > 3 && text.includes(` ${word}`)) ||
  (/[^\x20-\x7e]/.test(word) && text.includes(word));

const singular = (word: string) =>
  /[^s]s$/.test(word) && word.length > 4 ? word.slice(0, -1) : word;

const weightOf = (video: Video, term: string): number =>
  fieldsOf(video)
    .filter(({ text }) => finds(text, term) || finds(text, singular(term)))
    .reduce((sum, { weight }) => sum + weight, 0);

/**
 * Outweighs everything else together, so that a video with more of the words comes first.
 */
const PER_TERM = 30;

/** Returns 0 if none of the terms appears. */
const relevance = (video: Video, terms: readonly string[], now: Date): number => {
  if (terms.length === 0) return 1;
  const weights = terms
    .map((term) => weightOf(video, term))
    .filter((weight) => weight > 0);
  if (weights.length === 0) return 0;
  const ageDays = (now.getTime() - video.publishedAt.getTime()) / 86_400_000;
  return (
    weights.length * PER_TERM +
    weights.reduce((sum, weight) => sum + weight, 0) / weights.length +
    Math.log10(1 + statisticsOf(video, now).views) / 4 +
    1 / (1 + ageDays / 60) +
    (video.language === 'en' ? 0.8 : 0)
  );
};

/**
 * Returns the videos that contain any of the query's main words, or all videos for an
 * empty query.
 */
export const searchVideos = (videos: readonly Video[], query: SearchQuery): Video[] => {
  const { text, order, now, publishedAfter } = query;
  const words = [...new Set(wordsOf(text))];
  const mainWords = words.filter((word) => !stopWords.has(word));
  const terms = mainWords.length > 0 ? mainWords : words;
  // A query that is not empty but has no words, such as "?!", matches nothing.
  if (text.trim() !== '' && terms.length === 0) return [];
  const rank = (video: Video, score: number) => {
    if (order === 'date') return video.publishedAt.getTime();
    return order === 'viewCount' ? statisticsOf(video, now).views : score;
  };
  return videos
    .filter((video) => !publishedAfter || video.publishedAt >= publishedAfter)
    .map((video) => ({ video, score: relevance(video, terms, now) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => rank(b.video, b.score) - rank(a.video, a.score))
    .map(({ video }) => video);
};
