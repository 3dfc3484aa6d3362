import { acceptsComments, statisticsOf } from '../world/growth.ts';
import { thumbnailSizes } from '../world/pictures.ts';
import type { WorldVideo } from '../world/video.ts';
import { etagOf } from './page.ts';

/** Whole seconds in UTC, as YouTube writes instants. */
export const rfc3339 = (instant: Date): string => instant.toISOString().replace(/\.\d{3}Z$/, 'Z');

const fileOf: Record<string, string> = {
  default: 'default',
  medium: 'mqdefault',
  high: 'hqdefault',
  standard: 'sddefault',
  maxres: 'maxresdefault',
};

export const thumbnails = (videoId: string, origin: string, names: readonly string[] = Object.keys(fileOf)) =>
  Object.fromEntries(
    names.map((name) => {
      const file = fileOf[name] ?? 'default';
      const [width, height] = thumbnailSizes[file] ?? [120, 90];
      return [name, { url: `${origin}/vi/${videoId}/${file}.jpg`, width, height }];
    }),
  );

/** `PT1H2M3S`. */
export const isoDuration = (seconds: number): string => {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const rest = seconds % 60;
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest || seconds === 0 ? `${rest}S` : ''}`;
};

/** Numbers as strings; without a commentCount where comments are off (WIRE A.2). */
export const videoStatistics = (video: WorldVideo, now: Date, posted: number) => {
  const { views, likes, comments } = statisticsOf(video, now);
  return {
    viewCount: String(views),
    likeCount: String(likes),
    ...(acceptsComments(video) && { commentCount: String(comments + posted) }),
  };
};

/** A video resource with the asked parts only. */
export const videoResource = (
  video: WorldVideo,
  parts: ReadonlySet<string>,
  context: { origin: string; now: Date; posted: number },
) => {
  const resource = {
    kind: 'youtube#video',
    id: video.id,
    ...(parts.has('snippet') && {
      snippet: {
        publishedAt: rfc3339(video.publishedAt),
        channelId: video.channelId,
        title: video.title,
        description: video.description,
        thumbnails: thumbnails(video.id, context.origin),
        channelTitle: video.channelTitle,
        tags: video.tags,
        categoryId: video.categoryId,
        liveBroadcastContent: 'none',
        defaultLanguage: video.language,
        localized: { title: video.title, description: video.description },
        defaultAudioLanguage: video.language,
      },
    }),
    ...(parts.has('contentDetails') && {
      contentDetails: {
        duration: isoDuration(video.durationSeconds),
        dimension: '2d',
        definition: 'hd',
        caption: 'false',
        licensedContent: true,
        contentRating: {},
        projection: 'rectangular',
      },
    }),
    ...(parts.has('status') && {
      status: {
        uploadStatus: 'processed',
        privacyStatus: 'public',
        license: 'youtube',
        embeddable: true,
        publicStatsViewable: true,
        madeForKids: video.madeForKids,
      },
    }),
    ...(parts.has('statistics') && {
      statistics: { ...videoStatistics(video, context.now, context.posted), favoriteCount: '0' },
    }),
  };
  return { ...resource, etag: etagOf(resource) };
};
