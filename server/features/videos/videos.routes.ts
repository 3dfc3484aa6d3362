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
import { routeOn } from '../../http/handle.ts';
import {
  presentCommentState,
  presentFoundVideo,
  type SearchOutcome,
  type SearchService,
} from './search.service.ts';

export function discoveryRoutes({ search }: { search: SearchService }): Router {
  const router = Router();
  const route = routeOn(router);

  route(
    'get /videos/search',
    { query: videoSearchQuerySchema, response: videoSearchResponseSchema },
    async ({ query }) => {
      return presentOutcome(await search.search(query));
    },
  );
  route(
    'get /videos/search/kept',
    { query: keptSearchQuerySchema, response: keptSearchSchema },
    async ({ query }) => {
      const outcome = await search.keptSearch(query);
      return outcome && presentOutcome(outcome);
    },
  );
  route(
    'get /videos/comment-states',
    { query: commentStatesQuerySchema, response: commentStatesSchema },
    async ({ query }) => {
      const states = await search.commentStates(query.ids);
      return query.ids.map((videoId) => ({ videoId, ...presentCommentState(states.get(videoId) ?? null) }));
    },
  );
  route('get /channels/commented', { response: commentedChannelsSchema }, () => search.commentedChannels());

  return router;
}

const presentOutcome = ({ videos, ...outcome }: SearchOutcome) => ({
  ...outcome,
  videos: videos.map(presentFoundVideo),
});
