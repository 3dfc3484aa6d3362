import { Router } from 'express';
import { updateUserSettingsSchema, userSettingsSchema } from '#shared/contracts/user-settings.ts';
import { handle } from '../../../http/handle.ts';
import { presentSettings } from './settings.presenter.ts';
import type { SettingsService } from './settings.service.ts';

export function settingsRoutes({ service }: { service: SettingsService }): Router {
  const router = Router();

  router.get(
    '/user-settings',
    handle({ response: userSettingsSchema }, async () => presentSettings(await service.settings())),
  );
  router.put(
    '/user-settings',
    handle({ body: updateUserSettingsSchema, response: userSettingsSchema }, async ({ body }) =>
      presentSettings(await service.update(body)),
    ),
  );

  return router;
}
