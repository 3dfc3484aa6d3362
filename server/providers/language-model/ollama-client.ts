import { Ollama } from 'ollama/browser';
import { z } from 'zod';
import { limitedFetch } from '../../core/outgoing.ts';
import { type ChatClient, nothingRead } from './chat.ts';
import type { ModelServer } from './language-model.ts';

const keepAlive = '10m';
/** It is loaded in these steps, and at first with room for a draft without a transcript. */
const windowStep = 4096;
const firstWindow = 8192;

const loadedSchema = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number().optional() })),
});

/** The package by itself aborts only streams that have begun. */
const until = (root: string, { apiKey }: ModelServer, signal: AbortSignal) =>
  new Ollama({
    host: root,
    ...(apiKey !== null && { headers: { authorization: `Bearer ${apiKey}` } }),
    fetch: (input, init) => limitedFetch(input, { ...init, signal }),
  });

/** What it tells of a model, and the tokens that is loaded with; null for what it does not tell. */
export async function askOllama(root: string, model: string, server: ModelServer, signal: AbortSignal) {
  const ollama = until(root, server, signal);
  const nothing = () => null;
  const [show, running] = await Promise.all([
    ollama.show({ model }).catch(nothing),
    ollama.ps().catch(nothing),
  ]);
  const models = loadedSchema.safeParse(running).data?.models;
  const loaded = models?.find(({ name }) => name === model || name === `${model}:latest`);
  return { show, window: loaded?.context_length ?? null };
}

/** Speaks to Ollama in its own words, the only ones in which a window can be asked for (wire W12). */
export function createOllamaClient(root: string, model: string, server: ModelServer): ChatClient {
  let window = 0;

  /** Keeps one window for calls in a row, since another one loads the model anew. */
  const load: ChatClient['load'] = async (needed, most, { signal, onLoading }) => {
    const stepped = Math.ceil(Math.max(needed, firstWindow) / windowStep) * windowStep;
    window = Math.min(most, Math.max(window, stepped));
    if ((await askOllama(root, model, server, signal)).window === window) return;
    onLoading?.();
    const options = { num_ctx: window };
    await until(root, server, signal).generate({ model, prompt: '', keep_alive: keepAlive, options });
  };

  return {
    load,

    async complete({ messages, schema, limit, members, signal, hear }) {
      const stream = await until(root, server, signal).chat({
        ...members,
        model,
        messages: [...messages],
        stream: true as const,
        format: schema.schema,
        keep_alive: keepAlive,
        options: { num_ctx: window, num_predict: limit },
      });
      const read = nothingRead();
      for await (const part of stream) {
        hear.sign();
        const { content = '', thinking = '' } = part.message ?? {};
        read.model ||= part.model ?? '';
        if (thinking) {
          read.hasThought = true;
          hear.thought();
        }
        if (content) {
          read.text += content;
          read.pieces += 1;
          hear.text(read.text);
        }
        if (!part.done) continue;
        read.finish = part.done_reason === 'length' ? 'length' : 'stop';
        const { prompt_eval_count: input, eval_count: output } = part;
        if (Number.isInteger(input) && Number.isInteger(output)) read.tokens = { input, output };
      }
      return read;
    },

    adapts: () => false,
    formInWords: () => '',
  };
}
