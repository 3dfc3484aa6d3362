import { z } from 'zod';
import type { TopComment } from '#shared/contracts/drafts.ts';
import type {
  Channel,
  ListedComment,
  ListedReply,
  ReplyPage,
  Subscription,
  Thread,
  Upload,
  VideoSearchPage,
  YouTubeVideo,
} from './youtube.ts';

const text = z.string().catch('');
const optionalText = z.string().nullable().catch(null);
/** Statistics are strings; a missing one is not public, or comments are off. */
const count = z
  .union([z.string().regex(/^\d+$/), z.number()])
  .transform(Number)
  .nullable()
  .catch(null);

const listed = z.object({ items: z.array(z.unknown()) });
/** Only an empty list of channels has no `items`. */
const noChannels = z.object({
  kind: z.literal('youtube#channelListResponse'),
  pageInfo: z.object({ totalResults: z.literal(0) }),
});

/** A list without `items` proves nothing about what exists (rule 3.8). */
export function isList(reply: unknown): boolean {
  return listed.safeParse(reply).success || noChannels.safeParse(reply).success;
}

const page = z.object({
  items: z.array(z.unknown()).catch([]),
  nextPageToken: optionalText,
  pageInfo: z.object({ totalResults: z.number() }).catch({ totalResults: 0 }),
});

/** Drops malformed items: one must not cost the whole page. */
function itemsOf<T>(reply: unknown, item: z.ZodType<T>): T[] {
  return page.parse(reply).items.flatMap((raw) => {
    const read = item.safeParse(raw);
    return read.success ? [read.data] : [];
  });
}

export const nextPageOf = (reply: unknown) => page.parse(reply).nextPageToken || null;

const foundItem = z.object({ id: z.object({ videoId: z.string().min(1) }) });

export function readSearch(reply: unknown): VideoSearchPage {
  return {
    youtubeIds: [...new Set(itemsOf(reply, foundItem).map(({ id }) => id.videoId))],
    totalResults: page.parse(reply).pageInfo.totalResults,
    nextPageToken: nextPageOf(reply),
  };
}

const thumbnail = z.object({ url: z.string() }).nullable().catch(null);
const thumbnails = z
  .object({ medium: thumbnail, high: thumbnail, default: thumbnail })
  .catch({ medium: null, high: null, default: null });
const videoItem = z.object({
  id: z.string().min(1),
  snippet: z.object({
    title: text,
    description: text,
    channelId: z.string().min(1),
    channelTitle: text,
    publishedAt: text,
    thumbnails,
    defaultAudioLanguage: optionalText,
    defaultLanguage: optionalText,
    liveBroadcastContent: optionalText,
    tags: z.array(z.string()).catch([]),
  }),
  statistics: z
    .object({ viewCount: count, likeCount: count, commentCount: count })
    .catch({ viewCount: null, likeCount: null, commentCount: null }),
  status: z
    .object({ privacyStatus: z.string().catch('public'), madeForKids: z.boolean().catch(false) })
    .catch({ privacyStatus: 'public', madeForKids: false }),
  contentDetails: z
    .object({ caption: z.enum(['true', 'false']).nullable().catch(null), duration: optionalText })
    .catch({ caption: null, duration: null }),
  liveStreamingDetails: z.object({ actualEndTime: optionalText }).catch({ actualEndTime: null }),
});

const isoDuration = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/;

/** Null for what is not over: a live stream has P0D. */
function secondsOf(duration: string | null): number | null {
  const [, ...parts] = isoDuration.exec(duration ?? '') ?? [];
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return days * 86_400 + hours * 3600 + minutes * 60 + seconds || null;
}

export function readVideos(reply: unknown): YouTubeVideo[] {
  return itemsOf(reply, videoItem).map((item) => {
    const { id, snippet, statistics, status, contentDetails, liveStreamingDetails } = item;
    const { medium, high, default: small } = snippet.thumbnails;
    return {
      youtubeId: id,
      title: snippet.title,
      description: snippet.description,
      channelId: snippet.channelId,
      channelTitle: snippet.channelTitle,
      thumbnailUrl: (medium ?? high ?? small)?.url ?? null,
      publishedAt: snippet.publishedAt,
      ...statistics,
      // In each of these cases nobody can comment (wire W2).
      commentsOff:
        statistics.commentCount === null || status.madeForKids || status.privacyStatus !== 'public',
      language: snippet.defaultAudioLanguage ?? snippet.defaultLanguage,
      hasCaptions: contentDetails.caption && contentDetails.caption === 'true',
      durationSeconds: secondsOf(contentDetails.duration),
      isAwaited: ['live', 'upcoming'].includes(snippet.liveBroadcastContent ?? ''),
      endedAt: liveStreamingDetails.actualEndTime,
      keywords: snippet.tags,
    };
  });
}

const ownChannelItem = z.object({
  id: z.string().min(1),
  snippet: z.object({ title: text }).catch({ title: '' }),
});

export function readOwnChannel(reply: unknown): { id: string; title: string } | null {
  const [channel] = itemsOf(reply, ownChannelItem);
  return channel ? { id: channel.id, title: channel.snippet.title } : null;
}

const pictureOf = ({ medium, default: small }: z.infer<typeof thumbnails>) => (medium ?? small)?.url ?? null;

const channelItem = z.object({
  id: z.string().min(1),
  snippet: z.object({ title: text, thumbnails }),
  contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string().min(1) }) }),
});

export const readChannels = (reply: unknown): Channel[] =>
  itemsOf(reply, channelItem).map(({ id, snippet, contentDetails }) => ({
    channelId: id,
    title: snippet.title,
    thumbnailUrl: pictureOf(snippet.thumbnails),
    uploadsId: contentDetails.relatedPlaylists.uploads,
  }));

const uploadItem = z.object({
  contentDetails: z.object({
    videoId: z.string().min(1),
    videoPublishedAt: z.iso.datetime().nullable().catch(null),
  }),
});

export const readUploads = (reply: unknown): Upload[] =>
  itemsOf(reply, uploadItem).map(({ contentDetails }) => ({
    youtubeId: contentDetails.videoId,
    publishedAt: contentDetails.videoPublishedAt,
  }));

const subscriptionItem = z.object({
  snippet: z.object({
    title: text,
    publishedAt: text,
    thumbnails,
    resourceId: z.object({ channelId: z.string().min(1) }),
  }),
});

export const readSubscriptions = (reply: unknown): Subscription[] =>
  itemsOf(reply, subscriptionItem).map(({ snippet }) => ({
    channelId: snippet.resourceId.channelId,
    title: snippet.title,
    thumbnailUrl: pictureOf(snippet.thumbnails),
    subscribedAt: snippet.publishedAt,
  }));

const threadItem = z.object({
  id: z.string().min(1),
  snippet: z.object({
    topLevelComment: z.object({
      snippet: z.object({
        authorChannelId: z.object({ value: optionalText }).catch({ value: null }),
        textDisplay: text,
        textOriginal: optionalText,
        publishedAt: text,
      }),
    }),
  }),
});

export function readThreads(reply: unknown): { comments: ListedComment[]; nextPageToken: string | null } {
  const comments = itemsOf(reply, threadItem).map(({ id, snippet }) => {
    const comment = snippet.topLevelComment.snippet;
    return {
      youtubeCommentId: id,
      authorChannelId: comment.authorChannelId.value,
      // Only the author gets textOriginal.
      text: comment.textOriginal ?? comment.textDisplay,
      publishedAt: comment.publishedAt,
    };
  });
  return { comments, nextPageToken: nextPageOf(reply) };
}

const written = z.object({
  authorDisplayName: text,
  authorChannelId: z.object({ value: optionalText }).catch({ value: null }),
  textDisplay: text,
  textOriginal: optionalText,
  likeCount: count,
  publishedAt: z.iso.datetime(),
});
const replyItem = z.object({ id: z.string().min(1), snippet: written.extend({ imageUrl: optionalText }) });

const asReply = ({ id, snippet }: z.infer<typeof replyItem>): ListedReply => ({
  youtubeReplyId: id,
  authorChannelId: snippet.authorChannelId.value,
  authorName: snippet.authorDisplayName,
  text: snippet.textOriginal ?? snippet.textDisplay,
  hasPicture: Boolean(snippet.imageUrl),
  likeCount: snippet.likeCount,
  publishedAt: snippet.publishedAt,
});

export function readReplies(reply: unknown): ReplyPage {
  return { replies: itemsOf(reply, replyItem).map(asReply), nextPageToken: nextPageOf(reply) };
}

const topThread = z.object({
  snippet: z.object({ topLevelComment: z.object({ snippet: written.omit({ publishedAt: true }) }) }),
});

export function readTopComments(reply: unknown): TopComment[] {
  return itemsOf(reply, topThread).map(({ snippet }) => {
    const { authorDisplayName, textOriginal, textDisplay, likeCount } = snippet.topLevelComment.snippet;
    return { author: authorDisplayName, text: textOriginal ?? textDisplay, likeCount };
  });
}

const threadFigures = z.object({
  id: z.string().min(1),
  snippet: z.object({
    totalReplyCount: count,
    topLevelComment: z.object({ snippet: z.object({ likeCount: count }) }),
  }),
  replies: z.object({ comments: z.array(z.unknown()).catch([]) }).catch({ comments: [] }),
});

export function readThreadFigures(reply: unknown): Thread[] {
  return itemsOf(reply, threadFigures).map(({ id, snippet, replies }) => ({
    youtubeCommentId: id,
    likeCount: snippet.topLevelComment.snippet.likeCount,
    replyCount: snippet.totalReplyCount,
    replies: itemsOf({ items: replies.comments }, replyItem).map(asReply),
  }));
}

const identified = z.object({ id: z.string().min(1) });

export const readIds = (reply: unknown): string[] => itemsOf(reply, identified).map(({ id }) => id);

export const readInserted = (reply: unknown): string | null => identified.safeParse(reply).data?.id ?? null;
