import { Router } from 'express';
import { modelTestSchema, updateModelSettingsSchema } from '#shared/contracts/settings.ts';
import { goneOf, routeOn } from '../../http/handle.ts';
import type { TryModel } from './setup.service.ts';

interface Deps {
  tryModel: TryModel;
  /** Has a local server load the model in use. */
  loadModel: () => Promise<void>;
  /** For what fails after the answer. */
  report: (error: unknown) => void;
}

export function trialDraftRoutes({ tryModel, loadModel, report }: Deps): Router {
  const router = Router();
  const route = routeOn(router);
  route(
    'post /model-settings/test',
    { body: updateModelSettingsSchema, response: modelTestSchema },
    ({ body, res }) => tryModel(body, goneOf(res)),
  );
  route('post /model-settings/load', {}, () => void loadModel().catch(report));
  return router;
}
