import type { Router } from 'express';
import {
  modelTestSchema,
  updateModelSettingsSchema,
} from '#shared/contracts/settings.ts';
import { goneOf, routes } from '../../http/handle.ts';
import type { TryModel } from './setup.service.ts';

interface Deps {
  tryModel: TryModel;
  /** Makes a local model server load the model in use. */
  loadModel: () => Promise<void>;
  /** Reports an error that happens after the response was sent. */
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
