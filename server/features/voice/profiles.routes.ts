import { Router } from 'express';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import { updateUserSettingsSchema, userSettingsSchema } from '#shared/contracts/settings.ts';
import {
  createVoiceProfileSchema,
  updateVoiceProfileSchema,
  voiceProfileListSchema,
  voiceProfileSchema,
} from '#shared/contracts/voice.ts';
import { handle } from '../../http/handle.ts';
import type { SettingsService, VoiceService } from './profiles.service.ts';

export function voiceRoutes({ service }: { service: VoiceService }): Router {
  const router = Router();

  router.get(
    '/voice-profiles',
    handle({ response: voiceProfileListSchema }, () => service.profiles()),
  );
  router.post(
    '/voice-profiles',
    handle({ body: createVoiceProfileSchema, response: voiceProfileSchema, status: 201 }, ({ body }) =>
      service.create(body),
    ),
  );
  router.put(
    '/voice-profiles/:id',
    handle(
      { params: idPathSchema, body: updateVoiceProfileSchema, response: voiceProfileSchema },
      ({ params, body }) => service.update(params.id, body),
    ),
  );
  router.delete(
    '/voice-profiles/:id',
    handle({ params: idPathSchema }, ({ params }) => service.remove(params.id)),
  );

  return router;
}

export function settingsRoutes({ service }: { service: SettingsService }): Router {
  const router = Router();

  router.get(
    '/user-settings',
    handle({ response: userSettingsSchema }, () => service.settings()),
  );
  router.put(
    '/user-settings',
    handle({ body: updateUserSettingsSchema, response: userSettingsSchema }, ({ body }) =>
      service.update(body),
    ),
  );

  return router;
}
