import { Router } from 'express';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { outcomesSummarySchema } from '#shared/contracts/outcomes.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { handle } from '../../http/handle.ts';
import { presentComment } from '../comments/comment.presenter.ts';
import type { OutcomesService } from './outcomes.service.ts';

export function outcomesRoutes({ outcomes }: { outcomes: OutcomesService }): Router {
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

  return router;
}
