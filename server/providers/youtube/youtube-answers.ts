import { z } from 'zod';

const id = z.string().min(1);
const text = z.string().catch('');
const optionalText = z.string().nullable().catch(null);
/** Counts arrive as strings. A missing one is not public, or comments are turned off. */
const count = z
  .union([z.string().regex(/^\d+$/), z.number()])
  .transform(Number)
  .nullable()
  .catch(null);

/** Parses an optional object: if it is missing, every field takes its fallback value. */
function part<Shape extends z.ZodRawShape>(shape: Shape) {
  const whole = z.object(shape);
  return whole.catch(() => whole.parse({}));
}

const listed = z.object({ items: z.array(z.unknown()) });
/** YouTube leaves out `items` only in an empty list of channels. */
const noChannels = z.object({
  kind: z.literal('youtube#channelListResponse'),
  pageInfo: z.object({ totalResults: z.literal(0) }),
});

/**
 * Returns whether this is a valid list. A response without `items` proves nothing about
 * what exists (rule 3.8).
 */
export function isList(reply: unknown): boolean {
  return listed.safeParse(reply).success || noChannels.safeParse(reply).success;
}

const page = z.object({
  items: z.array(z.unknown()).catch([]),
  nextPageToken: optionalText,
  pageInfo: part({ totalResults: z.number().catch(0) }),
});

/** Drops malformed items, so that one of them does not make the whole page fail. */
const itemsAs =
  <T>(item: z.ZodType<T>) =>
  (reply: unknown): T[] =>
    page.parse(reply).items.flatMap((raw) => item.safeParse(raw).data ?? []);

export const nextPageOf = (reply: unknown) => page.parse(reply).nextPageToken || null;

export const readInserted = (reply: unknown) =>
  z.object({ id }).safeParse(reply).data?.id ?? null;
export const readIds = itemsAs(z.object({ id }).transform((item) => item.id));
const readFound = itemsAs(
  z.object({ id: z.object({ videoId: id }) }).transform((item) => item.id.videoId),
);

export const readSearch = (reply: unknown) => ({
  youtubeIds: [...new Set(readFound(reply))],
  totalResults: page.parse(reply).pageInfo.totalResults,
  nextPageToken: nextPageOf(reply),
});

const picture = z
  .object({ url: z.string() })
  .transform(({ url }) => url)
  .nullable()
  .catch(null);
const thumbnails = part({ medium: picture, high: picture, default: picture });
const pictureOf = ({ medium, high, default: small }: z.infer<typeof thumbnails>) =>
  medium ?? high ?? small;

const video = z.object({
  id,
  snippet: z.object({
    title: text,
    description: text,
    channelId: id,
    channelTitle: text,
    publishedAt: text,
    thumbnails,
    defaultAudioLanguage: optionalText,
    defaultLanguage: optionalText,
    liveBroadcastContent: text,
    tags: z.array(z.string()).catch([]),
  }),
  statistics: part({ viewCount: count, likeCount: count, commentCount: count }),
  status: part({
    privacyStatus: z.string().catch('public'),
    madeForKids: z.boolean().catch(false),
  }),
  contentDetails: part({
    caption: z.enum(['true', 'false']).nullable().catch(null),
    duration: text,
  }),
  liveStreamingDetails: part({ actualEndTime: optionalText }),
});

const isoDuration = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/;

/** Returns null for a stream that has not ended: its duration is P0D. */
function secondsOf(duration: string): number | null {
  const [, ...parts] = isoDuration.exec(duration) ?? [];
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((each) =>
    Number(each ?? 0),
  );
  return days * 86_400 + hours * 3600 + minutes * 60 + seconds || null;
}

export const readVideos = itemsAs(
  video.transform(
    ({ id, snippet, statistics, status, contentDetails, liveStreamingDetails }) => ({
      youtubeId: id,
      title: snippet.title,
      description: snippet.description,
      channelId: snippet.channelId,
      channelTitle: snippet.channelTitle,
      thumbnailUrl: pictureOf(snippet.thumbnails),
      publishedAt: snippet.publishedAt,
      ...statistics,
      // Nobody can comment in any of these cases (wire W2).
      commentsOff:
        statistics.commentCount === null ||
        status.madeForKids ||
        status.privacyStatus !== 'public',
      language: snippet.defaultAudioLanguage ?? snippet.defaultLanguage,
      /** Null if YouTube does not say. */
      hasCaptions: contentDetails.caption && contentDetails.caption === 'true',
      /** The author's tags, which YouTube displays nowhere. */
      keywords: snippet.tags,
      /** Null if YouTube does not say, for example for a live stream. */
      durationSeconds: secondsOf(contentDetails.duration),
      /** True for a premiere or live stream that has not ended. */
      isAwaited: ['live', 'upcoming'].includes(snippet.liveBroadcastContent),
      /** When a live stream ended; null for other videos. */
      endedAt: liveStreamingDetails.actualEndTime,
    }),
  ),
);

export const readOwnChannels = itemsAs(
  z
    .object({ id, snippet: part({ title: text }) })
    .transform(({ id, snippet }) => ({ id, ...snippet })),
);

const channel = z.object({
  id,
  snippet: z.object({ title: text, thumbnails }),
  contentDetails: z.object({ relatedPlaylists: z.object({ uploads: id }) }),
});

export const readChannels = itemsAs(
  channel.transform(({ id, snippet, contentDetails }) => ({
    channelId: id,
    title: snippet.title,
    thumbnailUrl: pictureOf(snippet.thumbnails),
    /** Id of the playlist that holds the channel's uploads. */
    uploadsId: contentDetails.relatedPlaylists.uploads,
  })),
);

const upload = z.object({
  contentDetails: z.object({
    videoId: id,
    videoPublishedAt: z.iso.datetime().nullable().catch(null),
  }),
});

export const readUploads = itemsAs(
  upload.transform(({ contentDetails: { videoId, videoPublishedAt } }) => ({
    youtubeId: videoId,
    /** Null if YouTube does not say. */
    publishedAt: videoPublishedAt,
  })),
);

const subscription = z.object({
  snippet: z.object({
    title: text,
    publishedAt: text,
    thumbnails,
    resourceId: z.object({ channelId: id }),
  }),
});

export const readSubscriptions = itemsAs(
  subscription.transform(({ snippet }) => ({
    channelId: snippet.resourceId.channelId,
    title: snippet.title,
    thumbnailUrl: pictureOf(snippet.thumbnails),
    subscribedAt: snippet.publishedAt,
  })),
);

const written = z
  .object({
    authorDisplayName: text,
    authorChannelId: part({ value: optionalText }),
    textDisplay: text,
    textOriginal: optionalText,
    imageUrl: text,
    likeCount: count,
    publishedAt: text,
  })
  .transform(
    ({
      authorDisplayName,
      authorChannelId,
      textDisplay,
      textOriginal,
      imageUrl,
      ...rest
    }) => ({
      ...rest,
      authorName: authorDisplayName,
      /** Null for a deleted account. */
      authorChannelId: authorChannelId.value,
      // Only the author of a comment receives textOriginal.
      text: textOriginal ?? textDisplay,
      /** The picture may come with a text or alone. */
      hasPicture: imageUrl !== '',
    }),
  );

const reply = z
  .object({ id, snippet: written })
  .refine(({ snippet }) => z.iso.datetime().safeParse(snippet.publishedAt).success)
  .transform(({ id, snippet }) => ({ youtubeReplyId: id, ...snippet }));

const repliesOf = itemsAs(reply);

export const readReplies = (answer: unknown) => ({
  replies: repliesOf(answer),
  nextPageToken: nextPageOf(answer),
});

const thread = z.object({
  id,
  snippet: z.object({
    totalReplyCount: count,
    topLevelComment: z.object({ snippet: written }),
  }),
  replies: part({ comments: z.array(z.unknown()).catch([]) }),
});

/** Reads threads, each with its top-level comment. */
export const readThreads = itemsAs(
  thread.transform(({ id, snippet, replies }) => ({
    ...snippet.topLevelComment.snippet,
    youtubeCommentId: id,
    /** Null if YouTube does not say; the same goes for the likes. */
    replyCount: snippet.totalReplyCount,
    /**
     * Only a few replies; complete only if `replyCount` is not larger than their number.
     */
    replies: repliesOf({ items: replies.comments }),
  })),
);
