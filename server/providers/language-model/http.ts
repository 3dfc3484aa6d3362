import { causesOf, errorCode, neverConnected } from '../../core/errors.ts';
import { AnswerTooLong, limitedFetch, parseJson } from '../../core/outgoing.ts';
import {
  LanguageModelError,
  type LanguageModelFailure,
  type ModelServer,
} from './language-model.ts';

/**
 * Requests JSON without the SDK, which takes 50 ms to load. Returns no body if the
 * response is not JSON. Throws LanguageModelError if the server does not respond.
 */
export async function getJson(url: string, { apiKey }: ModelServer, timeoutMs: number) {
  const headers = {
    accept: 'application/json',
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  };
  try {
    const response = await limitedFetch(url, {
      headers,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: parseJson(text) };
  } catch (error) {
    throw new LanguageModelError(connectionFailure(error));
  }
}

/** Classifies errors of fetch, whose cause is the socket's error. */
export function connectionFailure(error: unknown): LanguageModelFailure {
  for (const each of causesOf(error)) {
    if (each.name === 'TimeoutError') return 'slow';
    if (each instanceof AnswerTooLong) return 'bad_answer';
    if (neverConnected.has(errorCode(each))) return 'unreachable';
  }
  return 'unavailable';
}

export function failureOfStatus(
  status: number | undefined,
  isAboutModel = false,
): LanguageModelFailure {
  if (status === 402) return 'quota';
  if (status === 401 || status === 403) return 'bad_key';
  if (status === 404) return isAboutModel ? 'unknown_model' : 'not_a_server';
  if (status === 429) return 'busy';
  if (status === undefined || status >= 500 || status === 408 || status === 409)
    return 'unavailable';
  return status < 400 || status === 405 ? 'not_a_server' : 'config';
}
