import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  NotFoundError,
  PermissionDeniedError,
} from 'openai';
import type { Tokens } from '#shared/contracts/drafts.ts';
import { msUntil, readRetryAfter } from '../../core/outgoing.ts';
import type { ResponseSchema } from '../../core/response-schema.ts';
import { connectionFailure } from './http.ts';
import { LanguageModelError, type LanguageModelFailure } from './language-model.ts';

export type Message = { role: 'system' | 'user' | 'assistant'; content: string };

/** One request to a server, in nobody's dialect. */
export interface ChatCall {
  messages: readonly Message[];
  schema: ResponseSchema<unknown>;
  /** Tokens that answer and thoughts may take. */
  limit: number;
  /** Said besides, so that the model does not think. */
  members: Record<string, unknown>;
  signal: AbortSignal;
  hear: {
    /** Anything came. */
    sign(): void;
    thought(): void;
    text(soFar: string): void;
  };
}

export interface Completion {
  /** Without thoughts that came apart. */
  text: string;
  hasThought: boolean;
  model: string;
  /** Null where the server broke off, or said nothing of it. */
  finish: 'stop' | 'length' | null;
  tokens: Tokens | null;
  pieces: number;
}

export const nothingRead = (): Completion => ({
  text: '',
  hasThought: false,
  model: '',
  finish: null,
  tokens: null,
  pieces: 0,
});

export interface ChatClient {
  /** Has the server load the model with room for so many tokens, where it has to be asked. */
  load(
    needed: number,
    most: number,
    call: { signal: AbortSignal; onLoading?: (() => void) | undefined },
  ): Promise<void>;
  /** Throws as its SDK does; see failures. */
  complete(call: ChatCall): Promise<Completion>;
  /** Whether the refusal names something that can be left out from now on. */
  adapts(error: unknown): boolean;
  /** What the instructions must say of the answer's form: nothing where the server takes the schema. */
  formInWords(schema: ResponseSchema<unknown>): string;
}

export function sumTokens(a: Tokens | null, b: Tokens | null): Tokens | null {
  return a && b ? { input: a.input + b.input, output: a.output + b.output } : (a ?? b);
}

/** Retries never help (wire W7). */
const quotaCodes = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
]);

const refusalCodes = new Set(['content_filter', 'content_policy_violation']);

/** Drops the raw error, which may hold secrets. */
export function modelFailure(error: unknown): LanguageModelFailure {
  if (error instanceof LanguageModelError) return error.kind;
  if (error instanceof APIUserAbortError) return 'unavailable';
  if (error instanceof APIConnectionTimeoutError) return 'slow';
  if (error instanceof APIConnectionError) return connectionFailure(error);
  if (isOllamaRefusal(error)) return failureOfStatus(error.status_code, /model/i.test(error.message));
  // A body that is cut or not JSON is a plain TypeError or SyntaxError.
  if (!(error instanceof APIError))
    return error instanceof SyntaxError ? 'bad_answer' : connectionFailure(error);
  const { status, code, type } = error;
  if (quotaCodes.has(code ?? '') || type === 'insufficient_quota') return 'quota';
  if (refusalCodes.has(code ?? '')) return 'refused';
  if (error instanceof AuthenticationError || error instanceof PermissionDeniedError) return 'bad_key';
  return failureOfStatus(status, error instanceof NotFoundError && isAboutModel(error));
}

function failureOfStatus(status: number | undefined, isAboutModel: boolean): LanguageModelFailure {
  if (status === 402) return 'quota';
  if (status === 401 || status === 403) return 'bad_key';
  if (status === 404) return isAboutModel ? 'unknown_model' : 'not_a_server';
  if (status === 429) return 'busy';
  if (status === undefined || status >= 500 || status === 408 || status === 409) return 'unavailable';
  return status < 400 || status === 405 ? 'not_a_server' : 'config';
}

/** Ollama gives no code, only `type` and a message; a page or another API has neither. */
const isAboutModel = ({ code, type, message }: APIError) =>
  code === 'model_not_found' || type === 'not_found_error' || /\bmodel\b/i.test(message);

/** The package exports no class for it. */
const isOllamaRefusal = (error: unknown): error is Error & { status_code: number } =>
  error instanceof Error && 'status_code' in error && typeof error.status_code === 'number';

const tooLong =
  /context[_ ](length|window|size)|exceed_context|n_ctx|n_keep|tokens to keep from the initial prompt|maximum context|max_(completion_)?tokens.* too large/i;
const figures = [/maximum context length is (\d+)/i, /n_ctx\D{0,4}(\d+)/i, /context\D{0,40}?(\d{3,})/i];

/** Whether a server says that the prompt is longer than its window, in any dialect (wire W12); the window where it names one. */
export function overflowOf(error: unknown): { window: number | null } | null {
  if (!(error instanceof Error) || error instanceof LanguageModelError) return null;
  const said = `${error.message} ${error instanceof APIError ? JSON.stringify([error.error ?? '', error.code ?? '']) : ''}`;
  if (!tooLong.test(said)) return null;
  const named = figures.map((figure) => figure.exec(said)?.[1]).find((figure) => figure !== undefined);
  return { window: named === undefined ? null : Number(named) };
}

/** False after our own timeout: no time is left. */
export function mayRetry(error: unknown): boolean {
  if (error instanceof APIUserAbortError) return false;
  const kind = modelFailure(error);
  return kind === 'busy' || kind === 'unavailable' || kind === 'unreachable';
}

export function retryAfterMs(error: unknown, now: Date): number | null {
  if (!(error instanceof APIError)) return null;
  const milliseconds = Number.parseFloat(error.headers?.get('retry-after-ms') ?? '');
  if (milliseconds >= 0) return milliseconds;
  const retryAfter = readRetryAfter(error.headers);
  return retryAfter === null ? null : msUntil(retryAfter, now);
}
