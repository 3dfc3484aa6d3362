import { Ollama } from 'ollama/browser';
import { z } from 'zod';
import { limitedFetch } from '../../core/outgoing.ts';
import { readAnswer } from './answer-reader.ts';
import { errorInAnswer, isOllamaRefusal } from './failures.ts';
import { type ModelServer, windowOf } from './language-model.ts';
import type { ChatClient } from './openai-client.ts';

const keepAlive = '10m';
/**
 * The smallest window in tokens that is requested. It has room for a draft without a
 * transcript.
 */
const firstWindow = 8192;

/**
 * Without these options, Ollama silently drops the instructions of a prompt that is too
 * long (wire W12). Its package has no types for them.
 */
const refusingToCut = { truncate: false, shift: false };

const loadedSchema = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number().optional() })),
});

/**
 * Passes the signal to every request, since the package only aborts streams that have
 * begun.
 */
const until = (root: string, { apiKey }: ModelServer, signal: AbortSignal) =>
  new Ollama({
    host: root,
    ...(apiKey !== null && { headers: { authorization: `Bearer ${apiKey}` } }),
    fetch: (input, init) => limitedFetch(input, { ...init, signal }),
  });

/**
 * Returns what Ollama reports about a model and the window in tokens it is loaded with;
 * null for what is unknown.
 */
export async function askOllama(
  root: string,
  model: string,
  server: ModelServer,
  signal: AbortSignal,
) {
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

/**
 * Uses Ollama's own API, since its OpenAI-compatible API cannot set the window (wire
 * W12).
 */
export function createOllamaClient(
  root: string,
  model: string,
  server: ModelServer,
): ChatClient {
  let window = 0;

  /**
   * Keeps the largest window that a call needed, up to `most`, since Ollama reloads the
   * model for any other size.
   */
  const load: ChatClient['load'] = async (needed, most, { signal, onLoading }) => {
    window = Math.min(most, Math.max(window, windowOf(Math.max(needed, firstWindow))));
    if ((await askOllama(root, model, server, signal)).window === window) return;
    onLoading?.();
    const options = { num_ctx: window };
    await until(root, server, signal).generate({
      model,
      prompt: '',
      keep_alive: keepAlive,
      options,
    });
  };

  const refused = new Set<'think' | 'format'>();

  return {
    load,

    async complete({ messages, schema, limit, members, signal, hear }) {
      const stream = await until(root, server, signal).chat({
        ...(refused.has('think') ? {} : members),
        ...(refused.has('format') ? {} : { format: schema.schema }),
        ...refusingToCut,
        model,
        messages: [...messages],
        stream: true as const,
        keep_alive: keepAlive,
        options: { num_ctx: window, num_predict: limit },
      });
      return readAnswer(withErrorsRead(stream), hear);
    },

    adapts(error) {
      if (!isOllamaRefusal(error)) return false;
      const option = refusedOption(error.message);
      if (option === null || refused.has(option)) return false;
      refused.add(option);
      return true;
    },

    takesLimit: () => true,

    takesSchema: () => !refused.has('format'),
  };
}

function refusedOption(message: string): 'think' | 'format' | null {
  if (/\bthink/i.test(message)) return 'think';
  return /\bformat\b|grammar|json.?schema/i.test(message) ? 'format' : null;
}

/**
 * The package's error for a stream without its last line. The answer before it may be
 * complete.
 */
const withoutEnd = /^Did not receive done/;

/**
 * Restores errors sent inside the stream, since the package throws only their message.
 */
async function* withErrorsRead(events: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* events;
  } catch (error) {
    if (error instanceof Error && withoutEnd.test(error.message)) return;
    const isTold =
      error instanceof Error && error.name === 'Error' && error.cause === undefined;
    throw isTold ? errorInAnswer(error.message) : error;
  }
}
