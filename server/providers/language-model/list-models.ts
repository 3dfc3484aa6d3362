import { z } from 'zod';
import { connectionFailure } from './connection-failure.ts';
import { LanguageModelError, type LanguageModelFailure, type ListModels } from './language-model.ts';
import { limitedFetch } from './limited-fetch.ts';

const answerSchema = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })) });

const mostModels = 500;

/** Needs no SDK, which takes 50 ms to load. */
export const listModels: ListModels = async ({ baseUrl, apiKey }, timeoutMs) => {
  const { status, body } = await answerOf(baseUrl, apiKey, timeoutMs);
  if (status !== 200) throw new LanguageModelError(failureOf(status));
  const answer = answerSchema.safeParse(body).data;
  if (!answer) throw new LanguageModelError('not_a_server');
  return answer.data
    .slice(0, mostModels)
    .map(({ id }) => id)
    .sort((a, b) => a.localeCompare(b, 'en'));
};

async function answerOf(baseUrl: string, apiKey: string | null, timeoutMs: number) {
  const headers = {
    accept: 'application/json',
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  };
  try {
    const response = await limitedFetch(`${baseUrl}/models`, {
      headers,
      signal: AbortSignal.timeout(timeoutMs),
    });
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

function failureOf(status: number): LanguageModelFailure {
  if (status === 401 || status === 403) return 'bad_key';
  if (status === 429) return 'busy';
  return status >= 500 ? 'unavailable' : 'not_a_server';
}
