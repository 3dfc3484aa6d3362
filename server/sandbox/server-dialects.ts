type Body = Record<string, unknown>;
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Body)[name] : undefined;
const number = (value: unknown) => (typeof value === 'number' ? value : null);

const head = ({ model }: State) => ({ id: 'chatcmpl-played', created: 1, model });
const usageOf = ({ usage: { input, output } }: Generated) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

function chunk(state: State, delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ ...head(state), object: 'chat.completion.chunk', choices })}\n\n`;
}

const stream: Stream = {
  type: 'text/event-stream',
  begin: (state) => chunk(state, { role: 'assistant', content: '' }),
  piece: (content, state) => chunk(state, { content }),
  thought: (text, state, as) => chunk(state, as === 'think-tags' ? { content: text } : { [as]: text }),
  end(answer, state, wantsUsage) {
    const counted = { ...head(state), object: 'chat.completion.chunk', choices: [], usage: usageOf(answer) };
    return [
      chunk(state, {}, answer.finish),
      ...(wantsUsage ? [`data: ${JSON.stringify(counted)}\n\n`] : []),
      'data: [DONE]\n\n',
    ].join('');
  },
};

const modelsOf = (state: State, more: object = {}) => ({
  object: 'list',
  data: [{ id: state.model, object: 'model', created: 1, owned_by: 'played', ...more }],
});

/** What the OpenAI-compatible servers share. */
const compatible = {
  chatPaths: ['/v1/chat/completions'],
  read(body: Body): Asked {
    const template = member(body['chat_template_kwargs'], 'enable_thinking');
    return {
      messages: body['messages'] as Asked['messages'],
      schema: member(member(body['response_format'], 'json_schema'), 'schema') ?? null,
      limit: number(body['max_completion_tokens'] ?? body['max_tokens']),
      isStreamed: body['stream'] === true,
      isSwitchedOff: template === false || body['reasoning_effort'] === 'none',
      window: null,
    };
  },
  stream,
  whole(answer: Generated, state: State, as: ThoughtsAs) {
    const thoughts = answer.thoughts === '' ? {} : { [as]: answer.thoughts };
    const message = { role: 'assistant', content: answer.text, ...thoughts };
    return {
      ...head(state),
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: answer.finish }],
      usage: usageOf(answer),
    };
  },
  models: modelsOf,
};

const invalidUrl = (method: string, path: string) => ({
  status: 404,
  body: {
    error: {
      message: `Invalid URL (${method} ${path})`,
      type: 'invalid_request_error',
      param: null,
      code: null,
    },
  },
});

export const openAi: Wire = {
  ...compatible,
  defaultModel: 'gpt-6-luna',
  defaultOverflow: 'error',
  about: (path, state) => (path === '/v1/models' ? modelsOf(state) : null),
  unknownPath: invalidUrl,
  tooLong: (tokens, window) => ({
    status: 400,
    body: {
      error: {
        message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens.`,
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  }),
};

type OllamaBody = Record<string, unknown>;
const numberIn = (body: OllamaBody, name: string): number | null => {
  const value = (body['options'] as OllamaBody | undefined)?.[name];
  return typeof value === 'number' ? value : null;
};

const line = (part: object) => `${JSON.stringify(part)}\n`;
const ollamaHead = ({ model }: State) => ({ model, created_at: '2026-11-24T10:00:00Z' });
const done = ({ finish, usage }: Generated) => ({
  done: true,
  done_reason: finish,
  total_duration: 1,
  prompt_eval_count: usage.input,
  eval_count: usage.output,
});

const ollamaStream: Stream = {
  type: 'application/x-ndjson',
  piece: (content, state) =>
    line({ ...ollamaHead(state), message: { role: 'assistant', content }, done: false }),
  thought: (thinking, state) =>
    line({ ...ollamaHead(state), message: { role: 'assistant', content: '', thinking }, done: false }),
  end: (answer, state) =>
    line({ ...ollamaHead(state), message: { role: 'assistant', content: '' }, ...done(answer) }),
};

export const ollama: Wire = {
  defaultModel: 'qwen3:8b',
  defaultOverflow: 'cut',
  chatPaths: ['/api/chat'],
  about(path, state) {
    const entry = { name: state.model, model: state.model, size: 1 };
    switch (path) {
      case '/api/version':
        return { version: '0.12.6' };
      case '/api/tags':
        return { models: [entry] };
      case '/api/ps':
        return { models: state.loaded === null ? [] : [{ ...entry, context_length: state.loaded }] };
      case '/api/generate':
        return { ...ollamaHead(state), response: '', done: true, done_reason: 'load' };
      case '/api/show':
        return {
          details: { family: 'qwen3' },
          model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': state.possibleWindow },
          capabilities: ['completion', ...(state.thinks ? ['thinking'] : [])],
        };
      default:
        return path === '/v1/models' ? compatible.models(state) : null;
    }
  },
  unknownPath: () => ({ status: 404, body: '404 page not found' }),
  read: (body) => ({
    messages: (body['messages'] ?? []) as { role: string; content: string }[],
    schema: body['format'] ?? null,
    limit: numberIn(body, 'num_predict'),
    // Its own API streams unless told not to.
    isStreamed: body['stream'] !== false,
    isSwitchedOff: body['think'] === false,
    window: numberIn(body, 'num_ctx'),
  }),
  tooLong: (tokens, window) => ({
    status: 400,
    body: { error: `prompt too long: ${tokens} tokens, but the context length is ${window}` },
  }),
  stream: ollamaStream,
  whole: (answer, state) => ({
    ...ollamaHead(state),
    message: {
      role: 'assistant',
      content: answer.text,
      ...(answer.thoughts !== '' && { thinking: answer.thoughts }),
    },
    ...done(answer),
  }),
};

const streamed = 'The number of tokens to keep from the initial prompt is greater than the context length.';

export const lmStudio: Wire = {
  ...compatible,
  defaultModel: 'qwen3-8b',
  defaultOverflow: 'error',
  about(path, { model, window, possibleWindow, ...state }) {
    if (path === '/api/v0/models')
      return {
        object: 'list',
        data: [
          {
            id: model,
            object: 'model',
            type: 'llm',
            state: 'loaded',
            max_context_length: possibleWindow,
            loaded_context_length: window,
          },
        ],
      };
    if (path === '/api/v1/models')
      return {
        models: [
          {
            key: model,
            max_context_length: possibleWindow,
            loaded_instances: [{ id: model, config: { context_length: window } }],
          },
        ],
      };
    return path === '/v1/models' ? compatible.models({ model, window, possibleWindow, ...state }) : null;
  },
  unknownPath: (method, path) => ({
    status: 200,
    body: { error: `Unexpected endpoint or method. (${method} ${path})` },
  }),
  tooLong(tokens, window, { isStreamed }) {
    const said = `Trying to keep the first ${tokens} tokens when context the overflows. However, the model is loaded with context length of only ${window} tokens (n_keep: ${tokens} >= n_ctx: ${window}).`;
    if (!isStreamed) return { status: 400, body: { error: said } };
    return {
      status: 200,
      body: null,
      event: `event: error\ndata: ${JSON.stringify({ error: { message: streamed } })}\n\n`,
    };
  },
};

export const llamaCpp: Wire = {
  ...compatible,
  defaultModel: 'qwen3-8b',
  defaultOverflow: 'error',
  about(path, state) {
    if (path === '/props') return { default_generation_settings: { n_ctx: state.window }, total_slots: 1 };
    return path === '/v1/models' ? compatible.models(state) : null;
  },
  unknownPath: () => ({
    status: 404,
    body: { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } },
  }),
  tooLong: (tokens, window) => ({
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size',
        type: 'exceed_context_size_error',
        n_prompt_tokens: tokens,
        n_ctx: window,
      },
    },
  }),
};

export const vllm: Wire = {
  ...compatible,
  defaultModel: 'qwen3-8b',
  defaultOverflow: 'error',
  countsLimit: true,
  about: (path, state) =>
    path === '/v1/models' ? compatible.models(state, { max_model_len: state.window }) : null,
  unknownPath: () => ({ status: 404, body: { detail: 'Not Found' } }),
  tooLong: (tokens, window, { limit }) => ({
    status: 400,
    body: {
      error: {
        message: `This model's maximum context length is ${window} tokens. However, you requested ${tokens + (limit ?? 0)} tokens (${tokens} in the messages, ${limit ?? 0} in the completion).`,
        type: 'BadRequestError',
        code: 400,
      },
    },
  }),
};

export type ThoughtsAs = 'reasoning_content' | 'reasoning' | 'think-tags';

export type Overflow = 'error' | 'cut' | 'error-500' | 'error-in-200';

/** What a server's own shapes are made of. */
export interface State {
  model: string;
  window: number;
  possibleWindow: number;
  thinks: boolean;
  /** Null while nothing is loaded. */
  loaded: number | null;
}

export interface Generated {
  thoughts: string;
  text: string;
  finish: 'stop' | 'length';
  usage: { input: number; output: number };
}

export interface Asked {
  messages: { role: string; content: string }[];
  schema: unknown;
  limit: number | null;
  isStreamed: boolean;
  /** Asked not to think. */
  isSwitchedOff: boolean;
  /** Asked for by the request. */
  window: number | null;
}

/** One server's shapes on the wire (wire W12). */
export interface Wire {
  defaultModel: string;
  defaultOverflow: Overflow;
  /** Answers to GET, and to POST that ask for no text, by path; null for a path it does not know. */
  about(path: string, state: State): unknown;
  unknownPath(method: string, path: string): { status: number; body: unknown };
  chatPaths: readonly string[];
  read(body: Record<string, unknown>, path: string): Asked;
  /** The refusal of a prompt of so many tokens. */
  tooLong(tokens: number, window: number, asked: Asked): { status: number; body: unknown; event?: string };
  /** Also refuses where prompt and limit together pass the window. */
  countsLimit?: boolean;
  stream: Stream;
  whole(answer: Generated, state: State, thoughtsAs: ThoughtsAs): unknown;
}

interface Stream {
  type: string;
  begin?(state: State): string;
  piece(text: string, state: State): string;
  thought(text: string, state: State, as: ThoughtsAs): string;
  end(answer: Generated, state: State, wantsUsage: boolean): string;
}
