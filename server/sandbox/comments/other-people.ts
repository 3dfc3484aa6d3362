import { acceptsComments } from '../catalogue/statistics.ts';
import { topicOf } from '../catalogue/topics.ts';
import type { Video } from '../catalogue/video.ts';
import { between, idFrom, pick, unit } from '../random.ts';
import type { Comment } from './comment.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MOST = 60;

const handles = [
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

const answers = [
  'Good point, I had not looked at it that way.',
  'We do the same at work and it held up well.',
  'Agreed, although it depends a bit on the size of the team.',
  'Do you have a link to where this is described?',
  'That matches what we measured last month.',
  'I would add: test it under load before you believe it.',
];

export const likesOf = (id: string, publishedAt: Date, now: Date): number => {
  const seed = `likes/${id}`;
  const eventual = unit(seed) < 0.125 ? between(`${seed}/many`, 20, 90) : between(`${seed}/few`, 0, 9);
  const hours = Math.max(0, now.getTime() - publishedAt.getTime()) / HOUR;
  return Math.floor(eventual * (1 - Math.exp(-hours / 10)));
};

type Place = Pick<Comment, 'id' | 'videoId' | 'videoChannelId' | 'parentId'>;

const written = (
  seed: string,
  place: Place,
  texts: readonly string[],
  publishedAt: Date,
  now: Date,
): Comment => {
  const handle = pick(`${seed}/who`, handles);
  return {
    ...place,
    text: pick(`${seed}/text`, texts),
    author: { channelId: `UC${idFrom(`person/${handle}`, 22)}`, handle },
    likes: likesOf(seed, publishedAt, now),
    publishedAt,
    updatedAt: publishedAt,
    isPublic: true,
  };
};

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

export const repliesOfOthers = (comment: Comment, now: Date): Comment[] => {
  const seed = `replies/${comment.id}`;
  const count = unit(seed) < 0.45 ? 0 : between(`${seed}/count`, 1, 3);
  return Array.from({ length: count }, (_, index) => {
    const own = `${seed}/${index}`;
    const place = { ...comment, id: `${comment.id}.${idFrom(own, 22)}`, parentId: comment.id };
    const hours = 0.2 + unit(`${own}/delay`) ** 2 * 30 + index * 2;
    return written(own, place, answers, new Date(comment.publishedAt.getTime() + hours * HOUR), now);
  }).filter(({ publishedAt }) => publishedAt <= now);
};
