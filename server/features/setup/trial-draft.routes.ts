import { Router } from 'express';
import { modelTestSchema, updateModelSettingsSchema } from '#shared/contracts/model-settings.ts';
import { handle } from '../../http/handle.ts';
import type { TryModel } from './trial-draft.service.ts';

export function trialDraftRoutes({ tryModel }: { tryModel: TryModel }): Router {
  return Router().post(
    '/model-settings/test',
    handle({ body: updateModelSettingsSchema, response: modelTestSchema }, ({ body }) => tryModel(body)),
  );
}
