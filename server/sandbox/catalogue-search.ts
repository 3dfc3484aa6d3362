import { statisticsOf, topicOf, type Video } from './catalogue.ts';

interface SearchQuery {
  text: string;
  /** `date`, `viewCount`, or anything else for relevance. */
  order: string;
  now: Date;
  publishedAfter?: Date | undefined;
}

const fold = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

const wordsOf = (text: string): string[] =>
  fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}.+#]*[\p{L}\p{N}+#]|[\p{L}\p{N}]/gu) ?? [];

const stopWords = new Set('the a an of in for to and or how with on is what'.split(' '));

const synonyms: Record<string, readonly string[]> = {
  k8s: ['kubernetes'],
  kubernetes: ['k8s'],
  js: ['javascript'],
  ts: ['typescript'],
  postgres: ['postgresql'],
  golang: ['go'],
  nodejs: ['node.js', 'node'],
  node: ['node.js'],
};

const index = new WeakMap<Video, { title: string; tags: string; channel: string; description: string }>();

const indexed = (video: Video) => {
  const known = index.get(video);
  if (known) return known;
  const spaced = (text: string) => ` ${wordsOf(text).join(' ')} `;
  const made = {
    title: spaced(video.title),
    tags: spaced(video.tags.join(' ')),
    channel: spaced(video.channelTitle),
    description: spaced(video.description),
  };
  index.set(video, made);
  return made;
};

const holds = (text: string, word: string): boolean =>
  text.includes(` ${word} `) ||
  (word.length > 3 && text.includes(` ${word}`)) ||
  (/[^\x20-\x7e]/.test(word) && text.includes(word));

const weightOf = (video: Video, word: string): number => {
  const { title, tags, channel, description } = indexed(video);
  const variants = [word, ...(synonyms[word] ?? [])];
  const hit = (text: string) => variants.some((variant) => holds(text, variant));
  return (
    (hit(title) ? 6 : 0) +
    (hit(tags) ? 3 : 0) +
    (topicOf(video.topic).words.some((known) => variants.includes(known)) ? 2 : 0) +
    (hit(channel) ? 2 : 0) +
    (hit(description) ? 1 : 0)
  );
};

/** 0 if fewer than two thirds of the terms appear. */
const relevance = (video: Video, terms: readonly string[], now: Date): number => {
  if (terms.length === 0) return 1;
  const weights = terms.map((term) => weightOf(video, term));
  if (weights.filter((weight) => weight > 0).length < Math.ceil((terms.length * 2) / 3)) return 0;
  const ageDays = (now.getTime() - video.publishedAt.getTime()) / 86_400_000;
  return (
    weights.reduce((sum, weight) => sum + weight, 0) / terms.length +
    Math.log10(1 + statisticsOf(video, now).views) / 4 +
    1 / (1 + ageDays / 60) +
    (video.language === 'en' ? 0.8 : 0)
  );
};

export const searchVideos = (videos: readonly Video[], query: SearchQuery): Video[] => {
  const { text, order, now, publishedAfter } = query;
  const all = wordsOf(text);
  const contentWords = all.filter((word) => !stopWords.has(word));
  const terms = contentWords.length > 0 ? contentWords : all;
  // A query without words matches nothing.
  if (text.trim() !== '' && terms.length === 0) return [];
  const rank = (video: Video, score: number) => {
    if (order === 'date') return video.publishedAt.getTime();
    return order === 'viewCount' ? statisticsOf(video, now).views : score;
  };
  return videos
    .filter((video) => !publishedAfter || video.publishedAt >= publishedAfter)
    .map((video) => ({ video, score: relevance(video, terms, now) }))
    .filter(({ score }) => score > 0)
    .map(({ video, score }) => ({ video, rank: rank(video, score) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ video }) => video);
};
