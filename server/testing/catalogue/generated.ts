import type { Video } from '../../sandbox/catalogue.ts';
import { motifs } from '../../sandbox/motifs.ts';
import { between, idFrom, pick, pickSome, unit } from '../../sandbox/random.ts';
import {
  type Topic as KnownTopic,
  topicOf as knownTopic,
} from '../model-servers/topics.ts';
import catalogue from './catalogue.json' with { type: 'json' };

const chapterWords: Record<string, readonly string[]> = catalogue.chapterWords;
const leads: Record<string, readonly string[]> = catalogue.leads;

const stamp = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const chapters = (seed: string, language: string, duration: number): string => {
  const words = chapterWords[language] ?? [];
  const step = Math.floor(duration / words.length);
  return words
    .map((word, index) => {
      const late = index === 0 ? 0 : between(`${seed}/${index}`, 0, Math.floor(step / 3));
      return `${stamp(index * step + late)} ${word}`;
    })
    .join('\n');
};

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const describeVideo = (seed: string, topic: Topic, duration: number): string => {
  const hashtags = pickSome(`${seed}/hash`, topic.tags, 3).map(
    (tag) => `#${tag.replace(/[^\p{L}\p{N}]+/gu, '')}`,
  );
  const short = [
    pick(`${seed}/lead`, leads[topic.language] ?? []),
    pickSome(`${seed}/learned`, topic.insights, 2).map(sentence).join(' '),
    chapters(`${seed}/chapter`, topic.language, duration),
    hashtags.join(' '),
  ].join('\n\n');
  if (unit(`${seed}/long`) > 1 / 9) return short;
  const spoken = [...topic.insights, ...topic.questions].map(sentence);
  const transcript = Array.from(
    { length: 60 },
    (_, at) => `${stamp(at * 47)} ${spoken[at % spoken.length]}`,
  );
  return `${short}\n\n${transcript.join('\n')}`.slice(0, 4_900);
};

/** A subject with everything that its videos are generated from. */
export interface Topic extends KnownTopic {
  channels: readonly string[];
  titles: readonly string[];
  subjects: readonly string[];
}

export const allTopics: readonly Topic[] = catalogue.topics.map((topic) => ({
  ...knownTopic(topic.key),
  ...topic,
}));

const byKey = new Map(allTopics.map((topic) => [topic.key, topic]));

const topicOf = (key: string): Topic => {
  const topic = byKey.get(key);
  if (!topic) throw new RangeError(`No topic ${key}`);
  return topic;
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const motifNames = Object.keys(motifs);

/**
 * Pairs of a smallest and a largest age in days. The videos of a topic take them in turn,
 * so that every date filter finds some.
 */
const ageBands = [
  ...[0.1, 0.9, 1.2, 6.5, 8, 28, 35, 350, 35, 350, 1.2, 6.5, 400, 1_400],
  ...[8, 28, 35, 350, 35, 350, 8, 28, 400, 1_400, 35, 350],
];

const eventualViews = (seed: string): number =>
  Math.round(10 ** (2.7 + 3.5 * unit(`${seed}/views`) ** 1.15));

export const channelIdOf = (title: string) => `UC${idFrom(`channel/${title}`, 22)}`;

interface Drawn {
  video: Omit<Video, 'publishedAt'>;
  offsetMs: number;
}

export const draw = (
  seed: string,
  topic: Topic,
  title: string,
  offsetMs: number,
): Drawn => {
  const channelTitle = pick(`${seed}/channel`, topic.channels);
  const durationSeconds = /course|hours|curso|live/i.test(title)
    ? between(`${seed}/duration`, 3_900, 14_400)
    : between(`${seed}/duration`, 240, 3_300);
  const video = {
    id: idFrom(`video/${seed}`, 11),
    channelId: channelIdOf(channelTitle),
    channelTitle,
    title,
    description: describeVideo(seed, topic, durationSeconds),
    tags: topic.tags,
    subjectWords: topic.words,
    thumbnail: {
      text: title.split(' ').slice(0, 4).join(' '),
      motif: pick(`${seed}/motif`, motifNames),
    },
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
  catalogue.specialVideos.map(({ title, topic, ageDays, views, channel, ...rest }) => {
    const { video, offsetMs } = draw(
      `special/${title}`,
      topicOf(topic),
      title,
      -ageDays * DAY,
    );
    const moved = channel
      ? { channelId: channelIdOf(channel), channelTitle: channel }
      : {};
    return {
      video: { ...video, ...moved, eventualViews: views, commentsOff: false, ...rest },
      offsetMs,
    };
  });

export const uploadTitles: Record<string, readonly string[]> = catalogue.uploadTitles;

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
/** Limits the catalogue of a sandbox that is kept for years. */
const LAST_SLOT = 6_000;

const upload = (slot: number): Drawn => {
  const seed = `upload/${slot}`;
  const found = uploads[(slot - FIRST_SLOT) % uploads.length];
  if (!found) throw new RangeError('No upload to draw from');
  const jitter = unit(`${seed}/minute`) * UPLOAD_EVERY * 0.8;
  return draw(seed, found.topic, found.title, slot * UPLOAD_EVERY + jitter);
};

export const memoize = <K, T>(make: (key: K) => T) => {
  const made = new Map<K, T>();
  return (key: K): T => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
};

const firstVideos = memoize((_: 'all') => [
  ...allTopics.flatMap(writtenVideos),
  ...awkwardVideos(),
]);
const uploadIn = memoize(upload);

/**
 * Returns fixed videos plus a new upload every few hours, so that "last 24 hours" always
 * finds some.
 */
export const createVideos = (startedAt: Date) => {
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
    for (
      ;
      nextSlot < LAST_SLOT && start + nextSlot * UPLOAD_EVERY <= now.getTime();
      nextSlot += 1
    )
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
