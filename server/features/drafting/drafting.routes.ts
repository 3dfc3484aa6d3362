import { Router } from 'express';
import { commentAnalysisSchema } from '#shared/contracts/comment-analysis.ts';
import {
  generateBulkRequestSchema,
  generateBulkResponseSchema,
  generateRequestSchema,
  generateResponseSchema,
  regenerateRequestSchema,
} from '#shared/contracts/comments.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { handle } from '../../http/handle.ts';
import { presentComment } from '../review/comment.presenter.ts';
import type { DraftingService } from './drafting.service.ts';

interface Deps {
  service: DraftingService;
}

type CommentView = Awaited<ReturnType<DraftingService['generate']>>;

export function draftingRoutes({ service }: Deps): Router {
  const router = Router();

  router.post(
    '/comments/generate',
    handle({ body: generateRequestSchema, response: generateResponseSchema, status: 201 }, async ({ body }) =>
      presentDraft(await service.generate(body.videoId, body.style)),
    ),
  );

  router.post(
    '/comments/generate-bulk',
    handle({ body: generateBulkRequestSchema, response: generateBulkResponseSchema }, ({ body }) =>
      service.generateBulk(body),
    ),
  );

  router.post(
    '/comments/:id/regenerate',
    handle(
      { params: idPathSchema, body: regenerateRequestSchema, response: generateResponseSchema },
      async ({ params, body }) => presentDraft(await service.regenerate(params.id, body.style)),
    ),
  );

  return router;
}

/** A draft fresh from the model always has its analysis. */
function presentDraft(view: CommentView) {
  const comment = presentComment(view);
  return { comment, analysis: commentAnalysisSchema.parse(comment.analysis) };
}
