import type { Answer } from './answer.ts';

/** An answer's token counts as chat completions tell them. */
export const usageOf = ({ usage }: Answer) => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
});
