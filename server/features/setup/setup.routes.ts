import { Router } from 'express';
import { modelTestSchema, updateModelSettingsSchema } from '#shared/contracts/settings.ts';
import { goneOf, handle } from '../../http/handle.ts';
import type { TryModel } from './setup.service.ts';

interface Deps {
  tryModel: TryModel;
  /** Has a local server load the model in use. */
  loadModel: () => Promise<void>;
  /** For what fails after the answer. */
  report: (error: unknown) => void;
}

export function trialDraftRoutes({ tryModel, loadModel, report }: Deps): Router {
  return Router()
    .post(
      '/model-settings/test',
      handle({ body: updateModelSettingsSchema, response: modelTestSchema }, ({ body, res }) =>
        tryModel(body, goneOf(res)),
      ),
    )
    .post(
      '/model-settings/load',
      handle({}, () => void loadModel().catch(report)),
    );
}
