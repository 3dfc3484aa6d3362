import { Router } from 'express';
import { commentSchema, queueItemSchema, vouchRequestSchema } from '#shared/contracts/comment-detail.ts';
import { commentRowSchema, markExampleSchema, updateCommentSchema } from '#shared/contracts/comments.ts';
import { answerQuerySchema } from '#shared/contracts/lists.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import {
  addToQueueSchema,
  freeSlotsQuerySchema,
  freeSlotsSchema,
  plannedDaysSchema,
  queueRowSchema,
  queueSummarySchema,
  scheduleOverviewSchema,
  scheduleQuerySchema,
  scheduleSchema,
  undoSchema,
} from '#shared/contracts/queue.ts';
import { handle } from '../../http/handle.ts';
import { presentComment, presentCommentRow, presentQueueItem, presentQueueRow } from './comment.view.ts';
import type { ReviewService } from './review.service.ts';
import type { ScheduleService } from './schedule.service.ts';

interface Deps {
  review: ReviewService;
  schedule: ScheduleService;
}

const itemOrRow = { query: answerQuerySchema, response: queueItemSchema.or(queueRowSchema) };
const present = (item: Parameters<typeof presentQueueItem>[0], { fields }: { fields?: 'row' | undefined }) =>
  fields === 'row' ? presentQueueRow(item) : presentQueueItem(item);

export function reviewRoutes({ review, schedule }: Deps): Router {
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

  router.get(
    '/comments/:id',
    handle({ params: idPathSchema, response: commentSchema }, async ({ params }) =>
      presentComment(await review.comment(params.id)),
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
      async ({ params, body }) => presentComment(await review.confirmSentence(params.id, body)),
    ),
  );

  router.post(
    '/comments/:id/undo',
    handle({ ...itemOrRow, params: idPathSchema, body: undoSchema }, async ({ params, query, body }) =>
      present(await review.undo(params.id, body), query),
    ),
  );

  router.post(
    '/queue',
    handle({ ...itemOrRow, body: addToQueueSchema }, async ({ query, body, res }) => {
      const { item, created } = await review.addToQueue(body);
      res.status(created ? 201 : 200);
      return present(item, query);
    }),
  );

  router.patch(
    '/queue/:id',
    handle({ ...itemOrRow, params: idPathSchema, body: scheduleSchema }, async ({ params, query, body }) =>
      present(await review.schedule(params.id, body), query),
    ),
  );

  router.delete(
    '/queue/:id',
    handle({ params: idPathSchema }, async ({ params }) => review.removeFromQueue(params.id)),
  );

  router.get(
    '/queue/schedule',
    handle({ query: scheduleQuerySchema, response: scheduleOverviewSchema }, ({ query: { from, to } }) =>
      schedule.overview({ from: new Date(from), to: new Date(to) }),
    ),
  );

  router.get(
    '/queue/free-slots',
    handle({ query: freeSlotsQuerySchema, response: freeSlotsSchema }, ({ query }) =>
      schedule.freeSlots(query.count),
    ),
  );

  router.get(
    '/queue/planned-days',
    handle({ response: plannedDaysSchema }, () => schedule.plannedDays()),
  );

  router.get(
    '/queue/summary',
    handle({ response: queueSummarySchema }, () => schedule.summary()),
  );

  return router;
}
