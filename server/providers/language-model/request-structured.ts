import type { OpenAI } from 'openai';
import type { Tokens } from '#shared/contracts/draft-record.ts';
import { type Completion, readCompletion, readStream, sumTokens } from './completion.ts';
import { jsonAnswer } from './json-answer.ts';
import { LanguageModelError } from './language-model.ts';
import { mayRetry, retryAfterMs, writerFailure } from './language-model-errors.ts';
import type { Prompt } from './prompt/draft-prompt.ts';
import type { ResponseSchema } from './response-schema.ts';
import type { Message, ServerCapabilities } from './server-capabilities.ts';

/** Resolves after so many milliseconds; rejects where the signal is aborted before. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

interface Deps {
  client: OpenAI;
  dialect: ServerCapabilities;
  /** 0 to 1. */
  random: () => number;
  now: () => Date;
  sleep: Sleep;
}

interface Question<T> {
  prompt: Prompt;
  form: ResponseSchema<T>;
  tokens: number;
  /** For everything together: retries, waits and the repair. */
  deadlineMs: number;
  signal?: AbortSignal | undefined;
  /** Hears the answer while it is written, from its beginning again where it is asked once more. */
  onText?: ((soFar: string) => void) | undefined;
}

export interface Answered<T> {
  value: T;
  model: string;
  /** Of the answer and its repair; null where the server does not say. */
  tokens: Tokens | null;
}

const tries = 3;
const firstRetryMs = 500;

const repair =
  'That answer could not be used. Answer again: only the one JSON object asked for, complete, with every member, and nothing around it.';

/** Asks for one structured answer, repaired once. Every failure is a LanguageModelError. */
export function createRequestStructured({ client, dialect, random, now, sleep }: Deps) {
  return async function ask<T>(question: Question<T>): Promise<Answered<T>> {
    const { prompt, form, tokens, deadlineMs } = question;
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = question.signal ? AbortSignal.any([deadline, question.signal]) : deadline;
    const endsAt = performance.now() + deadlineMs;
    const answered: Message[] = [];
    let used: Tokens | null = null;
    for (const isLast of [false, true]) {
      const { text, model, isWhole, tokens } = await complete(answered);
      used = sumTokens(used, tokens);
      const value = form.read(jsonAnswer(text));
      if (value !== null) return { value, model, tokens: used };
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
          if (dialect.adapts(error)) {
            attempt -= 1;
            continue;
          }
          // Words that somebody saw are not thrown away for others: the caller decides how to go on.
          const isFinal = isHeard || attempt >= tries || !mayRetry(error);
          if (isFinal) throw new LanguageModelError(writerFailure(error));
          const backoff = firstRetryMs * 2 ** (attempt - 1) * (0.75 + random() / 4);
          const wait = retryAfterMs(error, now()) ?? backoff;
          if (performance.now() + wait >= endsAt) throw new LanguageModelError(writerFailure(error));
          await sleep(wait, signal).catch(() => {
            throw new LanguageModelError('unavailable');
          });
        }
      }
    }

    async function completeOnce(further: readonly Message[], onHeard: () => void): Promise<Completion> {
      const messages = [...dialect.messages(prompt, form), ...further];
      const request = dialect.request(messages, form, tokens);
      const options = { signal, timeout: Math.max(1, Math.ceil(endsAt - performance.now())) };
      const { onText } = question;
      if (!onText) return readCompletion(await client.chat.completions.create(request, options));
      const { data, response } = await client.chat.completions
        .create(dialect.streamed(request), options)
        .withResponse();
      // Not every server streams because it is asked to.
      if (response.headers.get('content-type')?.includes('application/json'))
        return readCompletion((await response.json()) as Partial<OpenAI.ChatCompletion>);
      return readStream(data, (soFar) => {
        onHeard();
        onText(soFar);
      });
    }
  };
}
