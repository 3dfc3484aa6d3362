import { type ErrorRequestHandler, Router } from 'express';
import { channelsRoutes } from './channels.routes.ts';
import { commentThreadsRoutes } from './comment-threads.routes.ts';
import { commentsRoutes } from './comments.routes.ts';
import type { YouTubeDeps } from './endpoint.ts';
import { GoogleError, googleError } from './errors.ts';
import { searchRoutes } from './search.routes.ts';
import { videosRoutes } from './videos.routes.ts';

const isBadBody = (error: unknown): boolean => error instanceof SyntaxError && 'body' in error;

/** Sends whatever was thrown under /youtube/v3 in Google's envelope. */
export const sendGoogleError: ErrorRequestHandler = (error, _req, res, _next) => {
  const known = isBadBody(error) ? googleError('parseError') : error;
  const answer = known instanceof GoogleError ? known : googleError('internalError');
  res.status(answer.status).json(answer.body);
};

/** The YouTube Data API, to be mounted at /youtube/v3 (WIRE A). */
export const youtubeRoutes = (deps: YouTubeDeps): Router =>
  Router()
    .use(searchRoutes(deps), videosRoutes(deps), channelsRoutes(deps))
    .use(commentThreadsRoutes(deps), commentsRoutes(deps))
    .use(() => {
      throw googleError('notFound');
    });
