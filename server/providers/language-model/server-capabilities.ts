import { APIError } from 'openai';
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionCreateParamsStreaming,
} from 'openai/resources/chat/completions';
import { PROMPT_VERSION } from './prompt/version.ts';
import type { Prompt } from './prompt/writer-prompt.ts';
import type { ResponseSchema } from './response-schema.ts';

export type Message = { role: 'system' | 'user' | 'assistant'; content: string };

const optional = [
  'response_format',
  'reasoning_effort',
  'prompt_cache_key',
  'stream_options',
  'token_limit',
] as const;
type Optional = (typeof optional)[number];

/** Adapts requests to a server (youtube-wire W7); what it refused with a 400 is not sent again. */
export function createServerCapabilities(baseUrl: string, model: string) {
  const isOpenAi = /^https:\/\/([\w-]+\.)*openai\.com\//.test(`${baseUrl}/`);
  const effort = effortOf(model);
  const refused = new Set<Optional>();

  return {
    isOpenAi,

    takesSchema: (): boolean => !refused.has('response_format'),

    request(messages: readonly Message[], schema: ResponseSchema<unknown>, tokens: number) {
      const request: ChatCompletionCreateParamsNonStreaming = {
        model,
        messages: [...messages],
        stream: false,
      };
      if (!refused.has('token_limit')) {
        // Reasoning tokens count too.
        if (isOpenAi) request.max_completion_tokens = effort === 'low' ? tokens + 4000 : tokens;
        else request.max_tokens = tokens;
      }
      if (isOpenAi && effort && !refused.has('reasoning_effort')) request.reasoning_effort = effort;
      if (isOpenAi && !refused.has('prompt_cache_key'))
        request.prompt_cache_key = `chime-in-${schema.name}-${PROMPT_VERSION}`;
      if (!refused.has('response_format'))
        request.response_format = {
          type: 'json_schema',
          json_schema: { name: schema.name, strict: true, schema: schema.schema },
        };
      return request;
    },

    streamed(request: ChatCompletionCreateParamsNonStreaming): ChatCompletionCreateParamsStreaming {
      const counted = refused.has('stream_options') ? {} : { stream_options: { include_usage: true } };
      return { ...request, stream: true, ...counted };
    },

    /** Moves the schema into the prompt where the server refuses the parameter. */
    messages({ system, user }: Prompt, schema: ResponseSchema<unknown>): Message[] {
      const inPrompt = refused.has('response_format')
        ? `\n\nThe JSON Schema of the answer:\n${JSON.stringify(schema.schema)}`
        : '';
      return [
        { role: 'system', content: `${system}${inPrompt}` },
        { role: 'user', content: user },
      ];
    },

    /** True if a refusal names an optional parameter, which is left out from now on. */
    adapts(error: unknown): boolean {
      if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false;
      const parameter = refusedParameter(error);
      if (parameter === null || refused.has(parameter)) return false;
      refused.add(parameter);
      return true;
    },
  };
}

/** Returns the lowest effort a model offers; null if it does not reason. */
function effortOf(model: string): 'none' | 'low' | null {
  if (/^gpt-(5\.[1-9]|[6-9])/.test(model)) return 'none';
  return /^(gpt-5|o\d)/.test(model) ? 'low' : null;
}

/** Other servers name it only in the message (LM Studio as a bare string). */
function refusedParameter(error: APIError): Optional | null {
  const said = `${error.param ?? ''} ${error.message} ${typeof error.error === 'string' ? error.error : ''}`;
  if (/stream_options/.test(said)) return 'stream_options';
  if (/response_format|json_schema/.test(said)) return 'response_format';
  if (/reasoning_effort|reasoning\.effort/.test(said)) return 'reasoning_effort';
  if (/prompt_cache_key/.test(said)) return 'prompt_cache_key';
  // "too large": the limit exceeds a small context.
  if (
    /max_(completion_)?tokens/.test(said) &&
    /unsupported|not supported|unrecognized|unknown|too large/i.test(said)
  )
    return 'token_limit';
  return null;
}

export type ServerCapabilities = ReturnType<typeof createServerCapabilities>;
