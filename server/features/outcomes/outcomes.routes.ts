import { Router } from 'express';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { outcomeCountsSchema, outcomesSummarySchema } from '#shared/contracts/comments.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import {
  repliesRefreshedSchema,
  replyCountsSchema,
  replyListQuerySchema,
  replyListSchema,
  replySchema,
  threadSchema,
  updateReplySchema,
} from '#shared/contracts/replies.ts';
import { handle } from '../../http/handle.ts';
import { sendList } from '../../http/live-stream.ts';
import { presentComment } from '../comments/comment.view.ts';
import type { OutcomesService } from './outcomes.service.ts';
import { presentReply, presentThread } from './replies.rules.ts';
import type { RepliesService } from './replies.service.ts';
import type { ReplyReading } from './reply-reading.service.ts';

interface Deps {
  outcomes: OutcomesService;
  replies: RepliesService;
  replyReading: Pick<ReplyReading, 'refresh'>;
}

export function outcomesRoutes({ outcomes, replies, replyReading }: Deps): Router {
  const router = Router();

  router.post(
    '/comments/:id/check',
    handle({ params: idPathSchema, response: commentSchema }, async ({ params }) =>
      presentComment(await outcomes.check(params.id)),
    ),
  );

  router.get(
    '/outcomes/summary',
    handle({ response: outcomesSummarySchema }, () => outcomes.summary()),
  );

  router.get(
    '/outcomes/counts',
    handle({ response: outcomeCountsSchema }, () => outcomes.counts()),
  );

  router.get(
    '/replies',
    handle({ query: replyListQuerySchema }, async ({ query, req, res }) =>
      sendList(req, res, await replies.list(query), { present: presentReply, contract: replyListSchema }),
    ),
  );

  router.get(
    '/replies/counts',
    handle({ response: replyCountsSchema }, () => replies.counts()),
  );

  router.post(
    '/replies/refresh',
    handle({ response: repliesRefreshedSchema }, () => replyReading.refresh()),
  );

  router.patch(
    '/replies/:id',
    handle(
      { params: idPathSchema, body: updateReplySchema, response: replySchema },
      async ({ params, body }) => presentReply(await replies.setState(params.id, body.state)),
    ),
  );

  router.get(
    '/comments/:id/thread',
    handle({ params: idPathSchema, response: threadSchema }, async ({ params }) =>
      presentThread(await replies.thread(params.id)),
    ),
  );

  return router;
}
