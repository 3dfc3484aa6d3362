import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testSandbox } from '../../testing/sandbox/test-sandbox.ts';
import { fillSchema } from './fill-schema.ts';
import { readPrompt } from './prompt-reader.ts';
import type { Schema } from './schema.ts';

const draft = z.object({
  comment: z.string(),
  rating: z.number().int().min(0).max(100),
  tone: z.string(),
  platformCompliance: z.boolean(),
});
const format = zodResponseFormat(draft, 'draft');

const promptFor = (title: string, style: string, description = 'How we did it.') => [
  { role: 'system' as const, content: 'You write one comment.\n\n## Words never to use\nhonest, slow' },
  {
    role: 'user' as const,
    content: `Title: ${title}\nChannel: Plain YAML\nDescription: ${description}\n\nStyle of this comment: ${style}.`,
  },
];

async function client() {
  const { sandbox } = await testSandbox();
  const openai = new OpenAI({ apiKey: 'any', baseURL: sandbox.modelBaseUrl, maxRetries: 0 });
  const complete = (extra: object = {}) =>
    openai.chat.completions.parse({
      model: 'gpt-6-luna',
      messages: promptFor('Docker Networking Deep Dive: bridges', 'Insightful & Technical'),
      response_format: format,
      ...extra,
    });
  return { sandbox, openai, complete };
}

describe('chat completions by the SDK', () => {
  it('honours the schema and counts tokens', async () => {
    const { complete } = await client();
    const completion = await complete();
    const [choice] = completion.choices;
    expect(choice?.finish_reason).toBe('stop');
    expect(choice?.message.parsed?.comment).toContain('Docker Networking Deep Dive');
    expect(choice?.message.parsed?.rating).toBeGreaterThan(50);
    expect(completion.usage?.total_tokens).toBeGreaterThan(50);
  });

  it('streams the same words', async () => {
    const { openai } = await client();
    const messages = promptFor('Redis in practice', 'Supportive & Encouraging');
    const whole = await openai.chat.completions.create({ model: 'm', messages });
    let text = '';
    let tokens = 0;
    const stream = await openai.chat.completions.create({
      model: 'm',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      tokens += chunk.usage?.completion_tokens ?? 0;
    }
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(tokens).toBeGreaterThan(0);
  });

  it('writes in the style, the language and without the words that were asked for', async () => {
    const { openai } = await client();
    const write = async (title: string, style: string) => {
      const messages = promptFor(title, style);
      const { choices } = await openai.chat.completions.create({ model: 'm', messages });
      return choices[0]?.message.content ?? '';
    };
    expect(await write('PostgreSQL 19 preview', 'Thought-Provoking')).toContain('?');
    expect(
      await write(
        'Docker verstehen: Images und Volumes für Einsteiger, wie wir das mit der Zeit lernen',
        'Insightful',
      ),
    ).toMatch(/ (und|die|das|zu|bei|uns|eine) /);
    expect(await write('Kubernetes入門:はじめてのクラスタ', 'Supportive')).toMatch(/[\u3040-\u30ff]/);
    for (let index = 0; index < 30; index += 1) {
      const text = await write(`Node.js streams, part ${index}`, 'Insightful & Technical');
      expect(text).not.toMatch(/honest|slow/i);
      expect(text.length).toBeGreaterThanOrEqual(150);
      expect(text.length).toBeLessThanOrEqual(500);
    }
  });

  it('is cut off at the token limit, and refuses as scripted', async () => {
    const { complete, sandbox } = await client();
    await expect(complete({ max_completion_tokens: 5 })).rejects.toThrow(/length limit/);
    sandbox.admin.fault({ fault: { kind: 'model', behaviour: 'refusal' } });
    const [choice] = (await complete()).choices;
    expect([choice?.message.content, choice?.message.parsed]).toEqual([null, null]);
    expect(choice?.message.refusal).toMatch(/sorry/);
    sandbox.admin.fault({ fault: { kind: 'model', behaviour: 'content-filter' } });
    await expect(complete()).rejects.toThrow(/content filter/);
    sandbox.admin.fault({ fault: { kind: 'model', behaviour: 'bad-json' } });
    await expect(complete()).rejects.toThrow(SyntaxError);
  });

  it('refuses json_schema as scripted, and reads a schema from the prompt instead', async () => {
    const { complete, openai, sandbox } = await client();
    sandbox.admin.fault({ times: 0, fault: { kind: 'model', behaviour: 'no-json-schema' } });
    await expect(complete()).rejects.toMatchObject({
      status: 400,
      error: expect.stringContaining('response_format'),
    });
    const schema = {
      type: 'object',
      properties: { comment: { type: 'string' }, rating: { type: 'integer' } },
    };
    const { choices } = await openai.chat.completions.create({
      model: 'm',
      messages: [
        ...promptFor('Go 1.27', 'Insightful'),
        { role: 'system', content: `The JSON Schema of the answer:\n${JSON.stringify(schema)}` },
      ],
    });
    expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({
      comment: expect.any(String),
      rating: expect.any(Number),
    });
  });

  it('refuses a loose schema in strict mode, as OpenAI does', async () => {
    const { complete } = await client();
    const loose = { type: 'object', properties: { comment: { type: 'string' } }, required: ['comment'] };
    const json_schema = { name: 'loose', strict: true, schema: loose };
    await expect(complete({ response_format: { type: 'json_schema', json_schema } })).rejects.toThrow(
      /additionalProperties/,
    );
  });

  it.each([
    ['insufficient_quota', 429, OpenAI.RateLimitError],
    ['invalid_api_key', 401, OpenAI.AuthenticationError],
    ['model_not_found', 404, OpenAI.NotFoundError],
    ['server_is_overloaded', 503, OpenAI.InternalServerError],
  ])('can answer %s', async (reason, status, kind) => {
    const { complete, sandbox } = await client();
    sandbox.admin.fault({ fault: { kind: 'status', reason } });
    const error = await complete().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ status, code: reason });
  });

  it('breaks off in the middle of a stream', async () => {
    const { openai, sandbox } = await client();
    sandbox.admin.fault({ fault: { kind: 'model', behaviour: 'stream-cut' } });
    const read = async () => {
      const messages = promptFor('Bash', 'Insightful');
      for await (const chunk of await openai.chat.completions.create({
        model: 'm',
        messages,
        stream: true,
      })) {
        expect(chunk.object).toBe('chat.completion.chunk');
      }
    };
    await expect(read()).rejects.toThrow();
  });
});

describe('a bad request', () => {
  it('is told what is wrong', async () => {
    const { ask } = await testSandbox();
    expect(await ask('/v1/chat/completions', { json: '{' })).toMatchObject({ status: 400 });
    const noMessages = await ask('/v1/chat/completions', { json: { model: 'm' } });
    expect([noMessages.status, noMessages.body.error.param]).toEqual([400, 'messages']);
    expect((await ask('/v1/nothing')).body.error.code).toBe('unknown_url');
  });
});

it('gives one entry per video of the prompt, by its id', () => {
  const user = 'Video 41\nTitle: Docker\n\nVideo 7\nTitle: React 19\nTopics: React\nDescription: x';
  const items: Schema = {
    type: 'object',
    properties: { id: { type: 'integer' }, topics: { type: 'array', items: { type: 'string' } } },
  };
  const schema: Schema = { type: 'object', properties: { videos: { type: 'array', items } } };
  const value = fillSchema(schema, 'seed', readPrompt([{ role: 'user', content: user }]));
  expect(value).toMatchObject({
    videos: [{ id: 41 }, { id: 7, topics: expect.arrayContaining(['React']) }],
  });
});
