import type { Router } from 'express';
import { modelTestSchema, updateModelSettingsSchema } from '#shared/contracts/settings.ts';
import { goneOf, routes } from '../../http/handle.ts';
import type { TryModel } from './setup.service.ts';

interface Deps {
  tryModel: TryModel;
  /** Has a local server load the model in use. */
  loadModel: () => Promise<void>;
  /** For what fails after the answer. */
  report: (error: unknown) => void;
}

export const trialDraftRoutes = ({ tryModel, loadModel, report }: Deps): Router =>
  routes((route) => {
    route(
      'post /model-settings/test',
      { body: updateModelSettingsSchema, response: modelTestSchema },
      ({ body, res }) => tryModel(body, goneOf(res)),
    );
    route('post /model-settings/load', {}, () => void loadModel().catch(report));
  });
