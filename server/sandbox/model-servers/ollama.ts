import { compatible } from './openai.ts';
import type { Generated, State, Stream, Wire } from './wire.ts';

type Body = Record<string, unknown>;
const numberIn = (body: Body, name: string): number | null => {
  const value = (body['options'] as Body | undefined)?.[name];
  return typeof value === 'number' ? value : null;
};

const line = (part: object) => `${JSON.stringify(part)}\n`;
const head = ({ model }: State) => ({ model, created_at: '2026-11-24T10:00:00Z' });
const done = ({ finish, usage }: Generated) => ({
  done: true,
  done_reason: finish,
  total_duration: 1,
  prompt_eval_count: usage.input,
  eval_count: usage.output,
});

const stream: Stream = {
  type: 'application/x-ndjson',
  piece: (content, state) => line({ ...head(state), message: { role: 'assistant', content }, done: false }),
  thought: (thinking, state) =>
    line({ ...head(state), message: { role: 'assistant', content: '', thinking }, done: false }),
  end: (answer, state) =>
    line({ ...head(state), message: { role: 'assistant', content: '' }, ...done(answer) }),
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
        return { ...head(state), response: '', done: true, done_reason: 'load' };
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
  stream,
  whole: (answer, state) => ({
    ...head(state),
    message: {
      role: 'assistant',
      content: answer.text,
      ...(answer.thoughts !== '' && { thinking: answer.thoughts }),
    },
    ...done(answer),
  }),
};
