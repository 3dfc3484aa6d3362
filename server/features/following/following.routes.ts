import type { Router } from 'express';
import { z } from 'zod';
import {
  followedChannelListSchema,
  followedChannelSchema,
  followRequestSchema,
  freshListSchema,
  freshPathSchema,
  importChannelsSchema,
  importedChannelsSchema,
  keepSearchSchema,
  seenSchema,
  standingSearchListSchema,
  standingSearchSchema,
  subscriptionListSchema,
  updateFollowedSchema,
} from '#shared/contracts/following.ts';
import { freshSummarySchema } from '#shared/contracts/fresh.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { pageQuerySchema } from '#shared/contracts/requests.ts';
import { csvLine } from '../../http/csv.ts';
import { fileBody } from '../../http/file-body.ts';
import { routes } from '../../http/handle.ts';
import { sendList } from '../../http/send-list.ts';
import type { FollowingService } from './following.service.ts';
import type { FreshService } from './fresh.service.ts';

interface Deps {
  following: FollowingService;
  fresh: FreshService;
}

const subscriptionsBody = fileBody({
  types: ['text/csv', 'text/plain'],
  limitBytes: 2_000_000,
  tooLarge:
    'This file is larger than 2 MB. Choose subscriptions.csv from your Takeout alone.',
});
const importBody = z.string('Choose channels or a file').or(importChannelsSchema);

export const followingRoutes = ({ following, fresh }: Deps): Router =>
  routes((route, router) => {
    const one = { params: idPathSchema };
    const oneFresh = { params: freshPathSchema };

    route('get /channels', { response: followedChannelListSchema }, following.channels);
    route(
      'post /channels',
      { body: followRequestSchema, response: followedChannelSchema },
      async ({ body, res }) => {
        const { channel, isNew } = await following.follow(body.address);
        res.status(isNew ? 201 : 200);
        return channel;
      },
    );
    router.get('/channels.csv', async (_req, res) => {
      const channels = await following.channels();
      res.attachment('subscriptions.csv').type('text/csv').send(channelsCsv(channels));
    });
    route(
      'get /channels/subscriptions',
      { response: subscriptionListSchema },
      following.subscriptions,
    );
    router.post('/channels/import', subscriptionsBody);
    route(
      'post /channels/import',
      { body: importBody, response: importedChannelsSchema },
      ({ body }) =>
        typeof body === 'string'
          ? following.importFile(body)
          : following.importIds(body.channelIds),
    );
    const change = {
      ...one,
      body: updateFollowedSchema,
      response: followedChannelSchema,
    };
    route('patch /channels/:id', change, ({ params, body }) =>
      following.mute(params.id, body.muted),
    );
    route('delete /channels/:id', one, ({ params }) => following.unfollow(params.id));

    route(
      'get /standing-searches',
      { response: standingSearchListSchema },
      following.searches,
    );
    route(
      'post /standing-searches',
      { body: keepSearchSchema, response: standingSearchSchema },
      async ({ body, res }) => {
        const { search, isNew } = await following.keepSearch(body);
        res.status(isNew ? 201 : 200);
        return search;
      },
    );
    route('delete /standing-searches/:id', one, ({ params }) =>
      following.endSearch(params.id),
    );

    route('get /fresh', { query: pageQuerySchema }, async ({ query, req, res }) =>
      sendList(req, res, await fresh.page(query), {
        present: (row) => row,
        contract: freshListSchema,
      }),
    );
    route('get /fresh/summary', { response: freshSummarySchema }, fresh.summary);
    route('post /fresh/seen', { body: seenSchema }, ({ body }) =>
      fresh.see(body.videoIds),
    );
    route('put /fresh/:videoId/dismissed', oneFresh, ({ params }) =>
      fresh.dismiss(params.videoId),
    );
    route('delete /fresh/:videoId/dismissed', oneFresh, ({ params }) =>
      fresh.restore(params.videoId),
    );
  });

/**
 * Returns the format of a Takeout's subscriptions.csv, so that the file can be imported
 * again.
 */
function channelsCsv(
  channels: readonly { channelId: string; title: string | null }[],
): string {
  const lines = channels.map(({ channelId, title }) =>
    csvLine([channelId, `https://www.youtube.com/channel/${channelId}`, title]),
  );
  return `\uFEFF${csvLine(['Channel Id', 'Channel Url', 'Channel Title'])}${lines.join('')}`;
}
