import type { LanguageModelOptions } from './create-language-model.ts';
import { type LanguageModel, LanguageModelError, type ModelConnection } from './language-model.ts';

interface Options extends Omit<LanguageModelOptions, keyof ModelConnection> {
  /** Asked for each call; null throws `no_model`. */
  connection: () => Promise<ModelConnection | null>;
}

/** Loads the SDK when it is first asked: it takes 50 ms and 20 MB, and most days begin without a draft. */
export function lazyLanguageModel({ connection, ...options }: Options): LanguageModel {
  let used: { connection: ModelConnection; model: Promise<LanguageModel> } | null = null;

  async function current(): Promise<LanguageModel> {
    const wanted = await connection();
    if (!wanted) throw new LanguageModelError('no_model');
    // Kept while nothing changes: a model learns what its server refuses.
    if (!used || !isSame(used.connection, wanted)) {
      const sdk = import('./create-language-model.ts');
      used = {
        connection: wanted,
        model: sdk.then(({ createLanguageModel }) => createLanguageModel({ ...options, ...wanted })),
      };
    }
    return used.model;
  }

  return {
    draft: async (...asked) => (await current()).draft(...asked),
    read: async (...asked) => (await current()).read(...asked),
    assess: async (...asked) => (await current()).assess(...asked),
    proposeStyleRules: async (...asked) => (await current()).proposeStyleRules(...asked),
  };
}

const isSame = (a: ModelConnection, b: ModelConnection) =>
  a.baseUrl === b.baseUrl && a.apiKey === b.apiKey && a.model === b.model;
