import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  NotFoundError,
  PermissionDeniedError,
} from 'openai';
import { msUntil, readRetryAfter } from '../../core/retry-after.ts';
import { connectionFailure } from './connection-failure.ts';
import { LanguageModelError, type LanguageModelFailure } from './language-model.ts';

/** Retries never help (youtube-wire W7). */
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
  // A body that is cut or not JSON is a plain TypeError or SyntaxError.
  if (!(error instanceof APIError)) return error instanceof SyntaxError ? 'bad_answer' : 'unavailable';
  const { status, code, type } = error;
  if (quotaCodes.has(code ?? '') || type === 'insufficient_quota' || status === 402) return 'quota';
  if (refusalCodes.has(code ?? '')) return 'refused';
  if (error instanceof AuthenticationError || error instanceof PermissionDeniedError) return 'bad_key';
  if (error instanceof NotFoundError) return isAboutModel(error) ? 'unknown_model' : 'not_a_server';
  if (status === 429) return 'busy';
  if (status === undefined || status >= 500 || status === 408 || status === 409) return 'unavailable';
  return status < 400 || status === 405 ? 'not_a_server' : 'config';
}

/** Ollama gives no code, only `type` and a message; a page or another API has neither. */
const isAboutModel = ({ code, type, message }: APIError) =>
  code === 'model_not_found' || type === 'not_found_error' || /\bmodel\b/i.test(message);

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
