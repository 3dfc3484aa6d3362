import type { ModelAnswer } from '../../sandbox/model-faults.ts';
import { randomName } from '../../sandbox/random.ts';
import type { Message } from './model-prompt.ts';

type Body = Record<string, unknown>;
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Body)[name] : undefined;
const number = (value: unknown) => (typeof value === 'number' ? value : null);

const sse = (data: object) => `data: ${JSON.stringify(data)}\n\n`;

const usageOf = ({ usage: { input, output } }: Generated) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

const headOf = ({ model }: State) => ({
  id: `chatcmpl-${randomName(24)}`,
  created: 1,
  model,
});
const chunkOf = (state: State, rest: object) =>
  sse({ ...headOf(state), object: 'chat.completion.chunk', ...rest });
const chunk = (state: State, delta: object, finish: string | null = null) =>
  chunkOf(state, {
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });

/** Writes an OpenAI-compatible stream. */
const stream: Stream = {
  type: 'text/event-stream',
  begin: ({ refusal }, state) =>
    chunk(state, { role: 'assistant', content: '', refusal }),
  piece: (content, state) => chunk(state, { content }),
  thought: (text, state, as) =>
    chunk(state, { [as === 'think-tags' ? 'content' : as]: text }),
  end(answer, state, wantsUsage) {
    const usage = wantsUsage
      ? chunkOf(state, { choices: [], usage: usageOf(answer) })
      : '';
    return `${chunk(state, {}, answer.finish)}${usage}data: [DONE]\n\n`;
  },
};

export const modelsOf = (models: readonly string[], more: object = {}) => ({
  object: 'list',
  data: models.map((id) => ({
    id,
    object: 'model',
    created: 1,
    owned_by: 'chime-in-sandbox',
    ...more,
  })),
});

const modelIn = ({ model }: Body) => (typeof model === 'string' ? model : null);

const invalid = (error: object | string, status = 400) => ({ status, body: { error } });

/** The parts that all OpenAI-compatible servers share. */
const compatible = {
  defaultModel: 'qwen3-8b',
  defaultOverflow: 'error',
  chatPath: '/v1/chat/completions',
  read(body: Body): Asked {
    const template = member(body['chat_template_kwargs'], 'enable_thinking');
    return {
      model: modelIn(body),
      messages: body['messages'] as Message[],
      schema: member(member(body['response_format'], 'json_schema'), 'schema') ?? null,
      limit: number(body['max_completion_tokens'] ?? body['max_tokens']),
      isStreamed: body['stream'] === true,
      wantsUsage: member(body['stream_options'], 'include_usage') === true,
      isSwitchedOff: template === false || body['reasoning_effort'] === 'none',
      window: null,
    };
  },
  stream,
  whole(answer: Generated, state: State, as: ThoughtsAs) {
    const { text, refusal, finish, thoughts } = answer;
    const content = refusal !== null || finish === 'content_filter' ? null : text;
    const message = {
      role: 'assistant',
      content,
      refusal,
      ...(thoughts !== '' && { [as]: thoughts }),
    };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }];
    return {
      ...headOf(state),
      object: 'chat.completion',
      choices,
      usage: usageOf(answer),
    };
  },
} satisfies Partial<Wire>;

const openAi: Wire = {
  ...compatible,
  defaultModel: 'gpt-6-luna',
  about: (path) => (path === '/v1/models' ? modelsOf(['gpt-6-luna', 'gpt-6-sol']) : null),
  unknownPath(method, path) {
    const message = `Invalid URL (${method} ${path})`;
    return invalid(
      { message, type: 'invalid_request_error', param: null, code: null },
      404,
    );
  },
  tooLong: (tokens, window) =>
    invalid({
      message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens.`,
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    }),
};

const line = (part: object) => `${JSON.stringify(part)}\n`;
const ollamaHead = ({ model }: State) => ({ model, created_at: '2026-11-24T10:00:00Z' });
const said = (state: State, content: string, more: object = {}) => ({
  ...ollamaHead(state),
  message: { role: 'assistant', content, ...more },
});
const done = ({ finish, usage }: Generated) => ({
  done: true,
  done_reason: finish,
  total_duration: 1,
  prompt_eval_count: usage.input,
  eval_count: usage.output,
});

const ollama: Wire = {
  defaultModel: 'qwen3:8b',
  defaultOverflow: 'cut',
  chatPath: '/api/chat',
  about(path, state) {
    const entry = { name: state.model, model: state.model, size: 1 };
    switch (path) {
      case '/api/version':
        return { version: '0.12.6' };
      case '/api/tags':
        return { models: [entry] };
      case '/api/ps':
        return {
          models:
            state.loaded === null ? [] : [{ ...entry, context_length: state.loaded }],
        };
      case '/api/generate':
        return { ...ollamaHead(state), response: '', done: true, done_reason: 'load' };
      case '/api/show':
        return {
          details: { family: 'qwen3' },
          model_info: {
            'general.architecture': 'qwen3',
            'qwen3.context_length': state.possibleWindow,
          },
          capabilities: ['completion', ...(state.thinks ? ['thinking'] : [])],
        };
      default:
        return null;
    }
  },
  unknownPath: () => ({ status: 404, body: '404 page not found' }),
  read: (body) => ({
    model: modelIn(body),
    messages: (body['messages'] ?? []) as Message[],
    schema: body['format'] ?? null,
    limit: number(member(body['options'], 'num_predict')),
    // Ollama's own API streams unless told not to.
    isStreamed: body['stream'] !== false,
    wantsUsage: true,
    isSwitchedOff: body['think'] === false,
    window: number(member(body['options'], 'num_ctx')),
    refusesCut: body['truncate'] === false,
  }),
  tooLong: () => invalid('the input length exceeds the context length'),
  stream: {
    type: 'application/x-ndjson',
    piece: (content, state) => line({ ...said(state, content), done: false }),
    thought: (thinking, state) => line({ ...said(state, '', { thinking }), done: false }),
    end: (answer, state) => line({ ...said(state, ''), ...done(answer) }),
  },
  whole: (answer, state) => ({
    ...said(
      state,
      answer.text,
      answer.thoughts === '' ? {} : { thinking: answer.thoughts },
    ),
    ...done(answer),
  }),
};

const lmStudio: Wire = {
  ...compatible,
  about(path, { model, window, possibleWindow: max_context_length }) {
    const loaded = {
      type: 'llm',
      state: 'loaded',
      max_context_length,
      loaded_context_length: window,
    };
    const instances = [{ id: model, config: { context_length: window } }];
    if (path === '/api/v0/models')
      return { object: 'list', data: [{ id: model, object: 'model', ...loaded }] };
    if (path === '/api/v1/models')
      return {
        models: [{ key: model, max_context_length, loaded_instances: instances }],
      };
    return null;
  },
  unknownPath: (method, path) =>
    invalid(`Unexpected endpoint or method. (${method} ${path})`, 200),
  tooLong(tokens, window, { isStreamed }) {
    if (!isStreamed)
      return invalid(
        `Trying to keep the first ${tokens} tokens when context the overflows. However, the model is loaded with context length of only ${window} tokens (n_keep: ${tokens} >= n_ctx: ${window}).`,
      );
    const message =
      'The number of tokens to keep from the initial prompt is greater than the context length.';
    return {
      status: 200,
      body: null,
      event: `event: error\n${sse({ error: { message } })}`,
    };
  },
};

const llamaCpp: Wire = {
  ...compatible,
  about: (path, { window }) =>
    path === '/props'
      ? { default_generation_settings: { n_ctx: window }, total_slots: 1 }
      : null,
  unknownPath: () =>
    invalid({ code: 404, message: 'File Not Found', type: 'not_found_error' }, 404),
  tooLong: (tokens, window) =>
    invalid({
      code: 400,
      message: 'the request exceeds the available context size',
      type: 'exceed_context_size_error',
      n_prompt_tokens: tokens,
      n_ctx: window,
    }),
};

const vllm: Wire = {
  ...compatible,
  countsLimit: true,
  about: (path, state) =>
    path === '/v1/models'
      ? modelsOf([state.model], { max_model_len: state.window })
      : null,
  unknownPath: () => ({ status: 404, body: { detail: 'Not Found' } }),
  tooLong: (tokens, window, { limit }) =>
    invalid({
      message: `This model's maximum context length is ${window} tokens. However, you requested ${tokens + (limit ?? 0)} tokens (${tokens} in the messages, ${limit ?? 0} in the completion).`,
      type: 'BadRequestError',
      code: 400,
    }),
};

export const servers = {
  ollama,
  'lm-studio': lmStudio,
  'llama-cpp': llamaCpp,
  vllm,
  openai: openAi,
};

export type ThoughtsAs = 'reasoning_content' | 'reasoning' | 'think-tags';

export type Overflow = 'error' | 'cut' | 'error-500' | 'error-in-200';

/** The state from which a server builds its responses. */
export interface State {
  model: string;
  window: number;
  possibleWindow: number;
  thinks: boolean;
  /** The context window the model is loaded with, in tokens; null if it is not loaded. */
  loaded: number | null;
}

export interface Generated extends ModelAnswer {
  thoughts: string;
  usage: { input: number; output: number };
}

export interface Asked {
  model: string | null;
  messages: Message[];
  schema: unknown;
  limit: number | null;
  isStreamed: boolean;
  wantsUsage: boolean;
  /** True if the request tells the model not to think. */
  isSwitchedOff: boolean;
  /** The context window that the request asks for. */
  window: number | null;
  /**
   * True if the request asks for an error instead of a cut when the prompt is too long.
   */
  refusesCut?: boolean;
}

/** The formats of one server's requests and responses (wire W12). */
export interface Wire {
  defaultModel: string;
  defaultOverflow: Overflow;
  /**
   * Responses by path to GET, and to POST that generate no text, in addition to the usual
   * list of models; null for other paths.
   */
  about(path: string, state: State): unknown;
  unknownPath(method: string, path: string): { status: number; body: unknown };
  chatPath: string;
  read(body: Body): Asked;
  /** The error for a prompt of this many tokens. */
  tooLong(
    tokens: number,
    window: number,
    asked: Asked,
  ): { status: number; body: unknown; event?: string };
  /**
   * True if the server also refuses a request whose prompt and limit together exceed the
   * window.
   */
  countsLimit?: boolean;
  stream: Stream;
  whole(answer: Generated, state: State, thoughtsAs: ThoughtsAs): unknown;
}

interface Stream {
  type: string;
  begin?(answer: Generated, state: State): string;
  piece(text: string, state: State): string;
  thought(text: string, state: State, as: ThoughtsAs): string;
  end(answer: Generated, state: State, wantsUsage: boolean): string;
}
