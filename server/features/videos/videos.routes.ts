import { Router } from 'express';
import {
  commentedChannelsSchema,
  commentStatesQuerySchema,
  commentStatesSchema,
  keptSearchQuerySchema,
  keptSearchSchema,
  videoSearchQuerySchema,
  videoSearchResponseSchema,
} from '#shared/contracts/videos.ts';
import { handle } from '../../http/handle.ts';
import {
  presentCommentState,
  presentFoundVideo,
  type SearchOutcome,
  type SearchService,
} from './search.service.ts';

export function discoveryRoutes({ search }: { search: SearchService }): Router {
  const router = Router();

  router.get(
    '/videos/search',
    handle({ query: videoSearchQuerySchema, response: videoSearchResponseSchema }, async ({ query }) => {
      return presentOutcome(await search.search(query));
    }),
  );
  router.get(
    '/videos/search/kept',
    handle({ query: keptSearchQuerySchema, response: keptSearchSchema }, async ({ query }) => {
      const outcome = await search.keptSearch(query);
      return outcome && presentOutcome(outcome);
    }),
  );
  router.get(
    '/videos/comment-states',
    handle({ query: commentStatesQuerySchema, response: commentStatesSchema }, async ({ query }) => {
      const states = await search.commentStates(query.ids);
      return query.ids.map((videoId) => ({ videoId, ...presentCommentState(states.get(videoId) ?? null) }));
    }),
  );
  router.get(
    '/channels/commented',
    handle({ response: commentedChannelsSchema }, () => search.commentedChannels()),
  );

  return router;
}

const presentOutcome = ({ videos, ...outcome }: SearchOutcome) => ({
  ...outcome,
  videos: videos.map(presentFoundVideo),
});
