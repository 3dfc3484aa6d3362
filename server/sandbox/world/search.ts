import { statisticsOf } from './growth.ts';
import { allTopics } from './topics/all-topics.ts';
import type { WorldVideo } from './video.ts';

export interface SearchQuery {
  text: string;
  order: string;
  now: Date;
  channelId?: string | undefined;
  publishedAfter?: Date | undefined;
  publishedBefore?: Date | undefined;
  language?: string | undefined;
}

const fold = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

/** Words of a text; characters that mean something in technology (C++, node.js, #) stay inside a word. */
const words = (text: string): string[] =>
  fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}.+#]*[\p{L}\p{N}+#]|[\p{L}\p{N}]/gu) ?? [];

const STOP = new Set([
  'the',
  'a',
  'an',
  'of',
  'in',
  'for',
  'to',
  'and',
  'or',
  'how',
  'with',
  'on',
  'is',
  'what',
]);

const synonyms = new Map<string, readonly string[]>([
  ['k8s', ['kubernetes']],
  ['kubernetes', ['k8s']],
  ['js', ['javascript']],
  ['ts', ['typescript']],
  ['postgres', ['postgresql']],
  ['golang', ['go']],
  ['nodejs', ['node.js', 'node']],
  ['node', ['node.js']],
]);

interface Indexed {
  title: string;
  tags: string;
  channel: string;
  description: string;
  topicWords: readonly string[];
}

const topicWords = new Map(allTopics.map((topic) => [topic.key, topic.words]));
const index = new WeakMap<WorldVideo, Indexed>();

const indexed = (video: WorldVideo): Indexed => {
  const known = index.get(video);
  if (known) return known;
  const spaced = (text: string) => ` ${words(text).join(' ')} `;
  const made = {
    title: spaced(video.title),
    tags: spaced(video.tags.join(' ')),
    channel: spaced(video.channelTitle),
    description: spaced(video.description),
    topicWords: topicWords.get(video.topic) ?? [],
  };
  index.set(video, made);
  return made;
};

const holds = (text: string, word: string): boolean =>
  text.includes(` ${word} `) ||
  (word.length > 3 && text.includes(` ${word}`)) ||
  (/[^\x20-\x7e]/.test(word) && text.includes(word));

const weigh = (video: WorldVideo, word: string): number => {
  const fields = indexed(video);
  const variants = [word, ...(synonyms.get(word) ?? [])];
  const hit = (text: string) => variants.some((variant) => holds(text, variant));
  return (
    (hit(fields.title) ? 6 : 0) +
    (hit(fields.tags) ? 3 : 0) +
    (fields.topicWords.some((known) => variants.includes(known)) ? 2 : 0) +
    (hit(fields.channel) ? 2 : 0) +
    (hit(fields.description) ? 1 : 0)
  );
};

/** How well the words of the query meet the video; 0 when fewer than two thirds of them appear at all. */
const relevance = (video: WorldVideo, terms: readonly string[], query: SearchQuery): number => {
  if (terms.length === 0) return 1;
  const weights = terms.map((term) => weigh(video, term));
  const met = weights.filter((weight) => weight > 0).length;
  if (met < Math.ceil((terms.length * 2) / 3)) return 0;
  const words = weights.reduce((sum, weight) => sum + weight, 0) / terms.length;
  const ageDays = (query.now.getTime() - video.publishedAt.getTime()) / 86_400_000;
  const popularity = Math.log10(1 + statisticsOf(video, query.now).views) / 4;
  const freshness = 1 / (1 + ageDays / 60);
  const language = query.language ? Number(video.language === query.language) : 0;
  const english = query.language ? 0 : Number(video.language === 'en') * 0.8;
  return words + popularity + freshness + language + english;
};

const comparators: Record<string, (a: WorldVideo, b: WorldVideo, now: Date) => number> = {
  date: (a, b) => b.publishedAt.getTime() - a.publishedAt.getTime(),
  viewCount: (a, b, now) => statisticsOf(b, now).views - statisticsOf(a, now).views,
  rating: (a, b) => b.likesPerView - a.likesPerView,
  title: (a, b) => a.title.localeCompare(b.title, 'en'),
};

/** Every match, best first in the asked order ("relevance" unless one of the comparators). */
export const searchVideos = (videos: readonly WorldVideo[], query: SearchQuery): WorldVideo[] => {
  const all = words(query.text);
  const telling = all.filter((word) => !STOP.has(word));
  const terms = telling.length > 0 ? telling : all;
  // Something was asked, but nothing in it is a word: nothing matches.
  if (query.text.trim() !== '' && terms.length === 0) return [];
  const scored = videos
    .filter((video) => !query.channelId || video.channelId === query.channelId)
    .filter((video) => !query.publishedAfter || video.publishedAt >= query.publishedAfter)
    .filter((video) => !query.publishedBefore || video.publishedAt < query.publishedBefore)
    .map((video) => ({ video, score: relevance(video, terms, query) }))
    .filter(({ score }) => score > 0);
  const compare = comparators[query.order];
  return scored
    .sort((a, b) => (compare ? compare(a.video, b.video, query.now) : b.score - a.score))
    .map(({ video }) => video);
};
