import { Router } from 'express';
import { commentListSchema, commentSchema, updateCommentSchema } from '#shared/contracts/comments.ts';
import { idPathSchema, pageQuerySchema } from '#shared/contracts/primitives.ts';
import {
  addToQueueSchema,
  queueItemSchema,
  queueListSchema,
  scheduleSchema,
} from '#shared/contracts/queue.ts';
import { handle } from '../../http/handle.ts';
import { presentComment, presentQueueItem } from '../comments/comment.presenter.ts';
import type { CommentsService } from '../comments/comments.service.ts';
import type { ReviewService } from './review.service.ts';

interface Deps {
  comments: Pick<CommentsService, 'comments' | 'queue'>;
  review: ReviewService;
}

export function reviewRoutes({ comments, review }: Deps): Router {
  const router = Router();

  router.get(
    '/comments',
    handle({ query: pageQuerySchema, response: commentListSchema }, async ({ query }) =>
      (await comments.comments(query)).map(presentComment),
    ),
  );

  router.patch(
    '/comments/:id',
    handle(
      { params: idPathSchema, body: updateCommentSchema, response: commentSchema },
      async ({ params, body }) => presentComment(await review.update(params.id, body)),
    ),
  );

  router.get(
    '/queue',
    handle({ query: pageQuerySchema, response: queueListSchema }, async ({ query }) =>
      (await comments.queue(query)).map(presentQueueItem),
    ),
  );

  router.post(
    '/queue',
    handle({ body: addToQueueSchema, response: queueItemSchema }, async ({ body, res }) => {
      const { item, created } = await review.addToQueue(body);
      res.status(created ? 201 : 200);
      return presentQueueItem(item);
    }),
  );

  router.patch(
    '/queue/:id',
    handle(
      { params: idPathSchema, body: scheduleSchema, response: queueItemSchema },
      async ({ params, body }) => presentQueueItem(await review.schedule(params.id, body)),
    ),
  );

  router.delete(
    '/queue/:id',
    handle({ params: idPathSchema }, async ({ params }) => review.removeFromQueue(params.id)),
  );

  return router;
}
