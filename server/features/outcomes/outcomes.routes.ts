import { Router } from 'express';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { handle } from '../../http/handle.ts';
import { presentComment } from '../comments/comment.presenter.ts';
import type { OutcomesService } from './outcomes.service.ts';

export function outcomesRoutes({ outcomes }: { outcomes: Pick<OutcomesService, 'check'> }): Router {
  const router = Router();

  router.post(
    '/comments/:id/check',
    handle({ params: idPathSchema, response: commentSchema }, async ({ params }) =>
      presentComment(await outcomes.check(params.id)),
    ),
  );

  return router;
}
