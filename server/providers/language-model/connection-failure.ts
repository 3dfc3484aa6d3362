import { errorCode } from '../../core/error-code.ts';
import type { LanguageModelFailure } from './language-model.ts';

const nobodyAnswers = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** For errors of fetch, which name the socket's error as their cause. */
export function connectionFailure(error: unknown): LanguageModelFailure {
  let each = error;
  for (let depth = 0; each instanceof Error && depth < 5; depth += 1) {
    if (each.name === 'TimeoutError') return 'slow';
    if (nobodyAnswers.has(String(errorCode(each)))) return 'unreachable';
    // Several addresses of one name were tried.
    each = each instanceof AggregateError ? each.errors[0] : each.cause;
  }
  return 'unavailable';
}
