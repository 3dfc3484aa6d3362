import { Router } from 'express';
import { commentAnalysisSchema } from '#shared/contracts/comment-analysis.ts';
import {
  type GenerateResponse,
  generateBulkRequestSchema,
  generateBulkResponseSchema,
  generateRequestSchema,
  generateResponseSchema,
  regenerateRequestSchema,
} from '#shared/contracts/comments.ts';
import { draftRecordSchema, pickRequestSchema } from '#shared/contracts/draft-record.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { handle } from '../../http/handle.ts';
import { presentComment } from '../review/comment.presenter.ts';
import type { DraftedComment, DraftingService } from './drafting.service.ts';

interface Deps {
  service: DraftingService;
}

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

  router.get(
    '/comments/:id/draft',
    handle({ params: idPathSchema, response: draftRecordSchema }, ({ params }) => service.record(params.id)),
  );

  router.post(
    '/comments/:id/pick',
    handle(
      { params: idPathSchema, body: pickRequestSchema, response: generateResponseSchema },
      async ({ params, body }) =>
        presentDraft(await service.pick(params.id, body.alternative, body.revision)),
    ),
  );

  return router;
}

/** A draft fresh from the model always has its analysis. */
function presentDraft({ view, record }: DraftedComment): GenerateResponse {
  const comment = presentComment(view);
  const analysis = commentAnalysisSchema.parse(comment.analysis);
  return {
    comment,
    analysis: record.why ? { ...analysis, why: record.why } : analysis,
    alternatives: record.alternatives,
  };
}
