import {
  acceptsComments,
  type Catalogue,
  type Channel,
  type Video,
} from '../../sandbox/catalogue.ts';
import { idFrom, pick, unit } from '../../sandbox/random.ts';
import { likesOf } from '../../sandbox/strangers.ts';
import texts from './catalogue.json' with { type: 'json' };
import { createDrawnChannels, drawnChannels, handleOf } from './drawn-channels.ts';
import { allTopics, channelIdOf, createVideos } from './generated.ts';

const DAY = 86_400_000;
const MOST_COMMENTS = 60;

const remarks: Record<string, readonly string[]> = texts.remarks;

/**
 * The questions of each topic, keyed by its tags, because every video of a topic has that
 * same array.
 */
const questions = new Map(
  allTopics.map((topic) => [
    topic.tags,
    topic.questions.map(
      (question) => `${question.charAt(0).toUpperCase()}${question.slice(1)}?`,
    ),
  ]),
);

const commentsOn = (video: Video, now: Date) => {
  if (!acceptsComments(video)) return [];
  const count = Math.min(
    MOST_COMMENTS,
    Math.floor(video.eventualViews * video.commentsPerView),
  );
  const words = [
    ...(remarks[video.language] ?? []),
    ...(questions.get(video.tags) ?? []),
  ];
  return Array.from({ length: count }, (_, index) => {
    const seed = `crowd/${video.id}/${index}`;
    const days = 0.01 + 40 * unit(`${seed}/when`) ** 3;
    const publishedAt = new Date(video.publishedAt.getTime() + days * DAY);
    return {
      id: `Ugx${idFrom(seed, 16)}4AaABAg`,
      by: pick(`${seed}/who`, texts.handles),
      text: pick(`${seed}/text`, words),
      likes: likesOf(seed, publishedAt, now),
      publishedAt,
    };
  }).filter(({ publishedAt }) => publishedAt <= now);
};

const searchedChannels: Channel[] = allTopics
  .flatMap((topic) => topic.channels)
  .map((title) => ({
    id: channelIdOf(title),
    title,
    handle: handleOf(title),
    isGone: false,
  }));

const channels = [
  ...new Map(
    [...drawnChannels, ...searchedChannels].map((each) => [each.id, each]),
  ).values(),
];

/**
 * Creates hundreds of generated videos, including some with awkward titles and texts, and
 * 180 small channels whose videos no search finds.
 */
export const createTestCatalogue = (startedAt: Date): Catalogue => {
  const videos = createVideos(startedAt);
  const drawn = createDrawnChannels(startedAt);
  return {
    channels,
    topics: ['Kubernetes'],
    searchable: videos.all,
    find: (id, now) => videos.find(id, now) ?? drawn.find(id, now),
    uploadsOf(channelId, now) {
      const searched = videos.all(now).filter((video) => video.channelId === channelId);
      return [...searched, ...drawn.uploadsOf(channelId, now)];
    },
    commentsOn,
  };
};
