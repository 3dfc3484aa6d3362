import { Router } from 'express';
import {
  transcriptPlanRequestSchema,
  transcriptPlanSchema,
  videoMaterialSchema,
} from '#shared/contracts/material.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { handle } from '../../../http/handle.ts';
import type { MaterialService } from './material.service.ts';

interface Deps {
  materials: Pick<MaterialService, 'ofVideo' | 'planTranscript'>;
}

export function materialRoutes({ materials }: Deps): Router {
  const router = Router();

  router.get(
    '/videos/:id/material',
    handle({ params: idPathSchema, response: videoMaterialSchema }, ({ params }) =>
      materials.ofVideo(params.id),
    ),
  );

  router.post(
    '/videos/:id/transcript',
    handle(
      { params: idPathSchema, body: transcriptPlanRequestSchema, response: transcriptPlanSchema },
      ({ params, body }) => materials.planTranscript(params.id, body),
    ),
  );

  return router;
}
