import type { Channel } from './channels.ts';
import { unit } from './random.ts';
import { type Call, idsOf, pageOf, requireReader, wholeList, type YouTubeDeps } from './youtube-call.ts';
import { googleError } from './youtube-errors.ts';
import { rfc3339 } from './youtube-resources.ts';

const sizes = { usual: 5, min: 0, max: 50 };
const uploadsOf = (channelId: string) => `UU${channelId.slice(2)}`;

const pictures = (origin: string, name: string) => ({
  default: {
    url: `${origin}/avatar/${encodeURIComponent(name.replaceAll(' ', '-'))}.svg`,
    width: 88,
    height: 88,
  },
});

interface Shown extends Pick<Channel, 'id' | 'title' | 'handle'> {
  /** What the picture is drawn for. */
  picture: string;
}

function channelResource({ id, title, handle, picture }: Shown, parts: ReadonlySet<string>, origin: string) {
  const snippet = { title, customUrl: handle, thumbnails: pictures(origin, picture) };
  return {
    kind: 'youtube#channel',
    id,
    ...(parts.has('snippet') && { snippet }),
    ...(parts.has('contentDetails') && {
      contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsOf(id) } },
    }),
  };
}

export const listChannels = (deps: YouTubeDeps) => (call: Call) => {
  const { caller, params, origin } = call;
  requireReader(caller);
  const parts = params.parts(['id', 'snippet', 'contentDetails']);
  const items = asked(deps, call).map((channel) => channelResource(channel, parts, origin));
  const list = wholeList('channelListResponse', items);
  if (items.length > 0) return list;
  // YouTube leaves `items` out of an empty list of channels only.
  const { items: _, ...empty } = list;
  return empty;
};

function asked(deps: YouTubeDeps, { caller, params }: Call): Shown[] {
  const filter = params.filter(['mine', 'id', 'forHandle']);
  if (filter === 'mine') {
    if (caller.kind === 'key') throw googleError('authorizationRequired');
    const { channel } = caller.account;
    return channel ? [{ ...channel, picture: channel.id }] : [];
  }
  const channels = deps.channels();
  const handle = params.one('forHandle') ?? '';
  const found =
    filter === 'id'
      ? idsOf(params).flatMap((id) => channels.channel(id) ?? [])
      : [channels.byHandle(handle.startsWith('@') ? handle : `@${handle}`)];
  return found.flatMap((channel) =>
    channel && !channel.isGone ? [{ ...channel, picture: channel.title }] : [],
  );
}

export const listUploads = (deps: YouTubeDeps) => (call: Call) => {
  const { caller, params, now } = call;
  requireReader(caller);
  params.parts(['id', 'contentDetails']);
  params.filter(['playlistId']);
  const playlistId = params.one('playlistId') ?? '';
  const channel = deps.channels().channel(`UC${playlistId.slice(2)}`);
  const uploads = deps
    .channels()
    .uploadsOf(channel?.id ?? '', now)
    .filter(({ id }) => deps.catalogue().find(id, now));
  // The list of an empty channel does not exist either.
  if (!channel || channel.isGone || uploads.length === 0) throw googleError('playlistNotFound');
  return pageOf('playlistItemListResponse', uploads, params, sizes, (video) => ({
    kind: 'youtube#playlistItem',
    id: Buffer.from(`${playlistId}.${video.id}`).toString('base64url'),
    contentDetails: { videoId: video.id, videoPublishedAt: rfc3339(video.publishedAt) },
  }));
};

export const listSubscriptions = (deps: YouTubeDeps) => (call: Call) => {
  const { caller, params, origin } = call;
  requireReader(caller);
  params.parts(['id', 'snippet']);
  params.filter(['mine']);
  if (caller.kind === 'key') throw googleError('authorizationRequired');
  const all = deps.channels().subscriptions();
  return pageOf('subscriptionListResponse', all, params, sizes, ({ id, title }) => ({
    kind: 'youtube#subscription',
    id: `sub-${id}`,
    snippet: {
      publishedAt: rfc3339(
        new Date(Date.UTC(2020, 0, 1) + Math.floor(unit(`subscribed/${id}`) * 2000) * 86_400_000),
      ),
      title,
      resourceId: { kind: 'youtube#channel', channelId: id },
      thumbnails: pictures(origin, title),
    },
  }));
};
