import { between, idFrom, pick, unit } from '../deterministic.ts';
import { channelFor, channels } from './channels.ts';
import { describeVideo } from './describe.ts';
import { type SpecialVideo, specialVideos } from './special-videos.ts';
import { allTopics, topicOf } from './topics/all-topics.ts';
import type { Topic } from './topics/topic.ts';
import type { WorldVideo } from './video.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Age bands in days, dealt out in turn inside each topic so that every filter finds something in every field. */
const ageBands: readonly (readonly [min: number, max: number])[] = [
  [0.1, 0.9],
  [1.2, 6.5],
  [8, 28],
  [35, 350],
  [35, 350],
  [1.2, 6.5],
  [400, 1_400],
  [8, 28],
  [35, 350],
  [35, 350],
  [8, 28],
  [400, 1_400],
  [35, 350],
];

/** Views from a few hundred to over a million, most of them in the thousands. */
const eventualViews = (seed: string): number => Math.round(10 ** (2.7 + 3.5 * unit(`${seed}/views`) ** 1.15));

type UndatedVideo = Omit<WorldVideo, 'publishedAt'>;

const assemble = (seed: string, topic: Topic, title: string): UndatedVideo => {
  const channel = channelFor(topic.key, `${seed}/channel`);
  const durationSeconds = /course|hours|curso|live/i.test(title)
    ? between(`${seed}/duration`, 3_900, 14_400)
    : between(`${seed}/duration`, 240, 3_300);
  return {
    id: idFrom(`video/${seed}`, 11),
    topic: topic.key,
    channelId: channel.id,
    channelTitle: channel.title,
    title,
    description: describeVideo(seed, topic, durationSeconds),
    tags: topic.tags,
    categoryId: topic.categoryId,
    language: topic.language,
    durationSeconds,
    commentsOff: unit(`${seed}/off`) < 0.03,
    madeForKids: false,
    eventualViews: eventualViews(seed),
    likesPerView: 0.015 + 0.04 * unit(`${seed}/likes`),
    commentsPerView: 0.0008 + 0.004 * unit(`${seed}/comments`),
  };
};

/** A video that is there from the beginning, and how old it is then. */
interface FirstVideo {
  ageMs: number;
  video: UndatedVideo;
}

const written = (topic: Topic): FirstVideo[] =>
  topic.titles.map((title, index) => {
    const seed = `${topic.key}/${index}`;
    const [min, max] = ageBands[index % ageBands.length] ?? [35, 350];
    const ageMs = (min + (max - min) * unit(`${seed}/age`)) * DAY;
    return { ageMs, video: assemble(seed, topic, title) };
  });

const special = (entry: SpecialVideo): FirstVideo => {
  const seed = `special/${entry.title}`;
  const topic = topicOf(entry.topic);
  const video = assemble(seed, topic, entry.title);
  const channel = channels.find(({ title }) => title === entry.channel);
  return {
    ageMs: entry.ageDays * DAY,
    video: {
      ...video,
      ...(channel && { channelId: channel.id, channelTitle: channel.title }),
      ...(entry.description !== undefined && { description: entry.description }),
      commentsOff: entry.commentsOff ?? false,
      madeForKids: entry.madeForKids ?? false,
      eventualViews: entry.views,
    },
  };
};

/** The same in every world, so they are described once a process. */
let firstVideos: readonly FirstVideo[] | undefined;

const newUploadTitles: Record<string, readonly string[]> = {
  en: [
    '{s}: a closer look',
    'Five lessons about {s}',
    '{s} in practice ({t})',
    'Live Q&A: {s}',
    '{t} weekly: {s}',
  ],
  de: ['{s}: ein genauer Blick', 'Fünf Lehren: {s}'],
  es: ['{s}: una mirada de cerca', 'Cinco lecciones sobre {s}'],
  ja: ['{s}を詳しく見る', '{s}の5つのポイント'],
  fr: ['{s} : regardons de près', 'Cinq leçons sur {s}'],
  pt: ['{s}: um olhar de perto', 'Cinco lições sobre {s}'],
};

/** Hours between two uploads after the world was born. */
const UPLOAD_EVERY = 3 * HOUR;

const upload = (slot: number, bornAt: number): WorldVideo => {
  const seed = `upload/${slot}`;
  const topic = pick(`${seed}/topic`, allTopics);
  const subject = pick(`${seed}/subject`, topic.subjects);
  const patterns = newUploadTitles[topic.language] ?? newUploadTitles['en'] ?? [];
  const text = pick(`${seed}/title`, patterns).replace('{s}', subject).replace('{t}', topic.name);
  const title = text.charAt(0).toUpperCase() + text.slice(1);
  const jitter = unit(`${seed}/minute`) * UPLOAD_EVERY * 0.8;
  return {
    ...assemble(seed, topic, title),
    publishedAt: new Date(bornAt + slot * UPLOAD_EVERY + jitter),
  };
};

/** Keeps a world that was left for years from growing without end. */
const MOST_UPLOADS = 6_000;

/**
 * All videos of the world. Those it is born with have fixed ages at that moment; afterwards somebody uploads
 * every few hours, so "last 24 hours" never runs dry however long the sandbox is kept.
 */
export const createCatalogue = (bornAt: Date) => {
  const born = bornAt.getTime();
  firstVideos ??= [...allTopics.flatMap(written), ...specialVideos.map(special)];
  const videos = firstVideos.map(
    ({ ageMs, video }): WorldVideo => ({ ...video, publishedAt: new Date(born - ageMs) }),
  );
  const byId = new Map(videos.map((video) => [video.id, video]));
  let nextSlot = 0;

  const growTo = (now: Date) => {
    while (nextSlot < MOST_UPLOADS && born + nextSlot * UPLOAD_EVERY <= now.getTime()) {
      const video = upload(nextSlot, born);
      videos.push(video);
      byId.set(video.id, video);
      nextSlot += 1;
    }
  };

  return {
    /** Every video that is out at that time. */
    all(now: Date): WorldVideo[] {
      growTo(now);
      return videos.filter((video) => video.publishedAt <= now);
    },
    find(id: string, now: Date): WorldVideo | undefined {
      growTo(now);
      const video = byId.get(id);
      return video && video.publishedAt <= now ? video : undefined;
    },
  };
};

export type Catalogue = ReturnType<typeof createCatalogue>;
