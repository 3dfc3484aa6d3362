import { APIError, OpenAI } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { Tokens } from '#shared/contracts/drafts.ts';
import { limitedFetch } from '../../core/outgoing.ts';
import type { ResponseSchema } from '../../text/model-text.rules.ts';
import { answerEvents } from './answer-events.ts';
import { type AnswerListener, type Completion, readAnswer } from './answer-reader.ts';
import { LanguageModelError, type ModelConnection } from './language-model.ts';

export type Message = { role: 'system' | 'user' | 'assistant'; content: string };

/** One request to a server, independent of the server's API. */
export interface ChatCall {
  messages: readonly Message[];
  schema: ResponseSchema<unknown>;
  /** The most tokens that answer and thoughts may take together. */
  limit: number;
  /** Additional request fields that keep the model from thinking. */
  members: Record<string, unknown>;
  /**
   * True if the previous answer held no JSON. The option that requests JSON is then left
   * out, as it was ignored or got in the way.
   */
  asksPlainly?: boolean;
  signal: AbortSignal;
  hear: AnswerListener;
}

export interface ChatClient {
  /**
   * Makes the server load the model with a window for `needed` tokens, but not above
   * `most`. Does nothing for servers that load models themselves.
   */
  load(
    needed: number,
    most: number,
    call: { signal: AbortSignal; onLoading?: (() => void) | undefined },
  ): Promise<void>;
  /** Throws the errors of the SDK, which failures.ts interprets. */
  complete(call: ChatCall): Promise<Completion>;
  /**
   * Returns true if the error names an option that can be left out. Later requests leave
   * it out.
   */
  adapts(error: unknown): boolean;
  /** Returns true if requests contain the token limit of the answer. */
  takesLimit(): boolean;
  /**
   * Returns true if requests contain the schema of the answer. If not, the instructions
   * must contain it.
   */
  takesSchema(): boolean;
}

export function sumTokens(a: Tokens | null, b: Tokens | null): Tokens | null {
  return a && b ? { input: a.input + b.input, output: a.output + b.output } : (a ?? b);
}

const optional = [
  'response_format',
  'reasoning_effort',
  'chat_template_kwargs',
  'stream_options',
  'token_limit',
] as const;
type Optional = (typeof optional)[number];

/** Longer than any timeout of the caller, which therefore decides. */
const sdkTimeoutMs = 3_600_000;

/** Adapts requests to a server: options that it rejected are not sent again (wire W7). */
export function createOpenAiClient(
  { baseUrl, apiKey, model }: ModelConnection,
  isOpenAi: boolean,
): ChatClient {
  const client = new OpenAI({
    // The SDK requires a key, and reads any missing option from the environment.
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl,
    fetch: limitedFetch,
    organization: null,
    project: null,
    // The SDK would retry even after "out of credit".
    maxRetries: 0,
    logLevel: 'off',
  });
  const refused = new Set<Optional>();

  function bodyOf({
    messages,
    schema,
    limit,
    members,
    asksPlainly,
  }: ChatCall): ChatCompletionCreateParamsStreaming {
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
    const isLeftOut = (name: Optional) =>
      refused.has(name) || (name === 'response_format' && asksPlainly === true);
    const taken = wanted.flatMap(([name, member]) => (isLeftOut(name) ? [] : [member]));
    return Object.assign(
      { model, messages: [...messages], stream: true as const },
      ...taken,
    );
  }

  return {
    load: async () => {},

    async complete(call) {
      const response = await client.chat.completions
        .create(bodyOf(call), { signal: call.signal, timeout: sdkTimeoutMs })
        .asResponse();
      const type = response.headers.get('content-type') ?? '';
      // An address that serves web pages is no model server.
      if (type.includes('text/html')) throw new LanguageModelError('not_a_server');
      if (!response.body) throw new LanguageModelError('bad_answer');
      return readAnswer(
        answerEvents(response.body, call.hear.alive),
        call.hear,
        response.headers,
      );
    },

    takesLimit: () => !refused.has('token_limit'),

    takesSchema: () => !refused.has('response_format'),

    adapts(error) {
      if (!(error instanceof APIError)) return false;
      // An error inside a successful response may have no status, and a rejected grammar
      // may cause a 500.
      if (![400, 422, 500, 501, undefined].includes(error.status)) return false;
      const parameter = refusedParameter(error);
      if (parameter === null || refused.has(parameter)) return false;
      refused.add(parameter);
      return true;
    },
  };
}

/** Names that servers use for the answer's schema or for what they compile it to. */
const aboutSchema =
  /json[_ ]?schema|grammar|guided[_ ](?:decoding|json)|structured[_ ]?outputs?/i;

function refusedParameter({ param, message, error }: APIError): Optional | null {
  // LM Studio sends the error as a bare string.
  const said = `${param ?? ''} ${message} ${typeof error === 'string' ? error : ''}`;
  const named = optional.find((name) => said.includes(name));
  if (named) return named;
  if (aboutSchema.test(said)) return 'response_format';
  if (/reasoning\.effort/.test(said)) return 'reasoning_effort';
  if (
    /max_(completion_)?tokens/.test(said) &&
    /unsupported|not supported|unrecognized|unknown/i.test(said)
  )
    return 'token_limit';
  return null;
}
