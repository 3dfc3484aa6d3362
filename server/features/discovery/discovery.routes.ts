import { Router } from 'express';
import {
  commentedChannelsSchema,
  commentStatesQuerySchema,
  commentStatesSchema,
  videoSearchQuerySchema,
  videoSearchResponseSchema,
} from '#shared/contracts/videos.ts';
import { handle } from '../../http/handle.ts';
import type { CommentStateService } from './comment-state.service.ts';
import { presentCommentedChannel, presentCommentState, presentFoundVideo } from './found-video.presenter.ts';
import type { SearchService } from './search.service.ts';

interface Deps {
  search: SearchService;
  commentStates: CommentStateService;
}

export function discoveryRoutes({ search, commentStates }: Deps): Router {
  const router = Router();

  router.get(
    '/videos/search',
    handle({ query: videoSearchQuerySchema, response: videoSearchResponseSchema }, async ({ query }) => {
      const outcome = await search.search(query);
      return { ...outcome, videos: outcome.videos.map(presentFoundVideo) };
    }),
  );
  router.get(
    '/videos/comment-states',
    handle({ query: commentStatesQuerySchema, response: commentStatesSchema }, async ({ query }) => {
      const states = await commentStates.ofVideos(query.ids);
      return query.ids.map((videoId) => ({ videoId, ...presentCommentState(states.get(videoId) ?? null) }));
    }),
  );
  router.get(
    '/channels/commented',
    handle({ response: commentedChannelsSchema }, async () =>
      (await commentStates.commentedChannels()).map(presentCommentedChannel),
    ),
  );

  return router;
}
