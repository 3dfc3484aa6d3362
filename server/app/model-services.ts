import type { Config } from '../config/config.ts';
import type { ClockAndEvents } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { Db } from '../db/database.ts';
import type { TokenVault } from '../features/auth/token-vault.ts';
import type { DraftModel } from '../features/drafting/prompts/draft-model.service.ts';
import { createModelSettingsRepository } from '../features/language-model/model-settings.repository.ts';
import { createModelSettingsService } from '../features/language-model/model-settings.service.ts';
import {
  type LazyOptions,
  listModels,
} from '../providers/language-model/connect-language-model.ts';

interface Deps extends ClockAndEvents {
  db: Db;
  vault: TokenVault;
  environment: Config['languageModel'];
  /** The sandbox's model; null if it may not be used. */
  standIn: { baseUrl: string; model: string } | null;
  /** Returns a model that reads `connection` anew at each call. */
  createModel(asked: Pick<LazyOptions, 'connection' | 'learn'>): DraftModel;
  log: Log;
}

/**
 * Creates the model settings, the model in use, and a function that creates a model for
 * other settings.
 */
export function createModelServices(deps: Deps) {
  const { db, vault, environment, standIn, createModel, log, events, clock } = deps;
  const modelSettings = createModelSettingsService({
    repository: createModelSettingsRepository(db),
    vault,
    environment,
    standIn,
    listModels,
    events,
    clock,
  });
  const learn: LazyOptions['learn'] = (model, seen) =>
    void modelSettings.learn(model, seen).catch((error: unknown) => {
      log.error({ err: error }, 'what a model showed could not be kept');
    });
  const modelOf = (connection: LazyOptions['connection']) =>
    createModel({ connection, learn });
  return { modelSettings, modelOf, languageModel: modelOf(modelSettings.connection) };
}
