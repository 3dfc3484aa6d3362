import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenAI } from 'openai';
import type { Tokens } from '#shared/contracts/draft-record.ts';
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

export interface Answered<T> {
  value: T;
  model: string;
  /** Of the answer and its repair; null where the server does not say. */
  tokens: Tokens | null;
}

const tries = 3;

const repair =
  'That answer could not be used. Answer again: only the one JSON object asked for, complete, with every member, and nothing around it.';

/** Asks for one structured answer, repaired once. Every failure is a WriterError. */
export function createAsk({ client, dialect, random, now, firstRetryMs }: Deps) {
  return async function ask<T>(question: Question<T>): Promise<Answered<T>> {
    const { prompt, form, tokens, deadlineMs } = question;
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = question.signal ? AbortSignal.any([deadline, question.signal]) : deadline;
    const endsAt = performance.now() + deadlineMs;
    const answered: Message[] = [];
    let used: Tokens | null = null;
    for (const isLast of [false, true]) {
      const { text, model, tokens } = await complete(answered);
      used = sumTokens(used, tokens);
      const value = form.read(jsonAnswer(text));
      if (value !== null) return { value, model, tokens: used };
      if (!isLast) answered.push({ role: 'assistant', content: text }, { role: 'user', content: repair });
    }
    throw new WriterError('bad_answer');

    async function complete(further: readonly Message[]): Promise<Completion> {
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

interface Completion {
  text: string;
  model: string;
  tokens: Tokens | null;
}

/** Servers differ in what they leave out, so nothing of the reply's type is taken on trust. */
function readCompletion(completion: Partial<OpenAI.ChatCompletion>): Completion {
  const choice = completion.choices?.[0];
  if (!choice?.message) throw new WriterError('bad_answer');
  const { content, refusal } = choice.message;
  if (refusal || choice.finish_reason === 'content_filter') throw new WriterError('refused');
  return {
    text: typeof content === 'string' ? content : '',
    model: completion.model ?? '',
    tokens: readTokens(completion.usage),
  };
}

function readTokens(usage: Partial<OpenAI.CompletionUsage> | null | undefined): Tokens | null {
  const { prompt_tokens: input, completion_tokens: output } = usage ?? {};
  const isCount = (count: unknown): count is number => Number.isInteger(count);
  return isCount(input) && isCount(output) ? { input, output } : null;
}

/** Both together; what is not known leaves the other as it is. */
export function sumTokens(a: Tokens | null, b: Tokens | null): Tokens | null {
  return a && b ? { input: a.input + b.input, output: a.output + b.output } : (a ?? b);
}
