import type { Asked, Generated, State, Stream, ThoughtsAs, Wire } from './wire.ts';

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
export const compatible = {
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
