import { Router } from 'express';
import { escapeHtml } from '../html.ts';
import { searchVideos } from '../world/search.ts';
import type { WorldVideo } from '../world/video.ts';
import { requireReader } from './caller.ts';
import { type Call, endpoint, type YouTubeDeps } from './endpoint.ts';
import { googleError } from './errors.ts';
import { etagOf, listResponse } from './page.ts';
import { decodePageToken } from './params.ts';
import { rfc3339, thumbnails } from './video-resource.ts';

const ORDERS = ['relevance', 'date', 'viewCount', 'rating', 'title', 'videoCount'];
const VIDEO_FILTERS = [
  'videoDuration',
  'videoCategoryId',
  'videoEmbeddable',
  'videoCaption',
  'videoDefinition',
  'eventType',
];

/** Durations in minutes as search.list means them. */
const durations: Record<string, (minutes: number) => boolean> = {
  any: () => true,
  short: (minutes) => minutes < 4,
  medium: (minutes) => minutes >= 4 && minutes <= 20,
  long: (minutes) => minutes > 20,
};

const shorten = (description: string): string => {
  const line = description.replace(/\s+/g, ' ').trim();
  return line.length <= 160 ? line : `${line.slice(0, 156).trimEnd()} ...`;
};

/** Texts are escaped for HTML here and nowhere else (WIRE A.2). */
const searchResult = (video: WorldVideo, origin: string) => {
  const item = {
    kind: 'youtube#searchResult',
    id: { kind: 'youtube#video', videoId: video.id },
    snippet: {
      publishedAt: rfc3339(video.publishedAt),
      channelId: video.channelId,
      title: escapeHtml(video.title),
      description: escapeHtml(shorten(video.description)),
      thumbnails: thumbnails(video.id, origin, ['default', 'medium', 'high']),
      channelTitle: escapeHtml(video.channelTitle),
      liveBroadcastContent: 'none',
      publishTime: rfc3339(video.publishedAt),
    },
  };
  return { ...item, etag: etagOf(item) };
};

const checkFilters = ({ params }: Call, type: readonly string[]) => {
  const usesVideoFilter = VIDEO_FILTERS.some((name) => params.has(name));
  if (usesVideoFilter && !(type.length === 1 && type[0] === 'video'))
    throw googleError('invalidSearchFilter');
  const region = params.one('regionCode');
  if (region && !/^[A-Za-z]{2}$/.test(region)) throw googleError('invalidRegionCode');
  const language = params.one('relevanceLanguage');
  if (language && !/^[A-Za-z]{2}(-[A-Za-z]+)?$/.test(language)) throw googleError('invalidRelevanceLanguage');
  const channelId = params.one('channelId');
  if (channelId && !/^UC[\w-]{22}$/.test(channelId)) throw googleError('invalidChannelId');
};

const search = (deps: YouTubeDeps) => (call: Call) => {
  const { params, now, origin } = call;
  requireReader(call.caller, 'V3DataSearchService.List');
  params.parts(['id', 'snippet']);
  const type = params.list('type');
  checkFilters(call, type);
  const fits = durations[params.choice('videoDuration', 'any', Object.keys(durations))];
  const category = params.one('videoCategoryId');
  const size = params.integer('maxResults', 5, 0, 50);
  const offset = decodePageToken(params.one('pageToken'));
  const wantsVideos = type.length === 0 || type.includes('video');
  const found = searchVideos(wantsVideos ? deps.catalogue().all(now) : [], {
    text: params.one('q') ?? '',
    order: params.choice('order', 'relevance', ORDERS),
    now,
    channelId: params.one('channelId'),
    publishedAfter: params.instant('publishedAfter'),
    publishedBefore: params.instant('publishedBefore'),
    language: params.one('relevanceLanguage')?.slice(0, 2).toLowerCase(),
  })
    .filter((video) => fits?.(video.durationSeconds / 60) ?? true)
    .filter((video) => !category || video.categoryId === category);
  const items = found.slice(offset, offset + size).map((video) => searchResult(video, origin));
  const extra = { regionCode: params.one('regionCode')?.toUpperCase() ?? 'US' };
  return listResponse('searchListResponse', items, { offset, size, total: found.length, extra });
};

export const searchRoutes = (deps: YouTubeDeps): Router =>
  Router().get('/search', endpoint(deps, { bucket: 'search', cost: 1 }, search(deps)));
