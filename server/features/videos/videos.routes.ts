import type { Router } from 'express';
import {
  commentedChannelsSchema,
  commentStatesQuerySchema,
  commentStatesSchema,
  keptSearchQuerySchema,
  keptSearchSchema,
  videoSearchQuerySchema,
  videoSearchResponseSchema,
} from '#shared/contracts/videos.ts';
import { routes } from '../../http/handle.ts';
import type { SearchService } from './search.service.ts';

export const discoveryRoutes = ({ search }: { search: SearchService }): Router =>
  routes((route) => {
    route(
      'get /videos/search',
      { query: videoSearchQuerySchema, response: videoSearchResponseSchema },
      ({ query }) => search.search(query),
    );
    route(
      'get /videos/search/kept',
      { query: keptSearchQuerySchema, response: keptSearchSchema },
      ({ query }) => search.keptSearch(query),
    );
    route(
      'get /videos/comment-states',
      { query: commentStatesQuerySchema, response: commentStatesSchema },
      ({ query }) => search.commentStates(query.ids),
    );
    route('get /channels/commented', { response: commentedChannelsSchema }, () =>
      search.commentedChannels(),
    );
  });
