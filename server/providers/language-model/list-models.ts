import { z } from 'zod';
import { getJson } from './http.ts';
import { LanguageModelError, type LanguageModelFailure, type ListModels } from './language-model.ts';

const name = z.string().min(1).max(200);
const answerSchema = z.object({ data: z.array(z.object({ id: name })) });
/** Ollama's own list, for an address without /v1. */
const ollamaSchema = z.object({ models: z.array(z.object({ name })) });

const mostModels = 500;

export const listModels: ListModels = async (server, timeoutMs) => {
  const { status, body } = await getJson(`${server.baseUrl}/models`, server, timeoutMs);
  const listed = answerSchema.safeParse(body).data?.data.map(({ id }) => id);
  const isBare = !server.baseUrl.endsWith('/v1');
  const models = listed ?? (isBare ? await ollamaModels(server, timeoutMs) : undefined);
  if (status !== 200 && !models) throw new LanguageModelError(failureOf(status));
  if (!models) throw new LanguageModelError('not_a_server');
  return models.slice(0, mostModels).sort((a, b) => a.localeCompare(b, 'en'));
};

async function ollamaModels(...[server, timeoutMs]: Parameters<ListModels>): Promise<string[] | undefined> {
  const { body } = await getJson(`${server.baseUrl}/api/tags`, server, timeoutMs);
  return ollamaSchema.safeParse(body).data?.models.map((model) => model.name);
}

function failureOf(status: number): LanguageModelFailure {
  if (status === 401 || status === 403) return 'bad_key';
  if (status === 429) return 'busy';
  return status >= 500 ? 'unavailable' : 'not_a_server';
}
