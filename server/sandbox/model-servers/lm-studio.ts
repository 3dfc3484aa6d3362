import { compatible } from './openai.ts';
import type { Wire } from './wire.ts';

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
