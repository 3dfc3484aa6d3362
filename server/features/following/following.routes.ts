import express, { Router } from 'express';
import { z } from 'zod';
import {
  followedChannelListSchema,
  followedChannelSchema,
  followRequestSchema,
  freshListSchema,
  freshPathSchema,
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
import { pageQuerySchema } from '#shared/contracts/lists.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { handle } from '../../http/handle.ts';
import { csvLine, sendList } from '../../http/live-stream.ts';
import type { FollowingService } from './following.service.ts';
import type { FreshService } from './fresh.service.ts';

interface Deps {
  following: FollowingService;
  fresh: FreshService;
}

const importBody = z.string('Choose channels or bring a file').or(importChannelsSchema);

export function followingRoutes({ following, fresh }: Deps): Router {
  const router = Router();

  const one = { params: idPathSchema };
  const oneFresh = { params: freshPathSchema };

  router
    .route('/channels')
    .get(handle({ response: followedChannelListSchema }, following.channels))
    .post(
      handle({ body: followRequestSchema, response: followedChannelSchema }, async ({ body, res }) => {
        const { channel, isNew } = await following.follow(body.address);
        res.status(isNew ? 201 : 200);
        return channel;
      }),
    );
  router.get('/channels.csv', async (_req, res) => {
    const channels = await following.channels();
    res.attachment('subscriptions.csv').type('text/csv').send(channelsCsv(channels));
  });
  router.get(
    '/channels/subscriptions',
    handle({ response: subscriptionListSchema }, following.subscriptions),
  );
  router.post(
    '/channels/import',
    express.text({ type: ['text/csv', 'text/plain'], limit: '2mb' }),
    handle({ body: importBody, response: importedChannelsSchema }, ({ body }) =>
      typeof body === 'string' ? following.importFile(body) : following.importIds(body.channelIds),
    ),
  );
  router
    .route('/channels/:id')
    .patch(
      handle({ ...one, body: updateFollowedSchema, response: followedChannelSchema }, ({ params, body }) =>
        following.mute(params.id, body.muted),
      ),
    )
    .delete(handle(one, ({ params }) => following.unfollow(params.id)));

  router
    .route('/standing-searches')
    .get(handle({ response: standingSearchListSchema }, following.searches))
    .post(
      handle({ body: keepSearchSchema, response: standingSearchSchema }, async ({ body, res }) => {
        const { search, isNew } = await following.keepSearch(body);
        res.status(isNew ? 201 : 200);
        return search;
      }),
    );
  router.delete(
    '/standing-searches/:id',
    handle(one, ({ params }) => following.endSearch(params.id)),
  );

  router.get(
    '/fresh',
    handle({ query: pageQuerySchema }, async ({ query, req, res }) =>
      sendList(req, res, await fresh.page(query), { present: (row) => row, contract: freshListSchema }),
    ),
  );
  router.get('/fresh/summary', handle({ response: freshSummarySchema }, fresh.summary));
  router.post(
    '/fresh/seen',
    handle({ body: seenSchema }, ({ body }) => fresh.see(body.videoIds)),
  );
  router
    .route('/fresh/:videoId/dismissed')
    .put(handle(oneFresh, ({ params }) => fresh.dismiss(params.videoId, true)))
    .delete(handle(oneFresh, ({ params }) => fresh.dismiss(params.videoId, false)));

  return router;
}

/** As a Takeout's subscriptions.csv, so that it can be imported again. */
function channelsCsv(channels: readonly { channelId: string; title: string | null }[]): string {
  const lines = channels.map(({ channelId, title }) =>
    csvLine([channelId, `https://www.youtube.com/channel/${channelId}`, title]),
  );
  return `\uFEFF${csvLine(['Channel Id', 'Channel Url', 'Channel Title'])}${lines.join('')}`;
}
