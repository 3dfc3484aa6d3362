import { type ErrorRequestHandler, Router } from 'express';
import { insertThread, listThreads } from './comment-threads.ts';
import { deleteComment, insertReply, listComments, updateComment } from './comments.ts';
import { type Answer, endpoint, type YouTubeDeps } from './endpoint.ts';
import { GoogleError, googleError } from './errors.ts';
import { listChannels, listVideos, search } from './videos.ts';

const isBadBody = (error: unknown): boolean => error instanceof SyntaxError && 'body' in error;

export const sendGoogleError: ErrorRequestHandler = (error, _req, res, _next) => {
  const known = isBadBody(error) ? googleError('parseError') : error;
  const answer = known instanceof GoogleError ? known : googleError('internalError');
  res.status(answer.status).json(answer.body);
};

export const youtubeRoutes = (deps: YouTubeDeps): Router => {
  const read = (answer: Answer) => endpoint(deps, 'shared', 1, answer);
  const write = (answer: Answer) => endpoint(deps, 'shared', 50, answer);
  return Router()
    .get('/search', endpoint(deps, 'search', 1, search(deps)))
    .get('/videos', read(listVideos(deps)))
    .get('/channels', read(listChannels))
    .get('/commentThreads', read(listThreads(deps)))
    .post('/commentThreads', write(insertThread(deps)))
    .get('/comments', read(listComments(deps)))
    .post('/comments', write(insertReply(deps)))
    .put('/comments', write(updateComment(deps)))
    .delete('/comments', write(deleteComment(deps)))
    .use(() => {
      throw googleError('notFound');
    });
};
