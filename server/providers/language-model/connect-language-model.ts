import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { SeenOfModel } from '#shared/contracts/settings.ts';
import type { LanguageModelOptions } from './create-language-model.ts';
import { failureOfStatus, getJson } from './http.ts';
import {
  type LanguageModel,
  LanguageModelError,
  type ListModels,
  type ModelConnection,
} from './language-model.ts';

export interface LazyOptions extends Omit<LanguageModelOptions, 'connection' | 'learn'> {
  /** Called for each request. If it returns null, the request throws `no_model`. */
  connection: () => Promise<ModelConnection | null>;
  /** Stores what answers and errors showed about a model. */
  learn: (connection: ModelConnection, seen: SeenOfModel) => void;
}

/**
 * Loads the SDK on the first call: it takes 50 ms and 20 MB, and most days begin without
 * a draft.
 */
export function lazyLanguageModel({
  connection,
  learn,
  ...options
}: LazyOptions): LanguageModel {
  let used: { connection: ModelConnection; model: Promise<LanguageModel> } | null = null;

  async function current(): Promise<LanguageModel> {
    const wanted = await connection();
    if (!wanted) throw new LanguageModelError('no_model');
    // Reused while the connection is the same, since the client learns which options its
    // server rejects.
    if (!used || !isSame(used.connection, wanted)) {
      const sdk = import('./create-language-model.ts');
      used = {
        connection: wanted,
        model: sdk.then(({ createLanguageModel }) =>
          createLanguageModel({
            ...options,
            connection: wanted,
            learn: (seen) => learn(wanted, seen),
          }),
        ),
      };
    }
    return used.model;
  }

  return {
    answer: async (question, signal) => (await current()).answer(question, signal),
    answerNow: async (question, progress) =>
      (await current()).answerNow(question, progress),
    promptRoom: async (answerTokens) => (await current()).promptRoom(answerTokens),
    profile: async () => (await current()).profile(),
    load: async () => (await current()).load(),
  };
}

/** Ignores `seen`, which the model itself changes. */
const isSame = (
  { seen: _, ...a }: ModelConnection,
  { seen: __, ...b }: ModelConnection,
) => isDeepStrictEqual(a, b);

const name = z.string().min(1).max(200);
const answerSchema = z.object({ data: z.array(z.object({ id: name })) });
/** Ollama's own list of models, for an address without /v1. */
const ollamaSchema = z.object({ models: z.array(z.object({ name })) });

const mostModels = 500;

export const listModels: ListModels = async (server, timeoutMs) => {
  const { status, body } = await getJson(`${server.baseUrl}/models`, server, timeoutMs);
  const listed = answerSchema.safeParse(body).data?.data.map(({ id }) => id);
  const isBare = !server.baseUrl.endsWith('/v1');
  const models = listed ?? (isBare ? await ollamaModels(server, timeoutMs) : undefined);
  if (!models) {
    const failure = failureOfStatus(status);
    // This request names no model, so a refused request means a wrong address and not a
    // wrong model.
    throw new LanguageModelError(failure === 'config' ? 'not_a_server' : failure);
  }
  return models.slice(0, mostModels).sort((a, b) => a.localeCompare(b, 'en'));
};

async function ollamaModels(
  ...[server, timeoutMs]: Parameters<ListModels>
): Promise<string[] | undefined> {
  const { body } = await getJson(`${server.baseUrl}/api/tags`, server, timeoutMs);
  return ollamaSchema.safeParse(body).data?.models.map((model) => model.name);
}
