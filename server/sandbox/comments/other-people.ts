import { acceptsComments } from '../catalogue/statistics.ts';
import { topicOf } from '../catalogue/topics.ts';
import type { Video } from '../catalogue/video.ts';
import { between, idFrom, pick, unit } from '../random.ts';
import type { Comment } from './comment.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MOST = 60;

export const handles: readonly string[] = [
  ...['@kim-builds', '@martin-o', '@sre-diary', '@lena.codes', '@opsandtea', '@juan-dev', '@nightly-build'],
  ...['@priya.k', '@old-unix-hand', '@tomasz_w', '@first-year-cs', '@dataplumber', '@fourth-coffee'],
];

const remarks: Record<string, readonly string[]> = {
  en: [
    'This is the clearest explanation of this I have seen.',
    'Could you do a follow-up on how this looks with a bigger team?',
    'Finally somebody shows the failure and not only the happy path.',
    'Sound was a bit low, content was great.',
    'We tried this last year & it "worked", until it did not. Wish I had seen this first.',
    'What editor theme is that?',
  ],
  de: ['Sehr verständlich erklärt, danke!', 'Genau daran hing ich letzte Woche.'],
  es: ['Muy bien explicado, gracias.', '¿Habrá segunda parte?'],
  ja: ['とてもわかりやすかったです。', '続編を楽しみにしています。'],
};

export const likesOf = (id: string, publishedAt: Date, now: Date): number => {
  const seed = `likes/${id}`;
  const eventual = unit(seed) < 0.125 ? between(`${seed}/many`, 20, 90) : between(`${seed}/few`, 0, 9);
  const hours = Math.max(0, now.getTime() - publishedAt.getTime()) / HOUR;
  return Math.floor(eventual * (1 - Math.exp(-hours / 10)));
};

/** A few within minutes, the rest over days. */
export const likesOfPosted = (seed: string, publishedAt: Date, now: Date): number => {
  const eventual = between(`likes/${seed}`, 0, 12);
  const minutes = Math.max(0, now.getTime() - publishedAt.getTime()) / 60_000;
  return Math.floor(eventual * (1 - 0.3 * Math.exp(-minutes / 5) - 0.7 * Math.exp(-minutes / 1_200)));
};

export const personOf = (handle: string): Comment['author'] => ({
  channelId: `UC${idFrom(`person/${handle}`, 22)}`,
  handle,
});

type Place = Pick<Comment, 'id' | 'videoId' | 'videoChannelId' | 'parentId'>;

const written = (
  seed: string,
  place: Place,
  texts: readonly string[],
  publishedAt: Date,
  now: Date,
): Comment => ({
  ...place,
  text: pick(`${seed}/text`, texts),
  author: personOf(pick(`${seed}/who`, handles)),
  likes: likesOf(seed, publishedAt, now),
  publishedAt,
  updatedAt: publishedAt,
  isPublic: true,
});

export const commentsOfOthers = (video: Video, now: Date): Comment[] => {
  if (!acceptsComments(video)) return [];
  const count = Math.min(MOST, Math.floor(video.eventualViews * video.commentsPerView));
  const questions = topicOf(video.topic).questions.map(
    (question) => `${question.charAt(0).toUpperCase()}${question.slice(1)}?`,
  );
  const texts = [...(remarks[video.language] ?? []), ...questions];
  return Array.from({ length: count }, (_, index) => {
    const seed = `crowd/${video.id}/${index}`;
    const id = `Ugx${idFrom(seed, 16)}4AaABAg`;
    const place = { id, videoId: video.id, videoChannelId: video.channelId, parentId: null };
    const days = 0.01 + 40 * unit(`${seed}/when`) ** 3;
    return written(seed, place, texts, new Date(video.publishedAt.getTime() + days * DAY), now);
  }).filter(({ publishedAt }) => publishedAt <= now);
};
