import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  NotFoundError,
  OpenAI,
  PermissionDeniedError,
} from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { Tokens } from '#shared/contracts/drafts.ts';
import { limitedFetch, msUntil, readRetryAfter } from '../../core/outgoing.ts';
import type { ResponseSchema } from '../../text/model-text.rules.ts';
import { connectionFailure, failureOfStatus } from './http.ts';
import { LanguageModelError, type LanguageModelFailure, type ModelConnection } from './language-model.ts';

export type Message = { role: 'system' | 'user' | 'assistant'; content: string };

/** One request to a server, in nobody's dialect. */
interface ChatCall {
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

const optional = [
  'response_format',
  'reasoning_effort',
  'chat_template_kwargs',
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

function refusedParameter({ param, message, error }: APIError): Optional | null {
  // LM Studio says it as a bare string.
  const said = `${param ?? ''} ${message} ${typeof error === 'string' ? error : ''}`;
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

export type Chunk = Partial<Omit<OpenAI.ChatCompletionChunk, 'usage'>> & { usage?: Usage };
type Usage = { prompt_tokens?: unknown; completion_tokens?: unknown } | null | undefined;

function asChunk({ choices, model = '', usage }: Partial<OpenAI.ChatCompletion>): Chunk {
  const [choice] = choices ?? [];
  if (!choice?.message) throw new LanguageModelError('bad_answer');
  const delta = choice.message as OpenAI.ChatCompletionChunk.Choice.Delta;
  const finish_reason = choice.finish_reason ?? 'stop';
  return { model, choices: [{ index: 0, delta, finish_reason }], ...(usage && { usage }) };
}

/** In characters, with thoughts. A server that ignores the token limit might never end its answer. */
const longestAnswer = 200_000;
/** The listener reads the whole text each time, so it hears a long text less often and the total work stays linear. */
const toldShare = 1 / 500;

/** Servers leave out different members, so none of the type is trusted. Throws `bad_answer` for one that is too long. */
export async function readStream(
  stream: AsyncIterable<Chunk> | readonly Chunk[],
  hear: ChatCall['hear'],
): Promise<Completion> {
  const read: Completion = { text: '', hasThought: false, model: '', finish: null, tokens: null, pieces: 0 };
  let isRefused = false;
  let isAnswer = false;
  let toldLength = 0;
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
    if (read.text.length > longestAnswer) throw new LanguageModelError('bad_answer');
    if (read.text.length - toldLength < read.text.length * toldShare) continue;
    toldLength = read.text.length;
    hear.text(read.text);
  }
  if (isRefused) throw new LanguageModelError('refused');
  if (!isAnswer) throw new LanguageModelError('bad_answer');
  return read;
}

/** Some servers count nothing, -1, or only what their cache did not hold. */
function readTokens(usage: Usage): Tokens | null {
  const { prompt_tokens: input, completion_tokens: output } = usage ?? {};
  const isCount = (count: unknown): count is number => Number.isInteger(count) && Number(count) > 0;
  return isCount(input) && isCount(output) ? { input, output } : null;
}
