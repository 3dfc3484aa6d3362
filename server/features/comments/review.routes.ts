import type { Response, Router } from 'express';
import {
  commentSchema,
  queueItemSchema,
  vouchRequestSchema,
} from '#shared/contracts/comment-detail.ts';
import { commentRowSchema, updateCommentSchema } from '#shared/contracts/comments.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import {
  addToQueueSchema,
  approveAndScheduleSchema,
  freeSlotsSchema,
  queueRowSchema,
  scheduleOverviewSchema,
  scheduleSchema,
} from '#shared/contracts/queue.ts';
import {
  answerQuerySchema,
  discardQuerySchema,
  freeSlotsQuerySchema,
  markExampleSchema,
  removeQuerySchema,
  scheduleQuerySchema,
} from '#shared/contracts/requests.ts';
import { routes } from '../../http/handle.ts';
import { nameSteps } from '../../http/step-header.ts';
import {
  type ChangedComment,
  presentAnswer,
  presentComment,
  presentQueueItem,
  presentQueueRow,
  type Queued,
} from './comment.view.ts';
import type { ReviewService } from './review.service.ts';
import type { ScheduleService } from './schedule.service.ts';

interface Deps {
  review: ReviewService;
  schedule: ScheduleService;
}

const itemOrRow = {
  query: answerQuerySchema,
  response: queueItemSchema.or(queueRowSchema),
};

interface Asked {
  query: { fields?: 'row' | undefined };
  res: Response;
}

/**
 * Returns the changed queue item for the response, and puts the id of the step into the
 * response's header.
 */
function present(item: Queued<ChangedComment>, { query, res }: Asked) {
  nameSteps(res, item.step);
  return query.fields === 'row' ? presentQueueRow(item) : presentQueueItem(item);
}

export const reviewRoutes = ({ review, schedule }: Deps): Router =>
  routes((route) => {
    route(
      'patch /comments/:id',
      {
        params: idPathSchema,
        query: answerQuerySchema,
        body: updateCommentSchema,
        response: commentSchema.or(commentRowSchema),
      },
      async ({ params, query, body, res }) => {
        const view = await review.update(params.id, body);
        nameSteps(res, view.step);
        return presentAnswer(view, query);
      },
    );
    route(
      'get /comments/:id',
      { params: idPathSchema, response: commentSchema },
      async ({ params }) => presentComment(await review.comment(params.id)),
    );
    route(
      'delete /comments/:id',
      { params: idPathSchema, query: discardQuerySchema },
      async ({ params, query }) => review.discard(params.id, query.revision),
    );
    route(
      'post /comments/:id/example',
      { params: idPathSchema, body: markExampleSchema, response: commentSchema },
      async ({ params, body }) =>
        presentComment(await review.markExample(params.id, body.isExample)),
    );
    route(
      'post /comments/:id/vouch',
      { params: idPathSchema, body: vouchRequestSchema, response: commentSchema },
      async ({ params, body }) =>
        presentComment(await review.confirmSentence(params.id, body)),
    );
    route(
      'post /comments/:id/schedule',
      { ...itemOrRow, params: idPathSchema, body: approveAndScheduleSchema },
      async ({ params, query, body, res }) =>
        present(await review.approveAndSchedule(params.id, body), { query, res }),
    );
    route(
      'post /queue',
      { ...itemOrRow, body: addToQueueSchema },
      async ({ query, body, res }) => {
        const { item, created } = await review.addToQueue(body);
        res.status(created ? 201 : 200);
        return present(item, { query, res });
      },
    );
    route(
      'patch /queue/:id',
      { ...itemOrRow, params: idPathSchema, body: scheduleSchema },
      async ({ params, query, body, res }) =>
        present(await review.schedule(params.id, body), { query, res }),
    );
    route(
      'delete /queue/:id',
      { params: idPathSchema, query: removeQuerySchema },
      async ({ params, query: { revision }, res }) => {
        const { comment, step } = await review.removeFromQueue(params.id);
        // An undo would put back a text that the owner has not seen.
        const isUnseen = revision !== undefined && revision !== comment.revision;
        if (!isUnseen) nameSteps(res, step);
      },
    );
    route(
      'get /queue/schedule',
      { query: scheduleQuerySchema, response: scheduleOverviewSchema },
      ({ query: { from, to } }) =>
        schedule.overview({ from: new Date(from), to: new Date(to) }),
    );
    route(
      'get /queue/free-slots',
      { query: freeSlotsQuerySchema, response: freeSlotsSchema },
      ({ query }) => schedule.freeSlots(query.count),
    );
  });
