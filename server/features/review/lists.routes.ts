import { Router } from 'express';
import { commentListSchema } from '#shared/contracts/comment-detail.ts';
import { commentIdListSchema, commentRowListSchema } from '#shared/contracts/comments.ts';
import { commentListQuerySchema, queueListQuerySchema } from '#shared/contracts/lists.ts';
import {
  queueExportQuerySchema,
  queueIdListSchema,
  queueRowListSchema,
  queueSummarySchema,
} from '#shared/contracts/queue.ts';
import { queueListSchema } from '#shared/contracts/queue-items.ts';
import { handle } from '../../http/handle.ts';
import { jsonArray, sendList, streamText } from '../../http/send-list.ts';
import {
  presentComment,
  presentCommentRow,
  presentQueueItem,
  presentQueueRow,
} from '../comments/comment.presenter.ts';
import type { CommentListsService } from '../comments/comment-lists.service.ts';
import { queueCsv } from './queue-csv.rules.ts';
import type { QueueFiguresService } from './queue-figures.service.ts';

interface Deps {
  lists: CommentListsService;
  figures: QueueFiguresService;
}

const same = <Row>(row: Row) => row;

export function listRoutes({ lists, figures }: Deps): Router {
  const router = Router();

  router.get(
    '/comments',
    handle({ query: commentListQuerySchema }, async ({ query, req, res }) => {
      if (query.fields === 'ids') {
        const ids = await lists.commentIds(query);
        return sendList(req, res, ids, { present: same, contract: commentIdListSchema });
      }
      if (query.fields === 'row') {
        const rows = await lists.commentRows(query);
        return sendList(req, res, rows, { present: presentCommentRow, contract: commentRowListSchema });
      }
      const whole = await lists.comments(query);
      return sendList(req, res, whole, { present: presentComment, contract: commentListSchema });
    }),
  );

  router.get(
    '/queue',
    handle({ query: queueListQuerySchema }, async ({ query, req, res }) => {
      if (query.fields === 'ids') {
        const ids = await lists.queueIds(query);
        return sendList(req, res, ids, { present: same, contract: queueIdListSchema });
      }
      if (query.fields === 'row') {
        const rows = await lists.queueRows(query);
        return sendList(req, res, rows, { present: presentQueueRow, contract: queueRowListSchema });
      }
      const whole = await lists.queue(query);
      return sendList(req, res, whole, { present: presentQueueItem, contract: queueListSchema });
    }),
  );

  router.get(
    '/queue/summary',
    handle({ response: queueSummarySchema }, () => figures.summary()),
  );

  router.get(
    '/queue/export',
    handle({ query: queueExportQuerySchema }, async ({ query: { format }, res }) => {
      const items = lists.wholeQueue();
      res.attachment(`chime-in-queue.${format}`);
      await streamText(
        res,
        format === 'csv'
          ? queueCsv(items, presentQueueItem)
          : jsonArray(items, (batch) => queueListSchema.parse(batch.map(presentQueueItem))),
      );
    }),
  );

  return router;
}
