import { between, idFrom, pick, pickSome, unit } from '../random.ts';
import { describeVideo } from './description.ts';
import specialVideos from './special-videos.json' with { type: 'json' };
import { allTopics, type Topic, topicOf } from './topics.ts';
import type { Video } from './video.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** In days, dealt out in turn within a topic, so that every date filter finds something. */
const ageBands = [
  ...[0.1, 0.9, 1.2, 6.5, 8, 28, 35, 350, 35, 350, 1.2, 6.5, 400, 1_400],
  ...[8, 28, 35, 350, 35, 350, 8, 28, 400, 1_400, 35, 350],
];

const eventualViews = (seed: string): number => Math.round(10 ** (2.7 + 3.5 * unit(`${seed}/views`) ** 1.15));

const channelIdOf = (title: string) => `UC${idFrom(`channel/${title}`, 22)}`;

interface Drawn {
  video: Omit<Video, 'publishedAt'>;
  offsetMs: number;
}

const draw = (seed: string, topic: Topic, title: string, offsetMs: number): Drawn => {
  const channelTitle = pick(`${seed}/channel`, topic.channels);
  const durationSeconds = /course|hours|curso|live/i.test(title)
    ? between(`${seed}/duration`, 3_900, 14_400)
    : between(`${seed}/duration`, 240, 3_300);
  const video = {
    id: idFrom(`video/${seed}`, 11),
    topic: topic.key,
    channelId: channelIdOf(channelTitle),
    channelTitle,
    title,
    description: describeVideo(seed, topic, durationSeconds),
    tags: topic.tags,
    language: topic.language,
    durationSeconds,
    hasCaptions: unit(`${seed}/captions`) < 1 / 3,
    commentsOff: unit(`${seed}/off`) < 0.03,
    madeForKids: false,
    eventualViews: eventualViews(seed),
    likesPerView: 0.015 + 0.04 * unit(`${seed}/likes`),
    commentsPerView: 0.0008 + 0.004 * unit(`${seed}/comments`),
  };
  return { video, offsetMs };
};

const writtenVideos = (topic: Topic): Drawn[] =>
  topic.titles.map((title, index) => {
    const seed = `${topic.key}/${index}`;
    const band = (2 * index) % ageBands.length;
    const [min = 35, max = 350] = ageBands.slice(band, band + 2);
    return draw(seed, topic, title, -(min + (max - min) * unit(`${seed}/age`)) * DAY);
  });

const awkwardVideos = (): Drawn[] =>
  specialVideos.map(({ title, topic, ageDays, views, channel, ...rest }) => {
    const { video, offsetMs } = draw(`special/${title}`, topicOf(topic), title, -ageDays * DAY);
    const moved = channel ? { channelId: channelIdOf(channel), channelTitle: channel } : {};
    return { video: { ...video, ...moved, eventualViews: views, commentsOff: false, ...rest }, offsetMs };
  });

const uploadTitles: Record<string, readonly string[]> = {
  en: ['{s}: a closer look', 'Five lessons about {s}', '{s} in practice', 'Live Q&A: {s}', '{t} weekly: {s}'],
  de: ['{s}: ein genauer Blick', 'Fünf Lehren: {s}'],
  es: ['{s}: una mirada de cerca', 'Cinco lecciones sobre {s}'],
  ja: ['{s}を詳しく見る', '{s}の5つのポイント'],
};

const allUploads = allTopics.flatMap((topic) =>
  topic.subjects.flatMap((subject) =>
    (uploadTitles[topic.language] ?? []).map((pattern) => {
      const title = pattern.replace('{s}', subject).replace('{t}', topic.name);
      return { topic, title: title.charAt(0).toUpperCase() + title.slice(1) };
    }),
  ),
);
const uploads = pickSome('uploads', allUploads, allUploads.length);

const UPLOAD_EVERY = 3 * HOUR;
/** Uploads begin thirteen days before the start. */
const FIRST_SLOT = -104;
/** Bounds the catalogue of a sandbox that is kept for years. */
const LAST_SLOT = 6_000;

const upload = (slot: number): Drawn => {
  const seed = `upload/${slot}`;
  const found = uploads[(slot - FIRST_SLOT) % uploads.length];
  if (!found) throw new RangeError('No upload to draw from');
  const jitter = unit(`${seed}/minute`) * UPLOAD_EVERY * 0.8;
  return draw(seed, found.topic, found.title, slot * UPLOAD_EVERY + jitter);
};

const memoize = <K, T>(make: (key: K) => T) => {
  const made = new Map<K, T>();
  return (key: K): T => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
};

const firstVideos = memoize((_: 'all') => [...allTopics.flatMap(writtenVideos), ...awkwardVideos()]);
const uploadIn = memoize(upload);

/** Adds uploads every few hours to fixed videos, so that "last 24 hours" always finds some. */
export const createCatalogue = (startedAt: Date) => {
  const start = startedAt.getTime();
  const videos: Video[] = [];
  const byId = new Map<string, Video>();
  let nextSlot = FIRST_SLOT;

  const publish = ({ video, offsetMs }: Drawn) => {
    const dated = { ...video, publishedAt: new Date(start + offsetMs) };
    videos.push(dated);
    byId.set(dated.id, dated);
  };
  for (const drawn of firstVideos('all')) publish(drawn);

  const growTo = (now: Date) => {
    for (; nextSlot < LAST_SLOT && start + nextSlot * UPLOAD_EVERY <= now.getTime(); nextSlot += 1)
      publish(uploadIn(nextSlot));
  };

  return {
    all(now: Date): Video[] {
      growTo(now);
      return videos.filter((video) => video.publishedAt <= now);
    },
    find(id: string, now: Date): Video | undefined {
      growTo(now);
      const video = byId.get(id);
      return video && video.publishedAt <= now ? video : undefined;
    },
  };
};

export type Catalogue = ReturnType<typeof createCatalogue>;
