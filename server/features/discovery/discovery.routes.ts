import { Router } from 'express';
import { videoSearchQuerySchema, videoSearchResponseSchema } from '#shared/contracts/videos.ts';
import { handle } from '../../http/handle.ts';
import { presentFoundVideo } from './found-video.presenter.ts';
import type { SearchService } from './search.service.ts';

export function discoveryRoutes({ search }: { search: SearchService }): Router {
  const router = Router();

  router.get(
    '/videos/search',
    handle({ query: videoSearchQuerySchema, response: videoSearchResponseSchema }, async ({ query }) => {
      const outcome = await search.search(query);
      return { ...outcome, videos: outcome.videos.map(presentFoundVideo) };
    }),
  );

  return router;
}
