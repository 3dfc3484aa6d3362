import type { Response, Router } from 'express';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { commentRowSchema } from '#shared/contracts/comments.ts';
import { postingStatusSchema } from '#shared/contracts/posting.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import {
  answerQuerySchema,
  changePostedSchema,
  postCommentSchema,
  withdrawSchema,
} from '#shared/contracts/requests.ts';
import { quotaResponseSchema } from '#shared/contracts/status.ts';
import { routes } from '../../http/handle.ts';
import { presentAnswer } from '../comments/comment.view.ts';
import type { ReviewService } from '../comments/review.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import type { PublishingService } from './publishing.service.ts';

interface Deps {
  publishing: PublishingService;
  quota: QuotaService;
  review: Pick<ReviewService, 'comment'>;
}

export const publishingRoutes = ({ publishing, quota, review }: Deps): Router =>
  routes((route) => {
    const answers = {
      params: idPathSchema,
      query: answerQuerySchema,
      response: commentSchema.or(commentRowSchema),
    };

    async function present(
      {
        params,
        query,
        res,
      }: { params: { id: number }; query: { fields?: 'row' | undefined }; res: Response },
      { confirmed }: { confirmed: boolean },
    ) {
      res.status(confirmed ? 200 : 202);
      return presentAnswer(await review.comment(params.id), query);
    }

    route(
      'post /comments/:id/post',
      { ...answers, body: postCommentSchema },
      async (request) =>
        present(request, await publishing.post(request.params.id, request.body)),
    );
    route(
      'post /comments/:id/change',
      { ...answers, body: changePostedSchema },
      async (request) => {
        const { content, revision } = request.body;
        const change = { kind: 'change', content } as const;
        return present(
          request,
          await publishing.amend(request.params.id, change, revision),
        );
      },
    );
    route(
      'post /comments/:id/withdraw',
      { ...answers, body: withdrawSchema },
      async (request) => {
        const { params, body } = request;
        return present(
          request,
          await publishing.amend(params.id, { kind: 'withdraw' }, body.revision),
        );
      },
    );
    route('get /posting-status', { response: postingStatusSchema }, publishing.status);
    route('get /quota', { response: quotaResponseSchema }, quota.status);
  });
