import type { MethodOptions, youtube_v3 } from 'googleapis/build/src/apis/youtube/index.js';
import { z } from 'zod';
import type { Channel, Subscription, Upload, YouTube, YouTubeAuth } from './youtube.ts';
import { itemsOf, nextPageOf } from './youtube-answers.ts';

type CallOptions = MethodOptions & { responseType: 'json' };
export type Send = (options: CallOptions) => Promise<{ data: unknown }>;

interface Deps {
  api: youtube_v3.Youtube;
  /** Spends one unit of the shared bucket. */
  read(send: Send): Promise<unknown>;
  authOf(grant: YouTubeAuth): NonNullable<youtube_v3.Params$Resource$Channels$List['auth']>;
}

const perPage = 50;
/** More subscriptions than anybody goes through. */
const mostPages = 40;

/** The calls for channels that are followed. */
export function channelCalls({
  api,
  read,
  authOf,
}: Deps): Pick<YouTube, 'listChannels' | 'listUploads' | 'listSubscriptions'> {
  return {
    async listChannels(which, grant) {
      const part = ['snippet', 'contentDetails'];
      const filters =
        'handle' in which
          ? [{ forHandle: which.handle }]
          : Array.from({ length: Math.ceil(which.ids.length / perPage) }, (_, at) => ({
              id: which.ids.slice(at * perPage, (at + 1) * perPage),
            }));
      const found: Channel[] = [];
      for (const filter of filters) {
        const request = { auth: authOf(grant), part, ...filter };
        const items = itemsOf(await read((options) => api.channels.list(request, options)), channelItem);
        found.push(...items.map(asChannel));
      }
      return found;
    },

    async listUploads(playlistId, grant): Promise<Upload[]> {
      const request = { auth: authOf(grant), part: ['contentDetails'], playlistId, maxResults: perPage };
      const reply = await read((options) => api.playlistItems.list(request, options));
      return itemsOf(reply, uploadItem).map(({ contentDetails }) => ({
        youtubeId: contentDetails.videoId,
        publishedAt: contentDetails.videoPublishedAt,
      }));
    },

    async listSubscriptions(grant): Promise<Subscription[]> {
      const found: Subscription[] = [];
      let pageToken: string | null = null;
      for (let page = 0; page < mostPages && (page === 0 || pageToken !== null); page += 1) {
        const request = {
          auth: authOf(grant),
          part: ['snippet'],
          mine: true,
          maxResults: perPage,
          ...(pageToken && { pageToken }),
        };
        const reply: unknown = await read((options) => api.subscriptions.list(request, options));
        for (const { snippet } of itemsOf(reply, subscriptionItem))
          found.push({
            channelId: snippet.resourceId.channelId,
            title: snippet.title,
            thumbnailUrl: pictureOf(snippet.thumbnails),
            subscribedAt: snippet.publishedAt,
          });
        pageToken = nextPageOf(reply);
      }
      return found;
    },
  };
}

const text = z.string().catch('');
const picture = z.object({ url: z.string() }).nullable().catch(null);
const pictures = z.object({ default: picture, medium: picture }).catch({ default: null, medium: null });
const pictureOf = ({ medium, default: small }: z.infer<typeof pictures>) => (medium ?? small)?.url ?? null;

const channelItem = z.object({
  id: z.string().min(1),
  snippet: z.object({ title: text, thumbnails: pictures }),
  contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string().min(1) }) }),
});

const asChannel = ({ id, snippet, contentDetails }: z.infer<typeof channelItem>): Channel => ({
  channelId: id,
  title: snippet.title,
  thumbnailUrl: pictureOf(snippet.thumbnails),
  uploadsId: contentDetails.relatedPlaylists.uploads,
});

const uploadItem = z.object({
  contentDetails: z.object({
    videoId: z.string().min(1),
    videoPublishedAt: z.iso.datetime().nullable().catch(null),
  }),
});

const subscriptionItem = z.object({
  snippet: z.object({
    title: text,
    publishedAt: text,
    thumbnails: pictures,
    resourceId: z.object({ channelId: z.string().min(1) }),
  }),
});
