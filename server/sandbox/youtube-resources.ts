import { acceptsComments, type Channel, statisticsOf, type Video } from './catalogue.ts';
import { escapeHtml } from './http.ts';
import { thumbnailSizes } from './pictures.ts';
import { unit } from './random.ts';
import type { Comment } from './strangers.ts';
import {
  type Call,
  idsOf,
  pageOf,
  requireReader,
  wholeList,
  type YouTubeDeps,
} from './youtube-call.ts';
import { googleError } from './youtube-errors.ts';

const rfc3339 = (instant: Date): string =>
  instant.toISOString().replace(/\.\d{3}Z$/, 'Z');

export const thumbnails = (videoId: string, origin: string) =>
  Object.fromEntries(
    Object.entries(thumbnailSizes).map(([name, { file, width, height }]) => [
      name,
      { url: `${origin}/vi/${videoId}/${file}.jpg`, width, height },
    ]),
  );

const isoDuration = (seconds: number): string => {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const rest = seconds % 60;
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`;
};

const broadcastOf = ({ live }: Video, now: Date): 'none' | 'live' | 'upcoming' => {
  if (!live || live.endsAt <= now) return 'none';
  return live.startsAt <= now ? 'live' : 'upcoming';
};

const shorten = (description: string): string => {
  const line = description.replace(/\s+/g, ' ').trim();
  return line.length <= 160 ? line : `${line.slice(0, 156).trimEnd()} ...`;
};

/** Search results are the only resources whose texts YouTube escapes as HTML. */
export const searchResult = (video: Video, origin: string) => ({
  kind: 'youtube#searchResult',
  id: { kind: 'youtube#video', videoId: video.id },
  snippet: {
    publishedAt: rfc3339(video.publishedAt),
    channelId: video.channelId,
    title: escapeHtml(video.title),
    description: escapeHtml(shorten(video.description)),
    thumbnails: thumbnails(video.id, origin),
    channelTitle: escapeHtml(video.channelTitle),
    liveBroadcastContent: 'none',
  },
});

export const videoResource = (
  video: Video,
  parts: ReadonlySet<string>,
  { origin, now }: Call,
  posted: number,
) => {
  const { views, likes, comments } = statisticsOf(video, now);
  const broadcast = broadcastOf(video, now);
  return {
    kind: 'youtube#video',
    id: video.id,
    ...(parts.has('snippet') && {
      snippet: {
        publishedAt: rfc3339(
          video.live && video.live.startsAt <= now
            ? video.live.startsAt
            : video.publishedAt,
        ),
        channelId: video.channelId,
        title: video.title,
        description: video.description,
        thumbnails: thumbnails(video.id, origin),
        channelTitle: video.channelTitle,
        tags: video.tags,
        liveBroadcastContent: broadcast,
        defaultAudioLanguage: video.language,
      },
    }),
    ...(parts.has('contentDetails') && {
      contentDetails: {
        duration: broadcast === 'none' ? isoDuration(video.durationSeconds) : 'P0D',
        caption: String(video.hasCaptions),
      },
    }),
    ...(parts.has('liveStreamingDetails') &&
      video.live && {
        liveStreamingDetails: {
          scheduledStartTime: rfc3339(video.live.startsAt),
          ...(video.live.startsAt <= now && {
            actualStartTime: rfc3339(video.live.startsAt),
          }),
          ...(video.live.endsAt <= now && { actualEndTime: rfc3339(video.live.endsAt) }),
        },
      }),
    ...(parts.has('status') && {
      status: {
        uploadStatus: 'processed',
        privacyStatus: 'public',
        madeForKids: video.madeForKids,
      },
    }),
    ...(parts.has('statistics') && {
      statistics: {
        viewCount: String(views),
        likeCount: String(likes),
        ...(acceptsComments(video) && { commentCount: String(comments + posted) }),
      },
    }),
  };
};

const display = (text: string, format: string) =>
  format === 'plainText' ? text : escapeHtml(text).replaceAll('\n', '<br>');

/** Only the author receives the original text. */
export const commentResource = (comment: Comment, { caller, params, origin }: Call) => {
  const { author } = comment;
  const format = params.choice('textFormat', 'html', ['html', 'plainText']);
  const isOwn = caller.kind === 'user' && caller.account.channel?.id === author.channelId;
  return {
    kind: 'youtube#comment',
    id: comment.id,
    snippet: {
      channelId: comment.videoChannelId,
      videoId: comment.videoId,
      textDisplay: display(comment.text, format),
      ...(isOwn && { textOriginal: comment.text }),
      ...(comment.hasPicture && {
        imageUrl: `${origin}/comment-image/${comment.id}?expires=21600`,
      }),
      ...(comment.parentId && { parentId: comment.parentId }),
      authorDisplayName: author.handle,
      ...(author.channelId !== null && { authorChannelId: { value: author.channelId } }),
      likeCount: comment.likes,
      publishedAt: rfc3339(comment.publishedAt),
      updatedAt: rfc3339(comment.updatedAt),
    },
  };
};

/** A list contains at most this many replies of a thread; totalReplyCount counts all. */
const MOST_INLINE_REPLIES = 5;

export const threadResource = (
  comment: Comment,
  replies: readonly Comment[],
  parts: ReadonlySet<string>,
  call: Call,
) => ({
  kind: 'youtube#commentThread',
  id: comment.id,
  ...(parts.has('snippet') && {
    snippet: {
      channelId: comment.videoChannelId,
      videoId: comment.videoId,
      topLevelComment: commentResource(comment, call),
      totalReplyCount: replies.length,
      isPublic: comment.isPublic,
    },
  }),
  ...(parts.has('replies') &&
    replies.length > 0 && {
      replies: {
        comments: replies
          .slice(0, MOST_INLINE_REPLIES)
          .map((reply) => commentResource(reply, call)),
      },
    }),
});

const sizes = { usual: 5, min: 0, max: 50 };

const pictures = (origin: string, name: string) => ({
  default: {
    url: `${origin}/avatar/${encodeURIComponent(name.replaceAll(' ', '-'))}.svg`,
    width: 88,
    height: 88,
  },
});

export const listChannels = (deps: YouTubeDeps) => (call: Call) => {
  requireReader(call.caller);
  const parts = call.params.parts(['id', 'snippet', 'contentDetails']);
  const items = askedChannels(deps, call).map(
    ({ id, title, handle, picture = title }) => ({
      kind: 'youtube#channel',
      id,
      ...(parts.has('snippet') && {
        snippet: { title, customUrl: handle, thumbnails: pictures(call.origin, picture) },
      }),
      ...(parts.has('contentDetails') && {
        contentDetails: { relatedPlaylists: { likes: '', uploads: `UU${id.slice(2)}` } },
      }),
    }),
  );
  const list = wholeList('channelListResponse', items);
  if (items.length > 0) return list;
  // YouTube leaves out `items` only in an empty list of channels.
  const { items: _, ...empty } = list;
  return empty;
};

/** The picture of an account's own channel is drawn from its id. */
type Asked = Pick<Channel, 'id' | 'title' | 'handle'> & { picture?: string };

function askedChannels(deps: YouTubeDeps, { caller, params }: Call): Asked[] {
  const filter = params.filter(['mine', 'id', 'forHandle', 'forUsername']);
  if (filter === 'mine') {
    if (caller.kind === 'key') throw googleError('authorizationRequired');
    const { channel } = caller.account;
    return channel ? [{ ...channel, picture: channel.id }] : [];
  }
  // In the sandbox, each channel's old username is the same as its handle.
  const handle = params.one('forHandle') ?? params.one('forUsername') ?? '';
  const found =
    filter === 'id'
      ? idsOf(params).map((id) => deps.channels.channel(id))
      : [deps.channels.byHandle(handle.startsWith('@') ? handle : `@${handle}`)];
  return found.flatMap((channel) => (channel && !channel.isGone ? [channel] : []));
}

export const listUploads = (deps: YouTubeDeps) => (call: Call) => {
  const { caller, params, now } = call;
  requireReader(caller);
  params.parts(['id', 'contentDetails']);
  params.filter(['playlistId']);
  const playlistId = params.one('playlistId') ?? '';
  const channel = deps.channels.channel(`UC${playlistId.slice(2)}`);
  const uploads = deps.channels.uploadsOf(channel?.id ?? '', now);
  // For a channel without uploads, YouTube says that the playlist does not exist.
  if (!channel || channel.isGone || uploads.length === 0)
    throw googleError('playlistNotFound');
  return pageOf(params, {
    kind: 'playlistItemListResponse',
    all: uploads,
    sizes,
    show: (video) => ({
      kind: 'youtube#playlistItem',
      id: Buffer.from(`${playlistId}.${video.id}`).toString('base64url'),
      contentDetails: { videoId: video.id, videoPublishedAt: rfc3339(video.publishedAt) },
    }),
  });
};

export const listSubscriptions = (deps: YouTubeDeps) => (call: Call) => {
  const { caller, params, origin } = call;
  requireReader(caller);
  params.parts(['id', 'snippet']);
  params.filter(['mine']);
  if (caller.kind === 'key') throw googleError('authorizationRequired');
  const all = deps.channels.subscriptions();
  return pageOf(params, {
    kind: 'subscriptionListResponse',
    all,
    sizes,
    show: ({ id, title }) => ({
      kind: 'youtube#subscription',
      id: `sub-${id}`,
      snippet: {
        publishedAt: rfc3339(subscribedAt(id)),
        title,
        resourceId: { kind: 'youtube#channel', channelId: id },
        thumbnails: pictures(origin, title),
      },
    }),
  });
};

/** Returns a day from 2020 to 2025, always the same for the same channel. */
function subscribedAt(channelId: string): Date {
  const days = Math.floor(unit(`subscribed/${channelId}`) * 2000);
  return new Date(Date.UTC(2020, 0, 1) + days * 86_400_000);
}
