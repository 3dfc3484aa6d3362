import { Router } from 'express';
import { z } from 'zod';
import {
  foundServerSchema,
  modelListSchema,
  modelServerSchema,
  modelSettingsSchema,
  updateModelSettingsSchema,
} from '#shared/contracts/settings.ts';
import { handle } from '../../http/handle.ts';
import type { ModelSettingsService } from './model-settings.service.ts';

export function modelSettingsRoutes({ service }: { service: ModelSettingsService }): Router {
  const router = Router();

  router.get(
    '/model-settings',
    handle({ response: modelSettingsSchema }, () => service.settings()),
  );

  router.put(
    '/model-settings',
    handle({ body: updateModelSettingsSchema, response: modelSettingsSchema }, ({ body }) =>
      service.change(body),
    ),
  );

  router.delete(
    '/model-settings',
    handle({}, () => service.forget()),
  );

  router.post(
    '/model-settings/models',
    handle({ body: modelServerSchema, response: modelListSchema }, async ({ body }) => ({
      models: await service.models(body),
    })),
  );

  router.post(
    '/model-settings/find',
    handle({ response: z.array(foundServerSchema) }, () => service.find()),
  );

  return router;
}
