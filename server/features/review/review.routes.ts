import { Router } from 'express';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { commentRowSchema, updateCommentSchema } from '#shared/contracts/comments.ts';
import { vouchRequestSchema } from '#shared/contracts/grounding.ts';
import { answerQuerySchema } from '#shared/contracts/lists.ts';
import { markExampleSchema } from '#shared/contracts/posted-comments.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { addToQueueSchema, queueRowSchema, scheduleSchema } from '#shared/contracts/queue.ts';
import { queueItemSchema } from '#shared/contracts/queue-items.ts';
import { handle } from '../../http/handle.ts';
import {
  presentComment,
  presentCommentRow,
  presentQueueItem,
  presentQueueRow,
} from '../comments/comment.presenter.ts';
import type { ReviewService } from './review.service.ts';

interface Deps {
  review: ReviewService;
}

export function reviewRoutes({ review }: Deps): Router {
  const router = Router();

  router.patch(
    '/comments/:id',
    handle(
      {
        params: idPathSchema,
        query: answerQuerySchema,
        body: updateCommentSchema,
        response: commentSchema.or(commentRowSchema),
      },
      async ({ params, query, body }) => {
        const view = await review.update(params.id, body);
        return query.fields === 'row' ? presentCommentRow(view) : presentComment(view);
      },
    ),
  );

  router.delete(
    '/comments/:id',
    handle({ params: idPathSchema }, async ({ params }) => review.discard(params.id)),
  );

  router.post(
    '/comments/:id/example',
    handle(
      { params: idPathSchema, body: markExampleSchema, response: commentSchema },
      async ({ params, body }) => presentComment(await review.markExample(params.id, body.isExample)),
    ),
  );

  router.post(
    '/comments/:id/vouch',
    handle(
      { params: idPathSchema, body: vouchRequestSchema, response: commentSchema },
      async ({ params, body }) => presentComment(await review.vouch(params.id, body)),
    ),
  );

  router.post(
    '/queue',
    handle(
      { query: answerQuerySchema, body: addToQueueSchema, response: queueItemSchema.or(queueRowSchema) },
      async ({ query, body, res }) => {
        const { item, created } = await review.addToQueue(body);
        res.status(created ? 201 : 200);
        return query.fields === 'row' ? presentQueueRow(item) : presentQueueItem(item);
      },
    ),
  );

  router.patch(
    '/queue/:id',
    handle(
      {
        params: idPathSchema,
        query: answerQuerySchema,
        body: scheduleSchema,
        response: queueItemSchema.or(queueRowSchema),
      },
      async ({ params, query, body }) => {
        const item = await review.schedule(params.id, body);
        return query.fields === 'row' ? presentQueueRow(item) : presentQueueItem(item);
      },
    ),
  );

  router.delete(
    '/queue/:id',
    handle({ params: idPathSchema }, async ({ params }) => review.removeFromQueue(params.id)),
  );

  return router;
}
