import { Router } from 'express';
import { idPathSchema } from '#shared/contracts/primitives.ts';
import {
  createVoiceProfileSchema,
  updateVoiceProfileSchema,
  voiceProfileListSchema,
  voiceProfileSchema,
} from '#shared/contracts/voice-profiles.ts';
import { handle } from '../../../http/handle.ts';
import { presentVoiceProfile } from './voice.presenter.ts';
import type { VoiceService } from './voice.service.ts';

export function voiceRoutes({ service }: { service: VoiceService }): Router {
  const router = Router();

  router.get(
    '/voice-profiles',
    handle({ response: voiceProfileListSchema }, async () =>
      (await service.profiles()).map(presentVoiceProfile),
    ),
  );
  router.post(
    '/voice-profiles',
    handle({ body: createVoiceProfileSchema, response: voiceProfileSchema, status: 201 }, async ({ body }) =>
      presentVoiceProfile(await service.create(body)),
    ),
  );
  router.put(
    '/voice-profiles/:id',
    handle(
      { params: idPathSchema, body: updateVoiceProfileSchema, response: voiceProfileSchema },
      async ({ params, body }) => presentVoiceProfile(await service.update(params.id, body)),
    ),
  );
  router.delete(
    '/voice-profiles/:id',
    handle({ params: idPathSchema }, ({ params }) => service.remove(params.id)),
  );

  return router;
}
