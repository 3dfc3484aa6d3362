import type { OpenAI } from 'openai';
import type { Tokens } from '#shared/contracts/draft-record.ts';
import { type Completion, readCompletion, readStream, sumTokens } from './completion.ts';
import { jsonAnswer } from './json-answer.ts';
import { LanguageModelError } from './language-model.ts';
import { mayRetry, modelFailure, retryAfterMs } from './language-model-errors.ts';
import type { Prompt } from './prompt/writer-prompt.ts';
import type { ResponseSchema } from './response-schema.ts';
import type { Message, ServerCapabilities } from './server-capabilities.ts';

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

interface Deps {
  client: OpenAI;
  capabilities: ServerCapabilities;
  random: () => number;
  now: () => Date;
  sleep: Sleep;
}

interface StructuredRequest<T> {
  prompt: Prompt;
  schema: ResponseSchema<T>;
  tokens: number;
  deadlineMs: number;
  signal?: AbortSignal | undefined;
  /** Receives the answer so far; a second try starts over. */
  onText?: ((soFar: string) => void) | undefined;
}

export interface StructuredAnswer<T> {
  value: T;
  model: string;
  tokens: Tokens | null;
  structured: boolean;
  streamed: boolean;
}

const tries = 3;
const firstRetryMs = 500;

const repair =
  'That answer could not be used. Answer again: only the one JSON object asked for, complete, with every member, and nothing around it.';

/** Repairs the answer once. Throws only LanguageModelError. */
export function createRequestStructured({ client, capabilities, random, now, sleep }: Deps) {
  return async function requestStructured<T>(request: StructuredRequest<T>): Promise<StructuredAnswer<T>> {
    const { prompt, schema, tokens, deadlineMs } = request;
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
    const endsAt = performance.now() + deadlineMs;
    const answered: Message[] = [];
    let used: Tokens | null = null;
    for (const isLast of [false, true]) {
      const { text, model, isWhole, tokens, pieces } = await complete(answered);
      used = sumTokens(used, tokens);
      const value = schema.read(jsonAnswer(text));
      if (value !== null)
        return {
          value,
          model,
          tokens: used,
          structured: !isLast && capabilities.takesSchema(),
          streamed: pieces > 1,
        };
      if (!isWhole) throw new LanguageModelError('unavailable');
      if (!isLast) answered.push({ role: 'assistant', content: text }, { role: 'user', content: repair });
    }
    throw new LanguageModelError('bad_answer');

    async function complete(further: readonly Message[]): Promise<Completion> {
      let isHeard = false;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await completeOnce(further, () => {
            isHeard = true;
          });
        } catch (error) {
          if (capabilities.adapts(error)) {
            attempt -= 1;
            continue;
          }
          // Text already streamed is the caller's to continue.
          const isFinal = isHeard || attempt >= tries || !mayRetry(error);
          if (isFinal) throw new LanguageModelError(deadline.aborted ? 'slow' : modelFailure(error));
          const backoff = firstRetryMs * 2 ** (attempt - 1) * (0.75 + random() / 4);
          const wait = retryAfterMs(error, now()) ?? backoff;
          if (performance.now() + wait >= endsAt) throw new LanguageModelError(modelFailure(error));
          await sleep(wait, signal).catch(() => {
            throw new LanguageModelError(deadline.aborted ? 'slow' : 'unavailable');
          });
        }
      }
    }

    async function completeOnce(further: readonly Message[], onHeard: () => void): Promise<Completion> {
      const messages = [...capabilities.messages(prompt, schema), ...further];
      const body = capabilities.request(messages, schema, tokens);
      const options = { signal, timeout: Math.max(1, Math.ceil(endsAt - performance.now())) };
      const { onText } = request;
      if (!onText) {
        const { data, response } = await client.chat.completions.create(body, options).withResponse();
        refusePage(response);
        return readCompletion(data);
      }
      const { data, response } = await client.chat.completions
        .create(capabilities.streamed(body), options)
        .withResponse();
      refusePage(response);
      // Some servers ignore the request to stream.
      if (response.headers.get('content-type')?.includes('application/json'))
        return readCompletion((await response.json()) as Partial<OpenAI.ChatCompletion>);
      return readStream(data, (soFar) => {
        onHeard();
        onText(soFar);
      });
    }
  };
}

/** Whatever serves web pages under this address is no model server. */
function refusePage({ headers }: Response): void {
  if (headers.get('content-type')?.includes('text/html')) throw new LanguageModelError('not_a_server');
}
