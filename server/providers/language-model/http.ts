import { errorCode } from '../../core/error-code.ts';
import { LanguageModelError, type LanguageModelFailure, type ModelServer } from './language-model.ts';

const mostBytes = 8_000_000;

/** Follows no redirect, which could carry key and prompts elsewhere, and ends an answer without end. */
export const limitedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (!response.body) return response;
  let bytes = 0;
  const limited = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > mostBytes) controller.error(new LanguageModelError('bad_answer'));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(limited, response);
};

export interface JsonAnswer {
  status: number;
  /** Null where it is no JSON. */
  body: unknown;
}

/** Asks without an SDK, which takes 50 ms to load. Throws LanguageModelError where nothing answers. */
export async function getJson(url: string, { apiKey }: ModelServer, timeoutMs: number): Promise<JsonAnswer> {
  const headers = {
    accept: 'application/json',
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  };
  try {
    const response = await limitedFetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  } catch (error) {
    throw error instanceof LanguageModelError ? error : new LanguageModelError(connectionFailure(error));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

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
