import { Router } from 'express';
import { draftRecordSchema, pickRequestSchema } from '#shared/contracts/draft-record.ts';
import {
  generateBulkRequestSchema,
  generateRequestSchema,
  regenerateRequestSchema,
  takesRequestSchema,
} from '#shared/contracts/draft-requests.ts';
import { generateBulkResponseSchema, generateResponseSchema } from '#shared/contracts/drafts.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { readRequestSchema } from '#shared/contracts/reading.ts';
import { handle } from '../../http/handle.ts';
import { presentDraft } from './draft.presenter.ts';
import type { DraftingService } from './drafting.service.ts';

interface Deps {
  service: DraftingService;
}

export function draftingRoutes({ service }: Deps): Router {
  const router = Router();

  router.post(
    '/comments/generate',
    handle({ body: generateRequestSchema, response: generateResponseSchema, status: 201 }, async ({ body }) =>
      presentDraft(await service.generate(body)),
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
      async ({ params, body }) => presentDraft(await service.regenerate(params.id, body)),
    ),
  );

  router.post(
    '/comments/:id/takes',
    handle(
      { params: idPathSchema, body: takesRequestSchema, response: generateResponseSchema },
      async ({ params, body }) => presentDraft(await service.writeOthers(params.id, body.revision)),
    ),
  );

  router.post(
    '/comments/:id/read',
    handle(
      { params: idPathSchema, body: readRequestSchema, response: generateResponseSchema },
      async ({ params, body }) => presentDraft(await service.readAgain(params.id, body.revision)),
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
