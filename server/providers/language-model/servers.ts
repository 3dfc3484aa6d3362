import { z } from 'zod';
import type { Tokens } from '#shared/contracts/drafts.ts';
import { isOwnNetwork } from '#shared/contracts/settings.ts';
import { getJson } from './http.ts';
import type { ModelConnection, ModelProfile } from './language-model.ts';
import { askOllama, createOllamaClient } from './ollama-client.ts';
import { type ChatClient, createOpenAiClient } from './openai-client.ts';

/**
 * Creates and caches the client for one model: it remembers which options the server
 * rejected and the context window it asked for.
 */
export function createClients(connection: ModelConnection) {
  let spoken: { root: string | null; client: ChatClient } | null = null;
  return ({
    found: { ollamaRoot: root, isOpenAi },
  }: {
    found: FoundServer;
  }): ChatClient => {
    if (spoken?.root !== root) {
      const client =
        root === null
          ? createOpenAiClient(connection, isOpenAi)
          : createOllamaClient(root, connection.model, connection);
      spoken = { root, client };
    }
    return spoken.client;
  };
}

interface Family {
  /**
   * Tokens of prompt and answer together (source: OpenAI's model pages, November 2026).
   */
  window?: number;
  /** The lowest reasoning effort that the model offers; missing if it does not reason. */
  effort?: 'none' | 'low';
  /** US dollars per million tokens (list prices). */
  price?: { input: number; output: number };
}

/** OpenAI's models, recognised by the beginning of the name. The first match counts. */
const families: [RegExp, Family][] = [
  [/^gpt-6-luna/, { effort: 'none', price: { input: 0.1, output: 0.5 } }],
  [/^gpt-6-sol/, { effort: 'none', price: { input: 2, output: 10 } }],
  [/^gpt-5\.6-luna/, { effort: 'none', price: { input: 0.2, output: 1.2 } }],
  [/^gpt-5\.4-mini/, { effort: 'none', price: { input: 0.75, output: 4.5 } }],
  [/^gpt-(5\.[1-9]|[6-9])/, { effort: 'none' }],
  [/^gpt-5/, { effort: 'low' }],
  [/^o\d/, { effort: 'low' }],
  [/^gpt-3\.5/, { window: 16_385 }],
  [/^gpt-4($|-\d{4}$)/, { window: 8192 }],
  [/^(chat)?gpt-\d/, {}],
];

const openAiWindow = 128_000;

const familyOf = (model: string): Family | undefined =>
  families.find(([name]) => name.test(model))?.[1];

/** Returns null if the price or the token count is unknown. */
export function costUsd(model: string, tokens: Tokens | null): number | null {
  const { price } = familyOf(model) ?? {};
  if (!price || !tokens) return null;
  return (tokens.input * price.input + tokens.output * price.output) / 1_000_000;
}

/** What a server reports about itself and its model (wire W12). */
export interface FoundServer
  extends Pick<ModelProfile, 'possibleWindow' | 'isLocal' | 'remedy'> {
  /** Includes the version if the server reports it. */
  name: string;
  /** Base address of Ollama's own API; null for an OpenAI-compatible server. */
  ollamaRoot: string | null;
  isOpenAi: boolean;
  /**
   * The window in tokens that the model is loaded with; null if the server does not
   * report it.
   */
  window: number | null;
  /**
   * The window, in tokens, of models with such a name, for servers that report no window.
   * Null if the name is unknown.
   */
  familyWindow: number | null;
  /** True if the server or the model's name says that the model thinks first. */
  thinks: boolean;
  /** What a request contains so that the model thinks little or not at all. */
  thinking: { members: Record<string, unknown>; system: string; isOff: boolean };
}

const probeMs = 2000;
const tokens = z.number().int().positive();

const versionSchema = z.object({ version: z.string() });
const showSchema = z.object({
  model_info: z.record(z.string(), z.unknown()).default({}),
  capabilities: z.array(z.string()).optional(),
});
const lmStudioSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      state: z.string(),
      max_context_length: tokens.optional(),
      loaded_context_length: tokens.optional(),
    }),
  ),
});
const lmStudioNewSchema = z.object({
  models: z.array(
    z.object({
      key: z.string(),
      max_context_length: tokens.optional(),
      loaded_instances: z.array(
        z.object({ config: z.object({ context_length: tokens }) }),
      ),
    }),
  ),
});
const propsSchema = z.object({
  default_generation_settings: z.object({ n_ctx: tokens }),
});
const modelsSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      max_model_len: tokens.optional(),
      context_length: tokens.optional(),
    }),
  ),
});

const nothingToSay = { members: {}, system: '', isOff: false };

const unknown: FoundServer = {
  name: 'An OpenAI-compatible server',
  ollamaRoot: null,
  isOpenAi: false,
  window: null,
  familyWindow: null,
  possibleWindow: null,
  thinks: false,
  thinking: nothingToSay,
  isLocal: false,
  remedy: () => 'see its manual, and give the new size in Settings as “Context window”',
};

const thinksFirst = /qwen-?3|gpt-?oss|deepseek-?r1|magistral/i;
/** Models whose thinking cannot be switched off, only shortened. */
const thinksAlways = /gpt-?oss/i;
/** Models that stop thinking if the instructions end with a certain word. */
const obeysWord = /qwen-?3/i;

function byTemplate(model: string): FoundServer['thinking'] {
  if (thinksAlways.test(model))
    return { ...nothingToSay, members: { reasoning_effort: 'low' } };
  // Templates without thinking ignore this option.
  return {
    ...byWord(model),
    members: { chat_template_kwargs: { enable_thinking: false } },
    isOff: true,
  };
}

const byWord = (model: string): FoundServer['thinking'] =>
  obeysWord.test(model)
    ? { members: {}, system: ' /no_think', isOff: true }
    : nothingToSay;

/**
 * Asks a server which software it runs. If it does not respond, it is treated as an
 * unknown OpenAI-compatible server.
 */
export async function findServer(connection: ModelConnection): Promise<FoundServer> {
  const { baseUrl, model } = connection;
  const family = familyOf(model);
  if (isOpenAiAddress(baseUrl) || family) return openAi(baseUrl, family ?? {});
  const root = baseUrl.replace(/\/v1$/, '');
  const ask = async <T>(url: string, schema: z.ZodType<T>): Promise<T | null> => {
    const answer = await getJson(url, connection, probeMs).catch(() => null);
    return schema.safeParse(answer?.body).data ?? null;
  };
  const [version, lmStudio, lmStudioNew, props, listed] = await Promise.all([
    ask(`${root}/api/version`, versionSchema),
    ask(`${root}/api/v0/models`, lmStudioSchema),
    ask(`${root}/api/v1/models`, lmStudioNewSchema),
    ask(`${root}/props`, propsSchema),
    ask(`${baseUrl}/models`, modelsSchema),
  ]);
  const isLocal = isOwnNetwork(new URL(baseUrl).hostname);
  const thinks = thinksFirst.test(model);
  const compatible = { ...unknown, isLocal, thinks, thinking: byTemplate(model) };

  if (version) return ollama(root, version.version, connection);
  if (lmStudio || lmStudioNew) {
    const old = lmStudio?.data.find(({ id }) => id === model);
    const now = lmStudioNew?.models.find(({ key }) => key === model);
    return {
      ...compatible,
      name: 'LM Studio',
      window:
        old?.loaded_context_length ??
        now?.loaded_instances[0]?.config.context_length ??
        null,
      possibleWindow: old?.max_context_length ?? now?.max_context_length ?? null,
      remedy: (size) =>
        `in LM Studio, set “Context Length” to ${size} or more in the model’s settings, or run lms load ${model} --context-length ${size}`,
    };
  }
  if (props)
    return {
      ...compatible,
      name: 'llama.cpp',
      window: props.default_generation_settings.n_ctx,
      remedy: (size) => `llama-server -c ${size}`,
    };
  const entry = listed?.data.find(({ id }) => id === model);
  if (entry?.max_model_len)
    return {
      ...compatible,
      name: 'vLLM',
      isLocal: false,
      window: entry.max_model_len,
      remedy: (size) => `vllm serve ${model} --max-model-len ${size}`,
    };
  if (entry?.context_length)
    return {
      ...unknown,
      name: new URL(baseUrl).hostname.endsWith('openrouter.ai')
        ? 'OpenRouter'
        : unknown.name,
      thinks,
      thinking: byWord(model),
      window: entry.context_length,
      remedy: () => 'choose a model with a larger context there',
    };
  return { ...unknown, isLocal, thinks, thinking: byWord(model) };
}

const isOpenAiAddress = (baseUrl: string) =>
  /^https:\/\/([\w-]+\.)*openai\.com\//.test(`${baseUrl}/`);

function openAi(baseUrl: string, { window = openAiWindow, effort }: Family): FoundServer {
  const isOpenAi = isOpenAiAddress(baseUrl);
  return {
    ...unknown,
    name: isOpenAi ? 'OpenAI' : unknown.name,
    isOpenAi,
    familyWindow: window,
    thinks: effort === 'low',
    thinking:
      isOpenAi && effort
        ? { members: { reasoning_effort: effort }, system: '', isOff: effort === 'none' }
        : nothingToSay,
    remedy: () => 'choose a model with a larger context',
  };
}

async function ollama(
  root: string,
  version: string,
  connection: ModelConnection,
): Promise<FoundServer> {
  const { model } = connection;
  const { show, window } = await askOllama(
    root,
    model,
    connection,
    AbortSignal.timeout(probeMs),
  );
  const told = showSchema.safeParse(show).data;
  const held = Object.entries(told?.model_info ?? {}).find(([key]) =>
    key.endsWith('.context_length'),
  )?.[1];
  const possibleWindow = tokens.safeParse(held).data ?? null;
  return {
    ...unknown,
    name: `Ollama ${version}`,
    ollamaRoot: root,
    window,
    possibleWindow,
    thinks: told?.capabilities?.includes('thinking') ?? thinksFirst.test(model),
    thinking: thinksAlways.test(model)
      ? { ...nothingToSay, members: { think: 'low' } }
      : { ...nothingToSay, members: { think: false }, isOff: true },
    isLocal: true,
    remedy: (size) =>
      possibleWindow !== null && size > possibleWindow
        ? 'choose a model that holds more'
        : `in Settings, raise “Largest window” to ${size} or more`,
  };
}
