import { causesOf, errorCode, neverConnected } from '../../core/errors.ts';
import { AnswerTooLong, limitedFetch, parseJson } from '../../core/outgoing.ts';
import { LanguageModelError, type LanguageModelFailure, type ModelServer } from './language-model.ts';

/** Asks without an SDK, which takes 50 ms to load; no body where it is no JSON. Throws LanguageModelError where nothing answers. */
export async function getJson(url: string, { apiKey }: ModelServer, timeoutMs: number) {
  const headers = {
    accept: 'application/json',
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  };
  try {
    const response = await limitedFetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    return { status: response.status, body: parseJson(text) };
  } catch (error) {
    throw new LanguageModelError(connectionFailure(error));
  }
}

/** For errors of fetch, which name the socket's error as their cause. */
export function connectionFailure(error: unknown): LanguageModelFailure {
  for (const each of causesOf(error)) {
    if (each.name === 'TimeoutError') return 'slow';
    if (each instanceof AnswerTooLong) return 'bad_answer';
    if (neverConnected.has(errorCode(each))) return 'unreachable';
  }
  return 'unavailable';
}
