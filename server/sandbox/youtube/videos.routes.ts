import { Router } from 'express';
import { statisticsOf } from '../world/growth.ts';
import type { WorldVideo } from '../world/video.ts';
import { requireReader } from './caller.ts';
import { type Call, endpoint, type YouTubeDeps } from './endpoint.ts';
import { googleError } from './errors.ts';
import { etagOf, listResponse } from './page.ts';
import { decodePageToken } from './params.ts';
import { isoDuration, rfc3339, videoResource, videoStatistics } from './video-resource.ts';

const MOST_IDS = 50;
const PARTS = [
  'id',
  'snippet',
  'statistics',
  'status',
  'contentDetails',
  'localizations',
  'topicDetails',
  'player',
];

const byIds = (deps: YouTubeDeps, { params, now }: Call): WorldVideo[] => {
  const ids = [...new Set(params.list('id'))];
  if (ids.length > MOST_IDS) {
    throw googleError('invalidFilters', { message: 'The request specifies too many ids.', location: 'id' });
  }
  // Unknown ids are missing from the answer without a word (WIRE A.2).
  return ids.flatMap((id) => deps.catalogue().find(id, now) ?? []);
};

const mostPopular = (deps: YouTubeDeps, { now }: Call): WorldVideo[] => {
  const recent = now.getTime() - 30 * 86_400_000;
  return deps
    .catalogue()
    .all(now)
    .filter((video) => video.publishedAt.getTime() >= recent)
    .sort((a, b) => statisticsOf(b, now).views - statisticsOf(a, now).views);
};

const list = (deps: YouTubeDeps) => (call: Call) => {
  const { params, now, origin } = call;
  requireReader(call.caller, 'V3DataVideoService.List');
  const parts = params.parts(PARTS);
  const isChart = params.filter(['id', 'chart', 'myRating']) === 'chart';
  if (isChart && params.one('chart') !== 'mostPopular') throw googleError('videoChartNotFound');
  const all = isChart ? mostPopular(deps, call) : byIds(deps, call);
  const size = isChart ? params.integer('maxResults', 5, 1, 50) : all.length;
  const offset = isChart ? decodePageToken(params.one('pageToken')) : 0;
  const items = all
    .slice(offset, offset + size)
    .map((video) =>
      videoResource(video, parts, { origin, now, posted: deps.comments.publicCount(video.id) }),
    );
  return listResponse('videoListResponse', items, { offset, size, total: all.length });
};

const batchGetStats = (deps: YouTubeDeps) => (call: Call) => {
  const { params, now } = call;
  requireReader(call.caller, 'V3DataVideoService.BatchGetStats');
  const parts = params.parts(['id', 'snippet', 'statistics', 'contentDetails']);
  params.filter(['id']);
  const items = byIds(deps, call).map((video) => {
    const item = {
      kind: 'youtube#videoStats',
      id: video.id,
      ...(parts.has('snippet') && { snippet: { publishTime: rfc3339(video.publishedAt) } }),
      ...(parts.has('statistics') && {
        statistics: videoStatistics(video, now, deps.comments.publicCount(video.id)),
      }),
      ...(parts.has('contentDetails') && {
        contentDetails: { duration: isoDuration(video.durationSeconds) },
      }),
    };
    return { ...item, etag: etagOf(item) };
  });
  return { kind: 'youtube#batchGetStatsResponse', etag: etagOf(items), items };
};

export const videosRoutes = (deps: YouTubeDeps): Router =>
  Router()
    .get('/videos', endpoint(deps, { bucket: 'shared', cost: 1 }, list(deps)))
    .get(
      /^\/videos:batchGetStats$/,
      endpoint(deps, { bucket: 'batchGetStats', cost: 1 }, batchGetStats(deps)),
    );
