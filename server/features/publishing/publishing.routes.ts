import { Router } from 'express';
import { commentSchema, postCommentSchema } from '#shared/contracts/comments.ts';
import { postingStatusSchema, quotaResponseSchema } from '#shared/contracts/posting.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { handle } from '../../http/handle.ts';
import { presentComment } from '../comments/comment.presenter.ts';
import type { CommentsService } from '../comments/comments.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import type { PublishingService } from './publishing.service.ts';

interface Deps {
  publishing: PublishingService;
  quota: QuotaService;
  comments: Pick<CommentsService, 'comment'>;
}

export function publishingRoutes({ publishing, quota, comments }: Deps): Router {
  const router = Router();

  router.post(
    '/comments/:id/post',
    handle(
      { params: idPathSchema, body: postCommentSchema, response: commentSchema },
      async ({ params, body, res }) => {
        const { confirmed } = await publishing.post(params.id, body);
        res.status(confirmed ? 200 : 202);
        return presentComment(await comments.comment(params.id));
      },
    ),
  );

  router.get(
    '/posting-status',
    handle({ response: postingStatusSchema }, () => publishing.status()),
  );

  router.get(
    '/quota',
    handle({ response: quotaResponseSchema }, () => quota.status()),
  );

  return router;
}
