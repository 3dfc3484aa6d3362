import {
  type FoundServer,
  type ModelByHand,
  type ModelServer,
  type ModelSettings,
  modelKinds,
  openAiAddress,
  type SeenOfModel,
  type UpdateModelSettings,
  usualAddresses,
  usualLargestWindow,
} from '#shared/contracts/settings.ts';
import type { Config } from '../../config/config.ts';
import { invalid } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import {
  LanguageModelError,
  type ListModels,
  type ModelConnection,
  nothingSeen,
} from '../../providers/language-model/language-model.ts';
import { noModel, toUserError } from './model-failures.rules.ts';
import type {
  ModelSettingsRepository,
  ModelSettingsRow,
} from './model-settings.repository.ts';

interface Vault {
  seal(text: string, purpose: string): string;
  open(sealed: string | null, purpose: string): string | null;
}

interface Deps extends ClockAndEvents {
  repository: ModelSettingsRepository;
  vault: Vault;
  environment: ModelEnvironment;
  /** The sandbox's model; null if it may not be used. */
  standIn: Pick<NamedModel, 'baseUrl' | 'model'> | null;
  listModels: ListModels;
  /** Servers that `find` tries. */
  localServers?: readonly Pick<FoundServer, 'kind' | 'baseUrl'>[];
}

const defaultModel = 'gpt-6-luna';
const listTimeoutMs = 10_000;
const findTimeoutMs = 2_000;

const usualLocalServers = (['ollama', 'lm_studio'] as const).flatMap((kind) => {
  const baseUrl = usualAddresses[kind];
  return baseUrl === null ? [] : [{ kind, baseUrl }];
});

type ServerInUse = Pick<ModelConnection, 'baseUrl' | 'apiKey'>;
type NamedModel = ServerInUse & Pick<ModelConnection, 'model'>;

const nothingByHand: ModelByHand = {
  contextWindow: null,
  thinksFirst: null,
  largestWindow: usualLargestWindow,
};

/**
 * Returns the stored settings with the requested changes. An absent field keeps its
 * stored value.
 */
const changed = (
  { contextWindow, thinksFirst, largestWindow }: UpdateModelSettings,
  kept: ModelByHand,
): ModelByHand => ({
  contextWindow: contextWindow === undefined ? kept.contextWindow : contextWindow,
  thinksFirst: thinksFirst === undefined ? kept.thinksFirst : thinksFirst,
  largestWindow: largestWindow ?? kept.largestWindow,
});

/**
 * Drops what is no longer used: rows of earlier versions lack some fields, and hold
 * windows that were guessed from token counts.
 */
function seenIn(kept: Partial<SeenOfModel>): SeenOfModel {
  const { namedWindow, hasThought, withoutSystemRole, needsThinking } = {
    ...nothingSeen,
    ...kept,
  };
  return { namedWindow, hasThought, withoutSystemRole, needsThinking };
}

/**
 * A key can be decrypted only for the address that it was saved for. With another address
 * it is lost.
 */
const keyPurpose = (baseUrl: string) => `model key ${baseUrl}`;

const kindOf = (baseUrl: string) =>
  modelKinds.find((kind) => usualAddresses[kind] === baseUrl) ?? 'other';

type ModelEnvironment = Config['languageModel'];

/** Returns the address and key from the environment, or null if it names neither. */
function fixedServer({ mode, baseUrl, apiKey }: ModelEnvironment): ServerInUse | null {
  return mode === 'environment' ? { baseUrl: baseUrl ?? openAiAddress, apiKey } : null;
}

/**
 * Returns which environment variable sets each field. Address and key belong together.
 */
function fixedByOf({
  mode,
  baseUrl,
  apiKey,
  model,
}: ModelEnvironment): ModelSettings['fixedBy'] {
  const fixedModel = model === null ? null : 'OPENAI_MODEL';
  if (mode !== 'environment') return { baseUrl: null, key: null, model: fixedModel };
  return {
    baseUrl: baseUrl === null ? 'OPENAI_API_KEY' : 'OPENAI_BASE_URL',
    key: apiKey === null ? 'OPENAI_BASE_URL' : 'OPENAI_API_KEY',
    model: fixedModel,
  };
}

/** Finds out which model is in use, and what is known about it. */
function createModelInUse({ repository, vault, environment, standIn }: Deps) {
  const fixed = fixedServer(environment);

  const storedKey = (row: ModelSettingsRow | null, baseUrl: string): string | null =>
    row?.baseUrl === baseUrl ? vault.open(row.sealedKey, keyPurpose(baseUrl)) : null;

  function inUse(row: ModelSettingsRow | null): NamedModel | null {
    if (fixed) {
      const storedModel = row?.baseUrl === fixed.baseUrl ? row.model : defaultModel;
      return {
        baseUrl: fixed.baseUrl,
        apiKey: fixed.apiKey,
        model: environment.model ?? storedModel,
      };
    }
    if (row) {
      const apiKey = storedKey(row, row.baseUrl);
      return { baseUrl: row.baseUrl, apiKey, model: environment.model ?? row.model };
    }
    return standIn && { baseUrl: standIn.baseUrl, apiKey: null, model: standIn.model };
  }

  async function known(
    model: NamedModel,
  ): Promise<Pick<ModelConnection, 'byHand' | 'seen'>> {
    const row = await repository.profile(model);
    if (!row) return { byHand: nothingByHand, seen: nothingSeen };
    const { contextWindow, thinksFirst, largestWindow } = row;
    return {
      byHand: { contextWindow, thinksFirst, largestWindow },
      seen: seenIn(row.seen),
    };
  }

  function sourceOf(row: ModelSettingsRow | null): ModelSettings['source'] {
    if (fixed) return 'environment';
    if (row) return 'settings';
    return standIn === null ? 'none' : 'sandbox';
  }

  async function server(asked: ModelServer): Promise<ServerInUse> {
    if (fixed) return fixed;
    const { baseUrl, key } = asked;
    const given =
      key === undefined ? storedKey(await repository.find(), baseUrl) : key || null;
    return { baseUrl, apiKey: given };
  }

  return { fixed, inUse, known, sourceOf, server };
}

/**
 * Environment variables override stored settings field by field, but address and key
 * belong together (decision 021).
 */
export function createModelSettingsService(deps: Deps) {
  const { repository, vault, environment, listModels, events, clock } = deps;
  const { localServers = usualLocalServers } = deps;
  const { fixed, inUse, known, sourceOf, server } = createModelInUse(deps);
  let timesForgotten = 0;

  /**
   * Deletes what was learned about a model. A call in progress can no longer store what
   * it learns.
   */
  async function forgetSeen(model: NamedModel): Promise<void> {
    timesForgotten += 1;
    await repository.saveProfile(model, { seen: nothingSeen });
  }

  async function settings(): Promise<ModelSettings> {
    const row = await repository.find();
    const used = inUse(row);
    const source = sourceOf(row);
    const { byHand, seen } = used
      ? await known(used)
      : { byHand: nothingByHand, seen: nothingSeen };
    return {
      source,
      kind: source === 'settings' && row ? row.kind : kindOf(used?.baseUrl ?? ''),
      baseUrl: used?.baseUrl ?? '',
      model: used?.model ?? '',
      hasKey: used !== null && used.apiKey !== null,
      fixedBy: fixedByOf(environment),
      contextWindow: byHand.contextWindow,
      thinksFirst: byHand.thinksFirst,
      largestWindow: byHand.largestWindow,
      seen,
    };
  }

  return {
    settings,

    async connection(): Promise<ModelConnection | null> {
      const used = inUse(await repository.find());
      if (!used) return null;
      const { baseUrl, apiKey, model } = used;
      const { byHand, seen } = await known(used);
      return { baseUrl, apiKey, model, byHand, seen, timesForgotten };
    },

    /**
     * Stores what responses showed about a model, unless this was deleted in the
     * meantime.
     */
    async learn(model: ModelConnection, seen: SeenOfModel): Promise<void> {
      if (model.timesForgotten !== timesForgotten) return;
      await repository.saveProfile(model, { seen });
      events.changed('model-settings');
    },

    /** Deletes what was learned about the model in use, but keeps what the owner set. */
    async forgetLearned(): Promise<void> {
      const used = inUse(await repository.find());
      if (!used) return;
      await forgetSeen(used);
      events.changed('model-settings');
    },

    /** Throws 409 `no_model` if no model is connected. */
    async requireModel(): Promise<void> {
      if (!inUse(await repository.find())) throw noModel();
    },

    /**
     * Returns the connection that these settings would make, and deletes what was learned
     * about its model.
     */
    async proposed(asked: UpdateModelSettings): Promise<ModelConnection> {
      const { baseUrl, apiKey } = await server(asked);
      const model = environment.model ?? asked.model;
      const named = { baseUrl, apiKey, model };
      const { byHand } = await known(named);
      await forgetSeen(named);
      return {
        baseUrl,
        apiKey,
        model,
        byHand: changed(asked, byHand),
        seen: nothingSeen,
        timesForgotten,
      };
    },

    /**
     * Saves settings, which take effect with the next draft. Values from the environment
     * stay in force.
     */
    async change(asked: UpdateModelSettings): Promise<ModelSettings> {
      const { baseUrl, apiKey } = await server(asked);
      if (!fixed && baseUrl === openAiAddress && apiKey === null)
        throw invalid(
          'The field "key" is required: OpenAI answers only with an API key.',
        );
      const row = await repository.find();
      const keptKey = row?.baseUrl === baseUrl ? row.sealedKey : null;
      await repository.save({
        kind: fixed ? kindOf(baseUrl) : asked.kind,
        baseUrl,
        model: asked.model,
        sealedKey: fixed ? keptKey : apiKey && vault.seal(apiKey, keyPurpose(baseUrl)),
        updatedAt: clock.now(),
      });
      const model = { baseUrl, apiKey, model: environment.model ?? asked.model };
      const { byHand, seen } = await known(model);
      await repository.saveProfile(model, { ...changed(asked, byHand), seen });
      events.changed('model-settings', 'auth');
      return settings();
    },

    async forget(): Promise<void> {
      await repository.remove();
      events.changed('model-settings', 'auth');
    },

    /** Throws the server's failures as errors with a sentence for the user. */
    async models(asked: ModelServer): Promise<string[]> {
      return toUserError(listModels(await server(asked), listTimeoutMs));
    },

    /** Returns the model servers that respond on the usual ports of this machine. */
    async find(): Promise<FoundServer[]> {
      const answers = await Promise.all(
        localServers.map(async (local) => {
          try {
            const models = await listModels(
              { baseUrl: local.baseUrl, apiKey: null },
              findTimeoutMs,
            );
            return [{ ...local, models }];
          } catch (error) {
            if (error instanceof LanguageModelError) return [];
            throw error;
          }
        }),
      );
      return answers.flat();
    },
  };
}

export type ModelSettingsService = ReturnType<typeof createModelSettingsService>;
