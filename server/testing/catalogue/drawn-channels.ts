import type { Channel, Video } from '../../sandbox/catalogue.ts';
import { pick, unit } from '../../sandbox/random.ts';
import catalogueTexts from './catalogue.json' with { type: 'json' };
import {
  allTopics,
  channelIdOf,
  draw,
  memoize,
  type Topic,
  uploadTitles,
} from './generated.ts';

const DAY = 86_400_000;
const DRAWN_CHANNELS = 180;
const FIRST_DAY = -120;
/** Days between the uploads of a channel: a few channels are busy, most are not. */
const periods = [2, 20, 60, 200, 7, 40, 60, 200];
/** How many newer uploads are listed above a scheduled video when it is published. */
const SCHEDULED_PLACE = 30;

const { channelPrefixes: prefixes } = catalogueTexts;

interface Drawn extends Channel {
  topic: Topic;
  periodMs: number;
  kind: 'usual' | 'empty' | 'live' | 'scheduled';
}

export const drawnChannels: Drawn[] = Array.from(
  { length: DRAWN_CHANNELS },
  (_, number) => {
    const topic = allTopics[number % allTopics.length];
    if (!topic) throw new RangeError('No topic to draw from');
    const series = Math.floor(number / allTopics.length);
    const language = topic.language === 'en' ? '' : ` (${topic.language})`;
    const repetition = series < prefixes.length ? '' : ` ${series}`;
    const title = `${prefixes[series % prefixes.length]} ${topic.name}${language}${repetition}`;
    return {
      id: channelIdOf(title),
      title,
      handle: handleOf(title),
      isGone: number === 1,
      topic,
      periodMs: (periods[number % periods.length] ?? 7) * DAY,
      kind: kindOf(number),
    };
  },
);

function kindOf(number: number): Drawn['kind'] {
  if (number === 0) return 'empty';
  if (number % 40 === 8) return 'live';
  return number % 20 === 16 ? 'scheduled' : 'usual';
}

export function handleOf(title: string): string {
  return `@${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')}`;
}

const titleOf = (seed: string, topic: Topic): string => {
  const pattern = pick(`${seed}/pattern`, uploadTitles[topic.language] ?? ['{s}']);
  const title = pattern
    .replace('{s}', pick(`${seed}/subject`, topic.subjects))
    .replace('{t}', topic.name);
  return title.charAt(0).toUpperCase() + title.slice(1);
};

/**
 * Returns a channel's upload in a slot counted from the start; the same for every sandbox
 * of a process.
 */
const uploadIn = memoize((channel: Drawn) =>
  memoize((slot: number) => {
    const seed = `${channel.id}/${slot}`;
    const offsetMs =
      FIRST_DAY * DAY + (slot + 0.8 * unit(`${seed}/at`)) * channel.periodMs;
    return draw(seed, channel.topic, titleOf(seed, channel.topic), offsetMs);
  }),
);

/** Creates channels whose uploads no search finds. */
export const createDrawnChannels = (startedAt: Date) => {
  const start = startedAt.getTime();
  const byId = new Map<string, Video>();
  const uploads = new Map<string, Video[]>();
  const nextSlots = new Map<string, number>();

  const drawUpload = (channel: Drawn, slot: number): Video => {
    const { video, offsetMs } = uploadIn(channel)(slot);
    const at = new Date(start + offsetMs);
    const made: Video = {
      ...video,
      channelId: channel.id,
      channelTitle: channel.title,
      publishedAt: at,
      ...(slot % 9 === 4 && { durationSeconds: 20 + slot }),
    };
    if (channel.kind === 'scheduled' && slot % 6 === 3)
      return {
        ...made,
        uploadedAt: new Date(at.getTime() - SCHEDULED_PLACE * channel.periodMs),
      };
    if (channel.kind !== 'live' || slot % 3 !== 0) return made;
    const startsAt = new Date(at.getTime() + 6 * 3_600_000);
    return {
      ...made,
      live: { startsAt, endsAt: new Date(startsAt.getTime() + 5_400_000) },
    };
  };

  const growTo = (channel: Drawn, now: Date) => {
    if (channel.kind === 'empty') return;
    const last = Math.floor((now.getTime() - start - FIRST_DAY * DAY) / channel.periodMs);
    for (let slot = nextSlots.get(channel.id) ?? 0; slot <= last; slot += 1) {
      const video = drawUpload(channel, slot);
      byId.set(video.id, video);
      uploads.set(channel.id, [...(uploads.get(channel.id) ?? []), video]);
      nextSlots.set(channel.id, slot + 1);
    }
  };

  return {
    find(id: string, now: Date): Video | undefined {
      if (!byId.has(id)) for (const channel of drawnChannels) growTo(channel, now);
      return byId.get(id);
    },
    uploadsOf(channelId: string, now: Date): Video[] {
      const channel = drawnChannels.find(({ id }) => id === channelId);
      if (channel) growTo(channel, now);
      return uploads.get(channelId) ?? [];
    },
  };
};
