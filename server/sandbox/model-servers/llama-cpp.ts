import { compatible } from './openai.ts';
import type { Wire } from './wire.ts';

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
