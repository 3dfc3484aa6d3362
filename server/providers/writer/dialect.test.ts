import { expect, it } from 'vitest';
import { createDialect } from './dialect.ts';
import { draftAnswer } from './draft-answer.ts';

const parameters = (baseUrl: string | null, model: string) => {
  const { messages, response_format, ...rest } = createDialect(baseUrl, model).request([], draftAnswer, 100);
  return rest;
};

it.each([null, 'https://api.openai.com/v1', 'https://eu.api.openai.com/v1'])(
  'speaks OpenAI’s own to %s',
  (base) => {
    expect(parameters(base, 'gpt-6-luna')).toEqual({
      model: 'gpt-6-luna',
      stream: false,
      max_completion_tokens: 4100,
      reasoning_effort: 'low',
      prompt_cache_key: expect.stringMatching(/^chime-in-comment_draft-\w+$/),
    });
  },
);

it('sends no effort to a model that does not think', () => {
  expect(parameters(null, 'gpt-4.1-mini')).not.toHaveProperty('reasoning_effort');
});

it.each(['http://localhost:11434/v1', 'https://api.openai.com.example.org/v1', 'https://evil-openai.com/v1'])(
  'speaks the portable subset to %s',
  (base) => {
    expect(parameters(base, 'gpt-6-luna')).toEqual({ model: 'gpt-6-luna', stream: false, max_tokens: 100 });
  },
);
