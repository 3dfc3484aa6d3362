import { describe, expect, it } from 'vitest';
import { comment, dialectDrafts, good } from '../../testing/dialect-answers.ts';
import { chunk, piecesOf, streamed, streamOf } from '../../testing/model-wire.ts';
import type { ScriptedAnswer } from '../../testing/scripted-model.ts';

const { draftFrom } = dialectDrafts();

describe('an error within a successful response (wire W7)', () => {
  const quota = 'model_quota';
  const key = 'model_misconfigured';
  const busy = 'model_unavailable';
  const inStream = (error: unknown, more: object = {}) =>
    streamOf({ id: 'x', choices: [], ...more, error });

  it.each<[string, ScriptedAnswer, { code: string; words: string; calls: number }]>([
    [
      '402 in a stream',
      streamOf(': OPENROUTER PROCESSING\n\n', {
        choices: [{ delta: { content: '' }, finish_reason: 'error' }],
        error: { code: 402, message: 'm' },
      }),
      { code: quota, words: 'credit', calls: 1 },
    ],
    [
      '429 in a stream',
      inStream({ code: 429, message: 'Rate limit exceeded: free-models-per-day' }),
      { code: busy, words: 'busy', calls: 3 },
    ],
    [
      '401 in a stream',
      inStream({ code: 401, message: 'No auth credentials found' }),
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      '402 in a body',
      { json: { error: { message: 'Insufficient credits', code: 402 }, user_id: 'u' } },
      { code: quota, words: 'credit', calls: 1 },
    ],
    [
      'rate_limit_exceeded',
      inStream({ code: 'rate_limit_exceeded', message: 'm' }),
      { code: busy, words: 'busy', calls: 3 },
    ],
    [
      'insufficient_quota',
      { json: { error: { code: 'insufficient_quota', message: 'm' } } },
      { code: quota, words: 'credit', calls: 1 },
    ],
    [
      'invalid_api_key',
      inStream({ code: 'invalid_api_key', message: 'm' }),
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'overloaded',
      inStream({ type: 'overloaded_error', message: 'm' }),
      { code: busy, words: 'did not answer', calls: 3 },
    ],
    [
      'a code in digits',
      inStream({ code: '402', message: 'm' }),
      { code: quota, words: 'credit', calls: 1 },
    ],
    [
      'a message without a code',
      { json: { error: 'Invalid API key provided' } },
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'a list of one error',
      { json: [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'm' } }] },
      { code: busy, words: 'busy', calls: 3 },
    ],
    [
      'an error without a wrapping',
      { json: { object: 'error', message: 'm', code: 401 } },
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'a detail',
      { json: { detail: 'Unauthorized' } },
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'a list of errors',
      {
        json: {
          success: false,
          errors: [{ code: 10000, message: 'Authentication error' }],
        },
      },
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'an error of the choice',
      streamOf({ choices: [{ delta: {}, error: { code: 402, message: 'm' } }] }),
      { code: quota, words: 'credit', calls: 1 },
    ],
    [
      'an event in plain words',
      {
        text: 'event: error\ndata: 503 Service Unavailable\n\n',
        headers: { 'content-type': 'text/event-stream' },
      },
      { code: busy, words: 'did not answer', calls: 3 },
    ],
    [
      'a path that LM Studio does not know',
      { json: { error: 'Unexpected endpoint or method. (POST /chat/completions)' } },
      { code: key, words: 'not a language model server', calls: 1 },
    ],
    [
      'no such model',
      { json: { error: { code: 'model_not_found', message: 'm' } } },
      { code: key, words: 'this model', calls: 1 },
    ],
    [
      'a message alone',
      { json: { message: 'Unauthorized' } },
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'a message with success false',
      { json: { success: false, message: 'Invalid API key' } },
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'an error that is true',
      { json: { error: true, message: 'Rate limit exceeded' } },
      { code: busy, words: 'busy', calls: 3 },
    ],
    [
      'a statusCode',
      { json: { statusCode: 429, message: 'Try again in 20 seconds.' } },
      { code: busy, words: 'busy', calls: 3 },
    ],
    [
      'a code as a word',
      { json: { code: 'InvalidApiKey', message: 'm' } },
      { code: key, words: 'API key', calls: 1 },
    ],
    [
      'a base_resp',
      {
        json: {
          choices: null,
          base_resp: { status_code: 1008, status_msg: 'insufficient balance' },
        },
      },
      { code: quota, words: 'credit', calls: 1 },
    ],
    [
      'a list of details',
      { json: { detail: [{ loc: ['body', 'model'], msg: 'Model not found' }] } },
      { code: key, words: 'this model', calls: 1 },
    ],
  ])(
    'is reported like the status that it stands for: %s',
    async (_, answer, { code, words, calls }) => {
      const told = await draftFrom([answer]);
      expect(told.problem).toMatchObject({
        code,
        detail: expect.stringContaining(words),
      });
      expect(told.calls).toBe(calls);
      expect(told.stored).toEqual([]);
    },
  );

  it.each([
    ['rate_limit_exceeded', busy, 'busy'],
    ['insufficient_quota', quota, 'credit'],
    [401, key, 'API key'],
  ])(
    'with the code %s after the first words ends the draft and keeps those words',
    async (errorCode, code, words) => {
      const begun = piecesOf(good)
        .slice(0, 4)
        .map((content) => chunk({ content }));
      const { problem, shown, calls } = await draftFrom([
        streamOf(...begun, { error: { code: errorCode, message: 'm' } }),
      ]);
      expect(problem).toMatchObject({ code, detail: expect.stringContaining(words) });
      expect(comment.startsWith(shown)).toBe(true);
      expect(shown).not.toBe('');
      expect(calls).toBe(1);
    },
  );

  it('in Ollama’s stream is reported', async () => {
    const answer = {
      text: `${JSON.stringify({ error: 'too many requests, try again later' })}\n`,
      headers: { 'content-type': 'application/x-ndjson' },
    };
    const { problem } = await draftFrom([answer], { isOllama: true });
    expect(problem).toMatchObject({
      code: busy,
      detail: expect.stringContaining('busy'),
    });
  });
});

describe('an error with a status, in any body (wire W7)', () => {
  const status = (code: number, json: unknown): ScriptedAnswer => ({
    status: code,
    json,
  });
  const misconfigured = 'model_misconfigured';
  const away = 'model_unavailable';

  it.each<[string, ScriptedAnswer, { code: string; words: string; calls: number }]>([
    [
      'a detail',
      status(401, { detail: 'Unauthorized' }),
      { code: misconfigured, words: 'API key', calls: 1 },
    ],
    [
      'a message',
      status(404, { message: 'The model `llama` does not exist.' }),
      { code: misconfigured, words: 'this model', calls: 1 },
    ],
    [
      'LM Studio without a loaded model',
      status(400, {
        error: 'No models loaded. Please load a model in the developer page.',
      }),
      { code: misconfigured, words: 'has not loaded it', calls: 1 },
    ],
    [
      'LM Studio’s crashed model',
      status(400, {
        error: 'The model has crashed without additional information. (Exit code: null)',
      }),
      { code: away, words: 'did not answer', calls: 3 },
    ],
    [
      'Gemini’s list',
      status(400, [
        {
          error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' },
        },
      ]),
      { code: misconfigured, words: 'API key', calls: 1 },
    ],
    [
      'plain text',
      { status: 429, text: 'Too Many Requests' },
      { code: away, words: 'busy', calls: 3 },
    ],
  ])('is reported by its cause: %s', async (_, answer, { code, words, calls }) => {
    const told = await draftFrom([answer]);
    expect(told.problem).toMatchObject({ code, detail: expect.stringContaining(words) });
    expect(told.calls).toBe(calls);
  });

  it.each<[string, ScriptedAnswer]>([
    [
      'vLLM with xgrammar',
      status(400, {
        error: {
          message:
            'The provided JSON schema contains features not supported by xgrammar.',
        },
      }),
    ],
    [
      'vLLM with guidance',
      status(400, { message: 'Grammar error: Unimplemented keys', code: 400 }),
    ],
    [
      'vLLM’s 500',
      status(500, {
        error: { message: 'Failed to convert the grammar from JSON schema' },
      }),
    ],
    [
      'llama.cpp',
      status(400, { error: { code: 400, message: 'Failed to parse grammar' } }),
    ],
    [
      'a validator',
      status(422, {
        detail: [
          { loc: ['body', 'response_format', 'type'], msg: 'Input should be text' },
        ],
      }),
    ],
  ])(
    'about the schema leads to a second request with the schema in words: %s',
    async (_, refusal) => {
      const { stored, sent } = await draftFrom([refusal, streamed(good)]);
      expect(stored).toEqual([comment]);
      expect(sent.map((body) => 'response_format' in body)).toEqual([true, false]);
      expect(JSON.stringify(sent[1]?.['messages'])).toContain(
        'The JSON Schema of the answer',
      );
    },
  );
});
