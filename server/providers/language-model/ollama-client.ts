import { type ChatResponse, Ollama } from 'ollama/browser';
import { z } from 'zod';
import { type ChatCall, type ChatClient, type Completion, nothingRead } from './chat.ts';
import { limitedFetch } from './http.ts';
import { LanguageModelError, type ModelConnection } from './language-model.ts';

const keepAlive = '10m';

const loadedSchema = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number().int().positive().optional() })),
});

/** Speaks to Ollama in its own words, the only ones in which a window can be asked for (wire W12). */
export function createOllamaClient(root: string, { model, apiKey }: ModelConnection) {
  /** The package aborts only streams that have begun. */
  const until = (signal: AbortSignal) =>
    new Ollama({
      host: root,
      ...(apiKey !== null && { headers: { authorization: `Bearer ${apiKey}` } }),
      fetch: (input, init) => limitedFetch(input, { ...init, signal }),
    });

  const nothing = () => null;

  return {
    show: (signal: AbortSignal) => until(signal).show({ model }).catch(nothing),

    /** Tokens that the model is loaded with; null if it is not, or the server does not tell. */
    async loadedWindow(signal: AbortSignal): Promise<number | null> {
      const running = loadedSchema.safeParse(await until(signal).ps().catch(nothing)).data?.models;
      const loaded = running?.find(({ name }) => name === model || name === `${model}:latest`);
      return loaded?.context_length ?? null;
    },

    async load(window: number, signal: AbortSignal): Promise<void> {
      await until(signal).generate({
        model,
        prompt: '',
        stream: false,
        keep_alive: keepAlive,
        options: { num_ctx: window },
      });
    },

    async complete({
      messages,
      schema,
      limit,
      window,
      members,
      signal,
      hear,
    }: ChatCall): Promise<Completion> {
      const stream = await until(signal).chat({
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
        readPart(read, part, hear);
      }
      return read;
    },

    adapts: () => false,
    formInWords: () => '',
  } satisfies ChatClient & Record<string, unknown>;
}

function readPart(read: Completion, part: ChatResponse, hear: ChatCall['hear']): void {
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
  if (!part.done) return;
  if (part.done_reason === 'load') throw new LanguageModelError('bad_answer');
  read.finish = part.done_reason === 'length' ? 'length' : 'stop';
  const { prompt_eval_count: input, eval_count: output } = part;
  if (Number.isInteger(input) && Number.isInteger(output)) read.tokens = { input, output };
}
