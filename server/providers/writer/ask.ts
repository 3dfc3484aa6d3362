import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenAI } from 'openai';
import type { AnswerForm } from './answer-form.ts';
import type { Dialect, Message } from './dialect.ts';
import { jsonAnswer } from './json-answer.ts';
import type { Prompt } from './prompt/draft-prompt.ts';
import { WriterError } from './writer.ts';
import { mayRetry, retryAfterMs, writerFailure } from './writer-errors.ts';

interface Deps {
  client: OpenAI;
  dialect: Dialect;
  /** 0 to 1. */
  random: () => number;
  now: () => Date;
  firstRetryMs: number;
}

interface Question<T> {
  prompt: Prompt;
  form: AnswerForm<T>;
  tokens: number;
  /** For everything together: retries, waits and the repair. */
  deadlineMs: number;
  signal?: AbortSignal | undefined;
}

const tries = 3;

const repair =
  'That answer could not be used. Answer again: only the one JSON object asked for, complete, with every member, and nothing around it.';

/** Asks for one structured answer, repaired once. Every failure is a WriterError. */
export function createAsk({ client, dialect, random, now, firstRetryMs }: Deps) {
  return async function ask<T>(question: Question<T>): Promise<{ value: T; model: string }> {
    const { prompt, form, tokens, deadlineMs } = question;
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = question.signal ? AbortSignal.any([deadline, question.signal]) : deadline;
    const endsAt = performance.now() + deadlineMs;
    const answered: Message[] = [];
    for (const isLast of [false, true]) {
      const { text, model } = await complete(answered);
      const value = form.read(jsonAnswer(text));
      if (value !== null) return { value, model };
      if (!isLast) answered.push({ role: 'assistant', content: text }, { role: 'user', content: repair });
    }
    throw new WriterError('bad_answer');

    async function complete(further: readonly Message[]): Promise<{ text: string; model: string }> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const messages = [...dialect.messages(prompt, form), ...further];
          const timeout = Math.max(1, Math.ceil(endsAt - performance.now()));
          return readCompletion(
            await client.chat.completions.create(dialect.request(messages, form, tokens), {
              signal,
              timeout,
            }),
          );
        } catch (error) {
          if (dialect.adapts(error)) {
            attempt -= 1;
            continue;
          }
          if (attempt >= tries || !mayRetry(error)) throw new WriterError(writerFailure(error));
          const backoff = firstRetryMs * 2 ** (attempt - 1) * (0.75 + random() / 4);
          const wait = retryAfterMs(error, now()) ?? backoff;
          if (performance.now() + wait >= endsAt) throw new WriterError(writerFailure(error));
          await sleep(wait, undefined, { signal }).catch(() => {
            throw new WriterError('unavailable');
          });
        }
      }
    }
  };
}

/** Servers differ in what they leave out, so nothing of the reply's type is taken on trust. */
function readCompletion(completion: Partial<OpenAI.ChatCompletion>): { text: string; model: string } {
  const choice = completion.choices?.[0];
  if (!choice?.message) throw new WriterError('bad_answer');
  const { content, refusal } = choice.message;
  if (refusal || choice.finish_reason === 'content_filter') throw new WriterError('refused');
  return { text: typeof content === 'string' ? content : '', model: completion.model ?? '' };
}
