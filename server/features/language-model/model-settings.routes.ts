import type { Router } from 'express';
import { z } from 'zod';
import {
  foundServerSchema,
  modelListSchema,
  modelServerSchema,
  modelSettingsSchema,
  updateModelSettingsSchema,
} from '#shared/contracts/settings.ts';
import { routes } from '../../http/handle.ts';
import type { ModelSettingsService } from './model-settings.service.ts';

export const modelSettingsRoutes = ({
  service,
}: {
  service: ModelSettingsService;
}): Router =>
  routes((route) => {
    route('get /model-settings', { response: modelSettingsSchema }, () =>
      service.settings(),
    );
    route(
      'put /model-settings',
      { body: updateModelSettingsSchema, response: modelSettingsSchema },
      ({ body }) => service.change(body),
    );
    route('delete /model-settings', {}, () => service.forget());
    route('delete /model-settings/learned', {}, () => service.forgetLearned());
    route(
      'post /model-settings/models',
      { body: modelServerSchema, response: modelListSchema },
      async ({ body }) => ({ models: await service.models(body) }),
    );
    route('post /model-settings/find', { response: z.array(foundServerSchema) }, () =>
      service.find(),
    );
  });
