import express, { Router } from 'express';
import { z } from 'zod';
import {
  followedChannelListSchema,
  followedChannelSchema,
  followRequestSchema,
  freshListSchema,
  freshPathSchema,
  freshQuerySchema,
  freshSummarySchema,
  importChannelsSchema,
  importedChannelsSchema,
  keepSearchSchema,
  seenSchema,
  standingSearchListSchema,
  standingSearchSchema,
  subscriptionListSchema,
  updateFollowedSchema,
} from '#shared/contracts/following.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { handle } from '../../http/handle.ts';
import { csvLine, sendList } from '../../http/send-list.ts';
import type { FollowingService } from './following.service.ts';
import type { FreshService } from './fresh.service.ts';

interface Deps {
  following: FollowingService;
  fresh: FreshService;
}

const importBody = z.string('Choose channels or bring a file').or(importChannelsSchema);

export function followingRoutes({ following, fresh }: Deps): Router {
  const router = Router();

  router.get(
    '/channels',
    handle({ response: followedChannelListSchema }, () => following.channels()),
  );
  router.post(
    '/channels',
    handle({ body: followRequestSchema, response: followedChannelSchema }, async ({ body, res }) => {
      const { channel, isNew } = await following.follow(body.address);
      res.status(isNew ? 201 : 200);
      return channel;
    }),
  );
  router.get('/channels.csv', async (_req, res) => {
    res
      .attachment('subscriptions.csv')
      .type('text/csv')
      .send(channelsCsv(await following.channels()));
  });
  router.get(
    '/channels/subscriptions',
    handle({ response: subscriptionListSchema }, () => following.subscriptions()),
  );
  router.post(
    '/channels/import',
    express.text({ type: ['text/csv', 'text/plain'], limit: '2mb' }),
    handle({ body: importBody, response: importedChannelsSchema }, ({ body }) =>
      typeof body === 'string' ? following.importFile(body) : following.importIds(body.channelIds),
    ),
  );
  router.patch(
    '/channels/:id',
    handle(
      { params: idPathSchema, body: updateFollowedSchema, response: followedChannelSchema },
      ({ params, body }) => following.mute(params.id, body.muted),
    ),
  );
  router.delete(
    '/channels/:id',
    handle({ params: idPathSchema }, ({ params }) => following.unfollow(params.id)),
  );

  router.get(
    '/standing-searches',
    handle({ response: standingSearchListSchema }, () => following.searches()),
  );
  router.post(
    '/standing-searches',
    handle({ body: keepSearchSchema, response: standingSearchSchema }, async ({ body, res }) => {
      const { search, isNew } = await following.keepSearch(body);
      res.status(isNew ? 201 : 200);
      return search;
    }),
  );
  router.delete(
    '/standing-searches/:id',
    handle({ params: idPathSchema }, ({ params }) => following.endSearch(params.id)),
  );

  router.get(
    '/fresh',
    handle({ query: freshQuerySchema }, async ({ query, req, res }) =>
      sendList(req, res, await fresh.page(query), { present: (row) => row, contract: freshListSchema }),
    ),
  );
  router.get(
    '/fresh/summary',
    handle({ response: freshSummarySchema }, () => fresh.summary()),
  );
  router.post(
    '/fresh/seen',
    handle({ body: seenSchema }, ({ body }) => fresh.see(body.videoIds)),
  );
  router.put(
    '/fresh/:videoId/dismissed',
    handle({ params: freshPathSchema }, ({ params }) => fresh.dismiss(params.videoId, true)),
  );
  router.delete(
    '/fresh/:videoId/dismissed',
    handle({ params: freshPathSchema }, ({ params }) => fresh.dismiss(params.videoId, false)),
  );

  return router;
}

/** As a Takeout's subscriptions.csv, so that it can be imported again. */
function channelsCsv(channels: readonly { channelId: string; title: string | null }[]): string {
  const lines = channels.map(({ channelId, title }) =>
    csvLine([channelId, `https://www.youtube.com/channel/${channelId}`, title]),
  );
  return `\uFEFF${csvLine(['Channel Id', 'Channel Url', 'Channel Title'])}${lines.join('')}`;
}
