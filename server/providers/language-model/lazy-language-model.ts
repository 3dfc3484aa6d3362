import { isDeepStrictEqual } from 'node:util';
import type { SeenOfModel } from '#shared/contracts/model-settings.ts';
import type { LanguageModelOptions } from './create-language-model.ts';
import { type LanguageModel, LanguageModelError, type ModelConnection } from './language-model.ts';

export interface LazyOptions extends Omit<LanguageModelOptions, 'connection' | 'learn'> {
  /** Asked for each call; null throws `no_model`. */
  connection: () => Promise<ModelConnection | null>;
  /** Keeps what answers show of a model. */
  learn: (connection: ModelConnection, seen: SeenOfModel) => void;
}

/** Loads the SDK when it is first asked: it takes 50 ms and 20 MB, and most days begin without a draft. */
export function lazyLanguageModel({ connection, learn, ...options }: LazyOptions): LanguageModel {
  let used: { connection: ModelConnection; model: Promise<LanguageModel> } | null = null;

  async function current(): Promise<LanguageModel> {
    const wanted = await connection();
    if (!wanted) throw new LanguageModelError('no_model');
    // Kept while nothing changes: a model learns what its server refuses.
    if (!used || !isSame(used.connection, wanted)) {
      const sdk = import('./create-language-model.ts');
      used = {
        connection: wanted,
        model: sdk.then(({ createLanguageModel }) =>
          createLanguageModel({ ...options, connection: wanted, learn: (seen) => learn(wanted, seen) }),
        ),
      };
    }
    return used.model;
  }

  return {
    draft: async (...asked) => (await current()).draft(...asked),
    read: async (...asked) => (await current()).read(...asked),
    answer: async (...asked) => (await current()).answer(...asked),
    transcriptTokens: async (...asked) => (await current()).transcriptTokens(...asked),
    profile: async () => (await current()).profile(),
    load: async () => (await current()).load(),
  };
}

/** What was seen is the model's own. */
const isSame = ({ seen: _, ...a }: ModelConnection, { seen: __, ...b }: ModelConnection) =>
  isDeepStrictEqual(a, b);
