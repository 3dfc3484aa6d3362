import { expect, it } from 'vitest';
import { draftRequest } from '../../testing/scripted-model.ts';
import { writerAnswer } from './draft-answers.ts';
import { createServerCapabilities } from './server-capabilities.ts';

const parameters = (baseUrl: string, model: string) => {
  const { messages, response_format, ...rest } = createServerCapabilities(baseUrl, model).request(
    [],
    writerAnswer(draftRequest),
    100,
  );
  return rest;
};

it.each(['https://api.openai.com/v1', 'https://eu.api.openai.com/v1'])(
  'speaks OpenAI’s own to %s',
  (base) => {
    expect(parameters(base, 'gpt-6-luna')).toEqual({
      model: 'gpt-6-luna',
      stream: false,
      max_completion_tokens: 100,
      reasoning_effort: 'none',
      prompt_cache_key: expect.stringMatching(/^chime-in-comment_draft-\w+$/),
    });
  },
);

it.each([
  ['gpt-6-luna', 'none', 100],
  ['gpt-5.6-luna', 'none', 100],
  ['gpt-5-mini', 'low', 4100],
  ['o3', 'low', 4100],
  ['gpt-4.1-mini', undefined, 100],
])('asks %s for as little thinking as it offers', (model, effort, tokens) => {
  expect(parameters('https://api.openai.com/v1', model)).toMatchObject({ max_completion_tokens: tokens });
  expect(parameters('https://api.openai.com/v1', model).reasoning_effort).toBe(effort);
});

it.each(['http://localhost:11434/v1', 'https://api.openai.com.example.org/v1', 'https://evil-openai.com/v1'])(
  'speaks the portable subset to %s',
  (base) => {
    expect(parameters(base, 'gpt-6-luna')).toEqual({ model: 'gpt-6-luna', stream: false, max_tokens: 100 });
  },
);
