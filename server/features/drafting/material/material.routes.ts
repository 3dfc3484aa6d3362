import { Router } from 'express';
import { videoMaterialSchema } from '#shared/contracts/material.ts';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { handle } from '../../../http/handle.ts';
import type { MaterialService } from './material.service.ts';

interface Deps {
  materials: Pick<MaterialService, 'ofVideo'>;
}

export function materialRoutes({ materials }: Deps): Router {
  return Router().get(
    '/videos/:id/material',
    handle({ params: idPathSchema, response: videoMaterialSchema }, ({ params }) =>
      materials.ofVideo(params.id),
    ),
  );
}
