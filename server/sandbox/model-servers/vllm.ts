import { compatible } from './openai.ts';
import type { Wire } from './wire.ts';

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
