import { expect, it, onTestFinished } from 'vitest';
import { writerAnswer } from '../../features/drafting/prompts/draft-answers.ts';
import {
  connectionTo,
  draftRequest,
  goodAnswer,
  said,
  scriptedServer,
} from '../../testing/scripted-model.ts';
import { createOpenAiClient } from './openai-client.ts';
import { findServer } from './servers.ts';

const base = 'https://api.openai.com/v1';

/** Returns the request body for a server at this address, without messages and schema. */
async function sentTo(baseUrl: string, model: string) {
  const { thinking, isOpenAi } = await findServer(connectionTo(baseUrl, { model }));
  const server = await scriptedServer([said(JSON.stringify(goodAnswer))]);
  onTestFinished(() => server.close());
  const client = createOpenAiClient(
    connectionTo(`${server.origin}/v1`, { model }),
    isOpenAi,
  );
  await client.complete({
    messages: [],
    schema: writerAnswer(draftRequest),
    limit: 100,
    members: thinking.members,
    signal: AbortSignal.timeout(5000),
    hear: { alive() {}, sign() {}, thought() {}, text() {} },
  });
  const { messages, response_format, ...rest } = JSON.parse(
    server.received[0]?.body ?? '{}',
  );
  return rest;
}

it.each([base, 'https://eu.api.openai.com/v1'])(
  'OpenAI client sends the members that only OpenAI accepts to %s',
  async (address) => {
    expect(await sentTo(address, 'gpt-6-luna')).toEqual({
      model: 'gpt-6-luna',
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 100,
      reasoning_effort: 'none',
    });
  },
);

it.each([
  ['gpt-5.6-luna', 'none'],
  ['gpt-5-mini', 'low'],
  ['o3', 'low'],
  ['gpt-4.1-mini', undefined],
])('OpenAI client asks %s for its lowest reasoning effort: %s', async (model, effort) => {
  expect((await sentTo(base, model)).reasoning_effort).toBe(effort);
});

it.each([
  'http://localhost:11434/v1',
  'https://api.openai.com.example.org/v1',
  'https://evil-openai.com/v1',
])(
  'OpenAI client sends only members that every server accepts to %s',
  async (address) => {
    expect(await sentTo(address, 'gpt-6-luna')).toEqual({
      model: 'gpt-6-luna',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 100,
    });
  },
);
