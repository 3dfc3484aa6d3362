import type { Catalogue, Channel, Video } from './catalogue.ts';
import { idFrom } from './random.ts';

type Order = Partial<
  Pick<
    Video,
    'title' | 'publishedAt' | 'uploadedAt' | 'durationSeconds' | 'commentsOff' | 'live'
  >
>;

/** Long enough not to be a Short. */
const USUAL_SECONDS = 600;

const uploadedAtOf = ({ uploadedAt, publishedAt }: Video) =>
  (uploadedAt ?? publishedAt).getTime();

export interface VideoChange {
  commentsOff: boolean;
  /** True if the video is deleted or private. */
  isGone: boolean;
}

/**
 * The channels and videos of a catalogue, including the changes and uploads that tests or
 * the sandbox page ordered.
 */
export const createChannels = (catalogue: Catalogue) => {
  const ordered = new Map<string, Video>();
  const gone = new Set<string>();
  const changes = new Map<string, Partial<VideoChange>>();
  const channels = new Map(catalogue.channels.map((channel) => [channel.id, channel]));

  const asItIsNow = (video: Video): Video[] => {
    const { isGone, commentsOff } = changes.get(video.id) ?? {};
    if (isGone) return [];
    return commentsOff ? [{ ...video, commentsOff }] : [video];
  };

  const withEnd = (channel: Channel | undefined) =>
    channel && { ...channel, isGone: channel.isGone || gone.has(channel.id) };

  const published = (id: string, now: Date): Video | undefined => {
    const video = ordered.get(id) ?? catalogue.find(id, now);
    return video && video.publishedAt <= now ? video : undefined;
  };

  return {
    /** Returns the videos that a search can find. */
    all: (now: Date): Video[] => catalogue.searchable(now).flatMap(asItIsNow),
    find(id: string, now: Date): Video | undefined {
      const video = published(id, now);
      return video && asItIsNow(video)[0];
    },
    /** Throws a RangeError for an unknown video. */
    change(id: string, change: Partial<VideoChange>, now: Date): void {
      if (!published(id, now)) throw new RangeError(`No video ${id}.`);
      changes.set(id, { ...changes.get(id), ...change });
    },
    channel: (id: string) => withEnd(channels.get(id)),
    byHandle: (handle: string) =>
      withEnd(
        catalogue.channels.find((channel) => channel.handle === handle.toLowerCase()),
      ),
    /** Every account is subscribed to all channels. */
    subscriptions: (): readonly Channel[] => catalogue.channels,
    /** Returns the newest upload first. */
    uploadsOf(channelId: string, now: Date): Video[] {
      const byOrder = [...ordered.values()].filter(
        (video) => video.channelId === channelId,
      );
      return [...catalogue.uploadsOf(channelId, now), ...byOrder]
        .filter(({ publishedAt }) => publishedAt <= now)
        .flatMap(asItIsNow)
        .sort((a, b) => uploadedAtOf(b) - uploadedAtOf(a));
    },
    /**
     * Uploads a video that resembles another one of the channel, and returns its id.
     * Throws a RangeError for an unknown channel.
     */
    publish(channelId: string, order: Order & { publishedAt: Date }): string {
      const channel = channels.get(channelId);
      const now = order.publishedAt;
      const [pattern = catalogue.searchable(now)[0]] = catalogue.uploadsOf(
        channelId,
        now,
      );
      if (!channel || !pattern) throw new RangeError(`No channel ${channelId}.`);
      const number = ordered.size + 1;
      const { live: _live, uploadedAt: _uploadedAt, ...usual } = pattern;
      const video: Video = {
        ...usual,
        id: idFrom(`order/${channelId}/${number}`, 11),
        channelId,
        channelTitle: channel.title,
        title: `${pattern.title}, part ${number + 1}`,
        durationSeconds: Math.max(pattern.durationSeconds, USUAL_SECONDS),
        commentsOff: false,
        madeForKids: false,
        ...order,
      };
      ordered.set(video.id, video);
      return video.id;
    },
    /** Deletes the channel on the sandbox's YouTube. */
    vanish: (channelId: string): void => void gone.add(channelId),
  };
};

export type Channels = ReturnType<typeof createChannels>;
