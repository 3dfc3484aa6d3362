import { Router } from 'express';
import { accounts } from '../google/accounts.ts';
import { channels } from '../world/channels.ts';
import { requireReader } from './caller.ts';
import { type Call, endpoint, type YouTubeDeps } from './endpoint.ts';
import { googleError } from './errors.ts';
import { etagOf, listResponse } from './page.ts';

interface Owner {
  id: string;
  title: string;
  handle: string;
}

const everyone = (): Owner[] => [...channels, ...accounts.flatMap(({ channel }) => channel ?? [])];

const mine = ({ caller }: Call): Owner[] => {
  if (caller.kind === 'key') throw googleError('authorizationRequired');
  return caller.account.channel ? [caller.account.channel] : [];
};

const list = (deps: YouTubeDeps) => (call: Call) => {
  const { params, origin, now } = call;
  requireReader(call.caller, 'V3DataChannelService.List');
  const parts = params.parts(['id', 'snippet', 'statistics', 'contentDetails', 'brandingSettings', 'status']);
  const filter = params.filter(['mine', 'id', 'forHandle']);
  const ids = params.list('id');
  const handle = `@${(params.one('forHandle') ?? '').replace(/^@/, '')}`;
  const found =
    filter === 'mine'
      ? mine(call)
      : everyone().filter((owner) => (filter === 'id' ? ids.includes(owner.id) : owner.handle === handle));
  const items = found.map((owner) => {
    const videoCount = deps
      .catalogue()
      .all(now)
      .filter(({ channelId }) => channelId === owner.id).length;
    const url = `${origin}/avatar/${owner.id}.svg`;
    const item = {
      kind: 'youtube#channel',
      id: owner.id,
      ...(parts.has('snippet') && {
        snippet: {
          title: owner.title,
          description: '',
          customUrl: owner.handle,
          publishedAt: '2019-03-04T10:00:00Z',
          thumbnails: { default: { url, width: 88, height: 88 }, medium: { url, width: 240, height: 240 } },
          localized: { title: owner.title, description: '' },
        },
      }),
      ...(parts.has('statistics') && {
        statistics: {
          viewCount: '0',
          subscriberCount: '0',
          hiddenSubscriberCount: false,
          videoCount: String(videoCount),
        },
      }),
    };
    return { ...item, etag: etagOf(item) };
  });
  const { items: page, ...empty } = listResponse('channelListResponse', items, {
    offset: 0,
    size: 5,
    total: items.length,
  });
  // YouTube leaves out the items of an empty list of channels; other lists keep theirs.
  return page.length === 0 ? empty : { ...empty, items: page };
};

export const channelsRoutes = (deps: YouTubeDeps): Router =>
  Router().get('/channels', endpoint(deps, { bucket: 'shared', cost: 1 }, list(deps)));
