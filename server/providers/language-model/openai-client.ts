import { APIError, OpenAI } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { limitedFetch } from '../../core/outgoing.ts';
import { type ChatCall, type ChatClient, type Completion, nothingRead } from './chat.ts';
import { LanguageModelError, type ModelConnection } from './language-model.ts';
import { PROMPT_VERSION } from './writer-prompt.ts';

const optional = [
  'response_format',
  'reasoning_effort',
  'chat_template_kwargs',
  'prompt_cache_key',
  'stream_options',
  'token_limit',
] as const;
type Optional = (typeof optional)[number];

/** Ends after the caller's own patience. */
const sdkTimeoutMs = 3_600_000;

/** Adapts requests to a server (wire W7); what it refused with a 400 is not sent again. */
export function createOpenAiClient(
  { baseUrl, apiKey, model }: ModelConnection,
  isOpenAi: boolean,
): ChatClient {
  const client = new OpenAI({
    // The SDK requires a key and reads the environment for what is missing.
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl,
    fetch: limitedFetch,
    organization: null,
    project: null,
    // The SDK's retries repeat "out of credit".
    maxRetries: 0,
    logLevel: 'off',
  });
  const refused = new Set<Optional>();

  function bodyOf({ messages, schema, limit, members }: ChatCall): ChatCompletionCreateParamsStreaming {
    const limitName = isOpenAi ? 'max_completion_tokens' : 'max_tokens';
    const wanted: [Optional, object][] = [
      ...Object.entries(members).map(([name, value]): [Optional, object] => [
        name as Optional,
        { [name]: value },
      ]),
      ['token_limit', { [limitName]: limit }],
      ['stream_options', { stream_options: { include_usage: true } }],
      [
        'response_format',
        {
          response_format: {
            type: 'json_schema',
            json_schema: { name: schema.name, strict: true, schema: schema.schema },
          },
        },
      ],
    ];
    if (isOpenAi)
      wanted.push(['prompt_cache_key', { prompt_cache_key: `chime-in-${schema.name}-${PROMPT_VERSION}` }]);
    const taken = wanted.flatMap(([name, member]) => (refused.has(name) ? [] : [member]));
    return Object.assign({ model, messages: [...messages], stream: true as const }, ...taken);
  }

  return {
    load: async () => {},

    async complete(call) {
      const { data, response } = await client.chat.completions
        .create(bodyOf(call), { signal: call.signal, timeout: sdkTimeoutMs })
        .withResponse();
      const type = response.headers.get('content-type') ?? '';
      // Whatever serves web pages under this address is no model server.
      if (type.includes('text/html')) throw new LanguageModelError('not_a_server');
      // Some servers ignore the request to stream.
      if (!type.includes('application/json')) return readStream(data, call.hear);
      const whole = (await response.json()) as Partial<OpenAI.ChatCompletion> & { error?: object };
      if (whole.error) throw new APIError(undefined, whole.error, undefined, response.headers);
      return readStream([asChunk(whole)], call.hear);
    },

    formInWords: ({ schema }) =>
      refused.has('response_format') ? `\n\nThe JSON Schema of the answer:\n${JSON.stringify(schema)}` : '',

    adapts(error) {
      if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false;
      const parameter = refusedParameter(error);
      if (parameter === null || refused.has(parameter)) return false;
      refused.add(parameter);
      return true;
    },
  };
}

/** What a server said in an error; LM Studio says it as a bare string. */
export const saidIn = (error: APIError) =>
  `${error.param ?? ''} ${error.message} ${typeof error.error === 'string' ? error.error : ''}`;

function refusedParameter(error: APIError): Optional | null {
  const said = saidIn(error);
  const named = optional.find((name) => said.includes(name));
  if (named) return named;
  if (/json_schema/.test(said)) return 'response_format';
  if (/reasoning\.effort/.test(said)) return 'reasoning_effort';
  if (/max_(completion_)?tokens/.test(said) && /unsupported|not supported|unrecognized|unknown/i.test(said))
    return 'token_limit';
  return null;
}

/** Servers send thoughts beside the content, under one of two names. */
const hasThought = (part: object): boolean =>
  ('reasoning' in part && Boolean(part.reasoning)) ||
  ('reasoning_content' in part && Boolean(part.reasoning_content));

type Chunk = Partial<OpenAI.ChatCompletionChunk>;

function asChunk({ choices, model = '', usage }: Partial<OpenAI.ChatCompletion>): Chunk {
  const [choice] = choices ?? [];
  if (!choice?.message) throw new LanguageModelError('bad_answer');
  const delta = choice.message as OpenAI.ChatCompletionChunk.Choice.Delta;
  const finish_reason = choice.finish_reason ?? 'stop';
  return { model, choices: [{ index: 0, delta, finish_reason }], ...(usage && { usage }) };
}

/** Servers leave out different members, so none of the type is trusted. */
async function readStream(
  stream: AsyncIterable<Chunk> | readonly Chunk[],
  hear: ChatCall['hear'],
): Promise<Completion> {
  const read = nothingRead();
  let isRefused = false;
  let isAnswer = false;
  for await (const { choices, model, usage } of stream) {
    hear.sign();
    isAnswer = true;
    read.model ||= model ?? '';
    read.tokens = readTokens(usage) ?? read.tokens;
    const choice = choices?.[0];
    if (!choice) continue;
    const delta: Partial<OpenAI.ChatCompletionChunk.Choice.Delta> = choice.delta ?? {};
    isRefused ||= Boolean(delta.refusal) || choice.finish_reason === 'content_filter';
    if (choice.finish_reason) read.finish = choice.finish_reason === 'length' ? 'length' : 'stop';
    if (hasThought(delta)) {
      read.hasThought = true;
      hear.thought();
    }
    if (typeof delta.content !== 'string' || delta.content === '') continue;
    read.text += delta.content;
    read.pieces += 1;
    hear.text(read.text);
  }
  if (isRefused) throw new LanguageModelError('refused');
  if (!isAnswer) throw new LanguageModelError('bad_answer');
  return read;
}

function readTokens(usage: Partial<OpenAI.CompletionUsage> | null | undefined) {
  const { prompt_tokens: input, completion_tokens: output } = usage ?? {};
  const isCount = (count: unknown): count is number => Number.isInteger(count);
  return isCount(input) && isCount(output) ? { input, output } : null;
}
