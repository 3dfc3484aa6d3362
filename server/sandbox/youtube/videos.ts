import { searchVideos } from '../catalogue/search.ts';
import { requireReader } from './caller.ts';
import type { Call, YouTubeDeps } from './endpoint.ts';
import { googleError } from './errors.ts';
import { pageOf, wholeList } from './list-response.ts';
import { idsOf } from './params.ts';
import { searchResult, videoResource } from './resources.ts';

export const search = (deps: YouTubeDeps) => (call: Call) => {
  const { params, now, origin } = call;
  requireReader(call.caller);
  params.parts(['id', 'snippet']);
  if (params.one('type') !== 'video') throw googleError('invalidSearchFilter');
  const found = searchVideos(deps.catalogue().all(now), {
    text: params.one('q') ?? '',
    order: params.choice('order', 'relevance', ['relevance', 'date', 'viewCount']),
    now,
    publishedAfter: params.instant('publishedAfter'),
  });
  const sizes = { usual: 5, min: 0, max: 50 };
  const page = pageOf('searchListResponse', found, params, sizes, (video) => searchResult(video, origin));
  return { ...page, regionCode: 'US' };
};

/** Unknown ids are missing from the answer. */
export const listVideos = (deps: YouTubeDeps) => (call: Call) => {
  const { params, now } = call;
  requireReader(call.caller);
  const parts = params.parts(['id', 'snippet', 'statistics', 'status', 'contentDetails']);
  params.filter(['id']);
  const videos = idsOf(params).flatMap((id) => deps.catalogue().find(id, now) ?? []);
  const items = videos.map((video) => videoResource(video, parts, call, deps.comments.publicCount(video.id)));
  return wholeList('videoListResponse', items);
};

export const listChannels = ({ caller, params, origin }: Call) => {
  requireReader(caller);
  const parts = params.parts(['id', 'snippet']);
  params.filter(['mine']);
  if (caller.kind === 'key') throw googleError('authorizationRequired');
  const { channel } = caller.account;
  const { items: _, ...empty } = wholeList('channelListResponse', []);
  // YouTube leaves `items` out of an empty list of channels only.
  if (!channel) return empty;
  const url = `${origin}/avatar/${channel.id}.svg`;
  const thumbnails = { default: { url, width: 88, height: 88 } };
  const snippet = { title: channel.title, customUrl: channel.handle, thumbnails };
  const item = { kind: 'youtube#channel', id: channel.id, ...(parts.has('snippet') && { snippet }) };
  return wholeList('channelListResponse', [item]);
};
