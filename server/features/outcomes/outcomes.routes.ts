import type { Router } from 'express';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import {
  outcomeCountsSchema,
  outcomesSummarySchema,
} from '#shared/contracts/comments.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { relationsQuerySchema, relationsSchema } from '#shared/contracts/relations.ts';
import {
  repliesRefreshedSchema,
  replyCountsSchema,
  replyListSchema,
  replySchema,
  threadSchema,
  updateReplySchema,
} from '#shared/contracts/replies.ts';
import { replyListQuerySchema } from '#shared/contracts/requests.ts';
import { routes } from '../../http/handle.ts';
import { sendList } from '../../http/send-list.ts';
import { presentComment } from '../comments/comment.view.ts';
import type { OutcomesService } from './outcomes.service.ts';
import type { RepliesService } from './replies.service.ts';

interface Deps {
  outcomes: OutcomesService;
  replies: RepliesService;
}

export const outcomesRoutes = ({ outcomes, replies }: Deps): Router =>
  routes((route) => {
    route(
      'post /comments/:id/check',
      { params: idPathSchema, response: commentSchema },
      async ({ params }) => presentComment(await outcomes.check(params.id)),
    );
    route('get /outcomes/summary', { response: outcomesSummarySchema }, () =>
      outcomes.summary(),
    );
    route(
      'get /channels/relations',
      { query: relationsQuerySchema, response: relationsSchema },
      ({ query }) => outcomes.relations(query.ids),
    );
    route('get /outcomes/counts', { response: outcomeCountsSchema }, () =>
      outcomes.counts(),
    );
    route('get /replies', { query: replyListQuerySchema }, async ({ query, req, res }) =>
      sendList(req, res, await replies.list(query), {
        present: (row) => row,
        contract: replyListSchema,
      }),
    );
    route('get /replies/counts', { response: replyCountsSchema }, () => replies.counts());
    route('post /replies/refresh', { response: repliesRefreshedSchema }, () =>
      replies.refresh(),
    );
    route(
      'patch /replies/:id',
      { params: idPathSchema, body: updateReplySchema, response: replySchema },
      ({ params, body }) => replies.setState(params.id, body.state),
    );
    route(
      'get /comments/:id/thread',
      { params: idPathSchema, response: threadSchema },
      ({ params }) => replies.thread(params.id),
    );
  });
