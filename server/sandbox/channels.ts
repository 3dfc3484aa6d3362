import catalogueTexts from './catalogue.json' with { type: 'json' };
import {
  allTopics,
  channelIdOf,
  createCatalogue,
  draw,
  memoize,
  type Topic,
  uploadTitles,
  type Video,
} from './catalogue.ts';
import { idFrom, pick, unit } from './random.ts';

export interface Channel {
  id: string;
  title: string;
  handle: string;
  /** YouTube does not have it any more; a subscription outlives it. */
  isGone: boolean;
}

const DAY = 86_400_000;
const DRAWN_CHANNELS = 180;
const FIRST_DAY = -120;
/** Days between the uploads of a channel: a few are busy, most are not. */
const periods = [2, 20, 60, 200, 7, 40, 60, 200];
/** As the list of uploads shows it: so many newer ones stand above a scheduled video. */
const SCHEDULED_PLACE = 30;

const { channelPrefixes: prefixes } = catalogueTexts;

interface Drawn extends Channel {
  topic: Topic;
  periodMs: number;
  kind: 'usual' | 'empty' | 'live' | 'scheduled';
}

const drawnChannels: Drawn[] = Array.from({ length: DRAWN_CHANNELS }, (_, number) => {
  const topic = allTopics[number % allTopics.length];
  if (!topic) throw new RangeError('No topic to draw from');
  const series = Math.floor(number / allTopics.length);
  const language = topic.language === 'en' ? '' : ` (${topic.language})`;
  const title = `${prefixes[series % prefixes.length]} ${topic.name}${language}${series < prefixes.length ? '' : ` ${series}`}`;
  const kind =
    number === 0 ? 'empty' : number % 40 === 8 ? 'live' : number % 20 === 16 ? 'scheduled' : 'usual';
  return {
    id: channelIdOf(title),
    title,
    handle: handleOf(title),
    isGone: number === 1,
    topic,
    periodMs: (periods[number % periods.length] ?? 7) * DAY,
    kind,
  };
});

function handleOf(title: string): string {
  return `@${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')}`;
}

type Order = Partial<
  Pick<Video, 'title' | 'publishedAt' | 'uploadedAt' | 'durationSeconds' | 'commentsOff' | 'live'>
>;

const titleOf = (seed: string, topic: Topic): string => {
  const pattern = pick(`${seed}/pattern`, uploadTitles[topic.language] ?? ['{s}']);
  const title = pattern.replace('{s}', pick(`${seed}/subject`, topic.subjects)).replace('{t}', topic.name);
  return title.charAt(0).toUpperCase() + title.slice(1);
};

/** What a channel uploads in a slot, counted from the start; the same for every sandbox of a process. */
const uploadIn = memoize((channel: Drawn) =>
  memoize((slot: number) => {
    const seed = `${channel.id}/${slot}`;
    const offsetMs = FIRST_DAY * DAY + (slot + 0.8 * unit(`${seed}/at`)) * channel.periodMs;
    return draw(seed, channel.topic, titleOf(seed, channel.topic), offsetMs);
  }),
);

const uploadedAtOf = ({ uploadedAt, publishedAt }: Video) => (uploadedAt ?? publishedAt).getTime();

export interface VideoChange {
  commentsOff: boolean;
  /** Deleted, or made private. */
  isGone: boolean;
}

/** Channels with their uploads: those of the catalogue, and many small ones whose videos no search finds. */
export const createChannels = (startedAt: Date) => {
  const catalogue = createCatalogue(startedAt);
  const start = startedAt.getTime();
  const own = new Map<string, Video>();
  const uploads = new Map<string, Video[]>();
  const nextSlots = new Map<string, number>();
  const gone = new Set<string>();
  const changes = new Map<string, Partial<VideoChange>>();

  const asItIsNow = (video: Video): Video[] => {
    const { isGone, commentsOff } = changes.get(video.id) ?? {};
    return isGone ? [] : [commentsOff ? { ...video, commentsOff } : video];
  };

  const add = (video: Video): Video => {
    own.set(video.id, video);
    const others = uploads.get(video.channelId);
    if (others) others.push(video);
    else uploads.set(video.channelId, [video]);
    return video;
  };

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
      return { ...made, uploadedAt: new Date(at.getTime() - SCHEDULED_PLACE * channel.periodMs) };
    if (channel.kind !== 'live' || slot % 3 !== 0) return made;
    const startsAt = new Date(at.getTime() + 6 * 3_600_000);
    return { ...made, live: { startsAt, endsAt: new Date(startsAt.getTime() + 5_400_000) } };
  };

  const growTo = (channel: Drawn, now: Date) => {
    if (channel.kind === 'empty') return;
    const last = Math.floor((now.getTime() - start - FIRST_DAY * DAY) / channel.periodMs);
    for (let slot = nextSlots.get(channel.id) ?? 0; slot <= last; slot += 1) {
      add(drawUpload(channel, slot));
      nextSlots.set(channel.id, slot + 1);
    }
  };

  const known = new Map<string, Channel>(drawnChannels.map((channel) => [channel.id, channel]));
  for (const topic of allTopics)
    for (const title of topic.channels) {
      const id = channelIdOf(title);
      known.set(id, { id, title, handle: handleOf(title), isGone: false });
    }
  const withEnd = (channel: Channel | undefined) =>
    channel && { ...channel, isGone: channel.isGone || gone.has(channel.id) };

  const published = (id: string, now: Date): Video | undefined => {
    const found = catalogue.find(id, now);
    if (found) return found;
    if (!own.has(id)) for (const channel of drawnChannels) growTo(channel, now);
    const video = own.get(id);
    return video && video.publishedAt <= now ? video : undefined;
  };

  return {
    /** What a search finds. */
    all: (now: Date): Video[] => catalogue.all(now).flatMap(asItIsNow),
    find(id: string, now: Date): Video | undefined {
      const video = published(id, now);
      return video && asItIsNow(video)[0];
    },
    /** Throws a RangeError for an unknown video. */
    change(id: string, change: Partial<VideoChange>, now: Date): void {
      if (!published(id, now)) throw new RangeError(`No video ${id}.`);
      changes.set(id, { ...changes.get(id), ...change });
    },
    channel: (id: string) => withEnd(known.get(id)),
    byHandle: (handle: string) =>
      withEnd([...known.values()].find((channel) => channel.handle === handle.toLowerCase())),
    /** What every account here is subscribed to. */
    subscriptions: (): Channel[] => [...known.values()],
    /** Newest upload first. */
    uploadsOf(channelId: string, now: Date): Video[] {
      const drawn = drawnChannels.find(({ id }) => id === channelId);
      if (drawn) growTo(drawn, now);
      const searched = drawn ? [] : catalogue.all(now).filter((video) => video.channelId === channelId);
      return [...searched, ...(uploads.get(channelId) ?? [])]
        .filter(({ publishedAt }) => publishedAt <= now)
        .flatMap(asItIsNow)
        .sort((a, b) => uploadedAtOf(b) - uploadedAtOf(a));
    },
    /** Uploads a video by order; returns its id. Throws a RangeError for an unknown channel. */
    publish(channelId: string, order: Order & { publishedAt: Date }): string {
      const channel = known.get(channelId);
      const topic = drawnChannels.find(({ id }) => id === channelId)?.topic ?? allTopics[0];
      if (!channel || !topic) throw new RangeError(`No channel ${channelId}.`);
      const seed = `order/${channelId}/${own.size}`;
      const { video } = draw(seed, topic, order.title ?? titleOf(seed, topic), 0);
      const ours = { id: idFrom(seed, 11), channelId, channelTitle: channel.title, commentsOff: false };
      return add({ ...video, ...ours, ...order }).id;
    },
    /** It is deleted on YouTube. */
    vanish: (channelId: string): void => void gone.add(channelId),
  };
};

export type Channels = ReturnType<typeof createChannels>;
