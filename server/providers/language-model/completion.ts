import type { OpenAI } from 'openai';
import type { Tokens } from '#shared/contracts/draft-record.ts';
import { LanguageModelError } from './language-model.ts';

export interface Completion {
  text: string;
  model: string;
  isWhole: boolean;
  tokens: Tokens | null;
  pieces: number;
}

/** Servers leave out different members, so none of the type is trusted. */
export function readCompletion(completion: Partial<OpenAI.ChatCompletion>): Completion {
  const choice = completion.choices?.[0];
  if (!choice?.message) throw new LanguageModelError('bad_answer');
  const { content, refusal } = choice.message;
  if (refusal || choice.finish_reason === 'content_filter') throw new LanguageModelError('refused');
  return {
    text: typeof content === 'string' ? content : '',
    model: completion.model ?? '',
    isWhole: true,
    tokens: readTokens(completion.usage),
    pieces: 1,
  };
}

export async function readStream(
  stream: AsyncIterable<Partial<OpenAI.ChatCompletionChunk>>,
  onText: (soFar: string) => void,
): Promise<Completion> {
  const read: Completion = { text: '', model: '', isWhole: false, tokens: null, pieces: 0 };
  let isRefused = false;
  let isAnswer = false;
  for await (const { choices, model, usage } of stream) {
    isAnswer = true;
    read.model ||= model ?? '';
    read.tokens = readTokens(usage) ?? read.tokens;
    const choice = choices?.[0];
    if (!choice) continue;
    const { content, refusal } = choice.delta ?? {};
    isRefused ||= Boolean(refusal) || choice.finish_reason === 'content_filter';
    read.isWhole ||= Boolean(choice.finish_reason);
    if (typeof content !== 'string' || content === '') continue;
    read.text += content;
    read.pieces += 1;
    onText(read.text);
  }
  if (isRefused) throw new LanguageModelError('refused');
  if (!isAnswer) throw new LanguageModelError('bad_answer');
  return read;
}

function readTokens(usage: Partial<OpenAI.CompletionUsage> | null | undefined): Tokens | null {
  const { prompt_tokens: input, completion_tokens: output } = usage ?? {};
  const isCount = (count: unknown): count is number => Number.isInteger(count);
  return isCount(input) && isCount(output) ? { input, output } : null;
}

export function sumTokens(a: Tokens | null, b: Tokens | null): Tokens | null {
  return a && b ? { input: a.input + b.input, output: a.output + b.output } : (a ?? b);
}
