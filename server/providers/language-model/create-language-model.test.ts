import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PROMPT_VERSION } from '../../features/drafting/prompts/prompt-sections.ts';
import {
  draftRequest,
  failed,
  goodAnswer,
  goodReading,
  type ScriptedAnswer,
  said,
  scriptedModel,
} from '../../testing/scripted-model.ts';
import type { LanguageModelFailure } from './language-model.ts';
import { costUsd } from './servers.ts';

const answer = said(JSON.stringify(goodAnswer));

describe('language model: record of a draft’s calls', () => {
  const usage = { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 };

  it('holds the prompt version, the prompt parts and the tokens of all calls', async () => {
    const first = said('no json');
    const { languageModel } = await scriptedModel([
      { json: { ...first.json, usage } },
      { json: { ...answer.json, usage: { ...usage, prompt_tokens: 1000 } } },
    ]);
    const { call } = await languageModel.draft({
      ...draftRequest,
      rules: ['No emoji.'],
      examples: ['Probes lie.'],
    });
    expect(call).toMatchObject({
      promptVersion: PROMPT_VERSION,
      tokens: { input: 1900, output: 200 },
      costUsd: null,
    });
    expect(call.parts.map(({ name }) => name)).toEqual([
      'Task',
      'Untrusted text',
      'Rules from your edits',
      'Your own comments',
      'Video',
      'What to do',
      'Form of the answer',
    ]);
  });

  it('has null tokens when the server’s token count is not a number', async () => {
    const { languageModel } = await scriptedModel([
      { json: { ...answer.json, usage: { prompt_tokens: 'many' } } },
    ]);
    expect((await languageModel.draft(draftRequest)).call.tokens).toBeNull();
  });

  it.each([
    ['gpt-6-luna', 0.25],
    ['gpt-6-luna-2026-10-01', 0.25],
    ['llama', null],
  ])(
    'prices a million input and 300,000 output tokens of %s at %s dollars',
    (model, cost) => {
      expect(costUsd(model, { input: 1_000_000, output: 300_000 })).toBe(cost);
      expect(costUsd(model, null)).toBeNull();
    },
  );
});

describe('language model: read()', () => {
  it('asks for the findings before the score, and drops malformed findings', async () => {
    const wrong = [
      { sentence: 'Probes lie.', passage: 'probes are honest' },
      { sentence: 'We saw 40.', passage: '' },
      { sentence: '', passage: 'x' },
      'no object',
    ];
    const { languageModel, sent } = await scriptedModel([
      said(
        JSON.stringify({
          ...goodReading,
          wrong,
          alreadySaid: { author: '@ops', words: 'they lie' },
        }),
      ),
    ]);
    const request = { ...draftRequest, comment: 'Probes lie.', ownTexts: [] };
    expect(await languageModel.read(request)).toMatchObject({
      wrong: [
        { sentence: 'Probes lie.', passage: 'probes are honest' },
        { sentence: 'We saw 40.', passage: null },
      ],
      alreadySaid: { author: '@ops', words: 'they lie' },
      for: 'take every pod down at once',
      against: null,
      signs: 81,
      tone: 'friendly',
      model: 'served-model',
    });
    expect(JSON.stringify(sent()[0]?.['response_format'])).toMatch(
      /wrong.*alreadySaid.*signs.*tone/,
    );
    expect(JSON.stringify(sent()[0]?.['messages'])).toContain(
      '⟦COMMENT⟧\\nProbes lie.\\n⟦END OF COMMENT⟧',
    );
  });
});

describe('language model: draft()', () => {
  it('requests structured output with only the members that every server accepts', async () => {
    const { languageModel, server, sent } = await scriptedModel([answer]);
    expect(await languageModel.draft(draftRequest)).toMatchObject({
      comment: goodAnswer.comment,
      nothingToAdd: null,
      claims: [],
      model: 'served-model',
    });
    const [body] = sent();
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
    });
    expect(server.received[0]?.headers.authorization).toBe('Bearer none');
    expect(Object.keys(body ?? {}).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'response_format',
      'stream',
      'stream_options',
    ]);
    expect(body).toMatchObject({
      model: 'llama',
      stream: true,
      response_format: {
        type: 'json_schema',
        json_schema: { strict: true, schema: { type: 'object' } },
      },
    });
  });

  it('shows the model its own malformed answer and asks once more', async () => {
    const { languageModel, sent } = await scriptedModel([
      said('{"comment": "so o"'),
      answer,
    ]);
    expect(await languageModel.draft(draftRequest)).toMatchObject({
      comment: goodAnswer.comment,
    });
    const messages = sent()[1]?.['messages'] as { role: string; content: string }[];
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
    expect(messages[2]?.content).toBe('{"comment": "so o"');
  });

  it('retries an answer cut off at its limit once with twice the limit, then fails as thought_out', async () => {
    const cut = said('{"comment": "cut o', { finish_reason: 'length' });
    const mended = await scriptedModel([cut, answer]);
    expect(await mended.languageModel.draft(draftRequest)).toMatchObject({
      comment: goodAnswer.comment,
    });
    const [first, second] = mended.sent();
    expect(second?.['max_tokens']).toBe(2 * Number(first?.['max_tokens']));
    expect(second?.['messages']).toHaveLength(2);
    const { languageModel, server } = await scriptedModel([cut]);
    await expect(languageModel.draft(draftRequest)).rejects.toMatchObject({
      kind: 'thought_out',
    });
    expect(server.received).toHaveLength(2);
  });
});

describe('language model client', () => {
  const text = JSON.stringify(goodAnswer);
  const chunk = (extra: object) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'served-model', ...extra })}\n\n`;
  const delta = (content: string) =>
    chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  const finish = (reason: string) =>
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  const usage = chunk({
    choices: [],
    usage: { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 },
  });
  const done = 'data: [DONE]\n\n';
  const streamed = (...events: string[]): ScriptedAnswer => ({
    text: events.join(''),
    headers: { 'content-type': 'text/event-stream' },
  });
  const whole = streamed(...[...text].map(delta), finish('stop'), usage, done);

  async function watched(
    script: ScriptedAnswer[],
    signal = new AbortController().signal,
  ) {
    const made = await scriptedModel(script);
    const seen: string[] = [];
    const draft = () =>
      made.languageModel.draft(draftRequest, {
        signal,
        onComment: (soFar) => void seen.push(soFar),
      });
    return { ...made, seen, draft };
  }

  describe('streamed draft', () => {
    it('is requested as a stream with token counts, and reported as it grows', async () => {
      const { draft, seen, sent } = await watched([whole]);
      expect(await draft()).toMatchObject({
        comment: goodAnswer.comment,
        model: 'served-model',
        call: { tokens: { input: 900, output: 100 } },
      });
      expect(sent()).toMatchObject([
        { stream: true, stream_options: { include_usage: true } },
      ]);
      expect(seen.at(-1)).toBe(goodAnswer.comment);
      expect(new Set(seen.map((soFar) => goodAnswer.comment.startsWith(soFar)))).toEqual(
        new Set([true]),
      );
    });

    it.each<[string, ScriptedAnswer]>([
      ['sends neither token counts nor a finish reason', streamed(delta(text), done)],
      [
        'sends chunks without the usual members',
        streamed(delta(text), 'data: {}\n\n', ': hm\n\n', finish('stop')),
      ],
      [
        'wraps the JSON in prose and a code fence',
        streamed(delta('Sure!\n```json\n'), delta(text), delta('\n```'), finish('stop')),
      ],
    ])('is read from a server that %s', async (_, answer) => {
      const { draft } = await watched([answer]);
      expect(await draft()).toMatchObject({ comment: goodAnswer.comment });
    });

    it('is requested again when the server fails before the first word', async () => {
      const { draft, server } = await watched([
        'reset',
        failed(503, { message: 'm' }),
        whole,
      ]);
      expect(await draft()).toMatchObject({ comment: goodAnswer.comment });
      expect(server.received).toHaveLength(3);
    });

    it.each<[string, ScriptedAnswer, LanguageModelFailure]>([
      ['ends in the middle', streamed(delta('{"comment":"Probes lie')), 'unavailable'],
      [
        'breaks off with an error',
        streamed(
          delta('{"comment":"Probes lie'),
          `data: ${JSON.stringify({ error: { message: 'm' } })}\n\n`,
        ),
        'unavailable',
      ],
      [
        'runs out of credit on the way',
        streamed(
          delta('{"comment":"P'),
          `data: ${JSON.stringify({ error: { message: 'm', code: 'insufficient_quota' } })}\n\n`,
        ),
        'quota',
      ],
      [
        'is filtered on the way',
        streamed(delta('{"comment":"P'), finish('content_filter'), done),
        'refused',
      ],
      [
        'is a refusal',
        streamed(
          chunk({ choices: [{ index: 0, delta: { refusal: 'No.' } }] }),
          finish('stop'),
          done,
        ),
        'refused',
      ],
      ['is empty', streamed(done), 'bad_answer'],
      ['is an HTML page', { text: '<html></html>' }, 'not_a_server'],
    ])('is not requested again when it $0, but fails as $2', async (_, answer, kind) => {
      const { draft, server } = await watched([answer, whole]);
      await expect(draft()).rejects.toMatchObject({ name: 'LanguageModelError', kind });
      expect(server.received).toHaveLength(1);
    });

    it('fails when the caller aborts, and is not requested at all with an aborted signal', async () => {
      const gone = new AbortController();
      const { draft, server } = await watched(['hang'], gone.signal);
      const drafted = draft();
      await expect.poll(() => server.received.length).toBe(1);
      gone.abort();
      await expect(drafted).rejects.toMatchObject({ kind: 'unavailable' });
      await expect(draft()).rejects.toMatchObject({ kind: 'unavailable' });
      expect(server.received).toHaveLength(1);
    });
  });

  describe('options that the server rejects', () => {
    it.each<[string, ScriptedAnswer]>([
      [
        'an error in OpenAI’s format',
        failed(400, {
          message: 'Invalid schema',
          param: 'response_format',
          type: 't',
          code: null,
        }),
      ],
      [
        'an error that is only a string',
        failed(400, "'response_format.type' must be 'json_schema' or 'text'"),
      ],
      [
        'an error with a numeric code',
        failed(400, { message: 'response_format is not supported', code: 400 }),
      ],
      [
        'an error with status 422',
        failed(422, { message: 'json_schema: extra fields not permitted' }),
      ],
    ])(
      'are left out of later requests: `response_format` after %s, with the schema in the prompt instead',
      async (_, refusal) => {
        const { languageModel, sent } = await scriptedModel([refusal, answer]);
        for (const _ of [1, 2]) await languageModel.draft(draftRequest);
        expect(sent().map((body) => 'response_format' in body)).toEqual([
          true,
          false,
          false,
        ]);
        const system = JSON.stringify(sent()[1]?.['messages']);
        expect(system).toContain('The JSON Schema of the answer');
        expect(system).toContain('own_knowledge');
      },
    );

    it.each([
      [
        'max_tokens',
        { message: "Unsupported parameter: 'max_tokens'", param: 'max_tokens' },
      ],
      ['stream_options', { message: 'Unrecognized request argument: stream_options' }],
    ])('are left out of the retry: %s', async (member, refusal) => {
      const { languageModel, sent } = await scriptedModel([failed(400, refusal), answer]);
      await languageModel.draft(draftRequest);
      expect(sent().map((body) => member in body)).toEqual([true, false]);
    });
  });

  describe('failed requests', () => {
    const jsonType = { 'content-type': 'application/json' };
    const limited = { message: 'slow', type: 'requests', code: 'rate_limit_exceeded' };

    it.each<[string, ScriptedAnswer, string, number]>([
      [
        '401',
        failed(401, { message: 'bad key sk-123', code: 'invalid_api_key' }),
        'bad_key',
        1,
      ],
      [
        '403',
        failed(403, { message: 'm', code: 'unsupported_country_region_territory' }),
        'bad_key',
        1,
      ],
      ['404', failed(404, { message: 'm', code: 'model_not_found' }), 'unknown_model', 1],
      [
        'Ollama’s 404',
        failed(404, { message: 'm', type: 'not_found_error' }),
        'unknown_model',
        1,
      ],
      [
        'a 404 about a model',
        failed(404, { message: 'model "x" not found' }),
        'unknown_model',
        1,
      ],
      ['another 404', { status: 404, text: '404 page not found' }, 'not_a_server', 1],
      [
        'a redirect',
        { status: 302, headers: { location: '/login' }, text: '' },
        'not_a_server',
        1,
      ],
      [
        'an endless response',
        { text: ' '.repeat(8_000_001), headers: jsonType },
        'bad_answer',
        1,
      ],
      [
        'a filtered request',
        failed(400, { message: 'm', code: 'content_filter' }),
        'refused',
        1,
      ],
      [
        'Google’s 400 for a key',
        failed(400, { message: 'API key not valid.', status: 'INVALID_ARGUMENT' }),
        'bad_key',
        1,
      ],
      [
        'another 400',
        failed(400, { message: 'm', code: 'unsupported_value' }),
        'config',
        1,
      ],
      ['402', failed(402, { message: 'm' }), 'quota', 1],
      [
        'an empty account',
        failed(429, { message: 'm', type: 'insufficient_quota' }),
        'quota',
        1,
      ],
      [
        'a spend limit',
        failed(429, { message: 'm', code: 'project_spend_limit_exceeded' }),
        'quota',
        1,
      ],
      ['a rate limit', failed(429, limited), 'busy', 3],
      ['slow_down', failed(429, { message: 'm', code: 'slow_down' }), 'busy', 3],
      ['500', failed(500, { message: 'm', type: 'server_error' }), 'unavailable', 3],
      ['503 with an HTML page', { status: 503, text: '<html></html>' }, 'unavailable', 3],
      ['a reset', 'reset', 'unavailable', 3],
      ['a response that is cut off', 'cut-off', 'unavailable', 3],
      ['an HTML page', { text: '<html>Welcome</html>' }, 'not_a_server', 1],
      ['an empty object', { json: {} }, 'bad_answer', 1],
      ['two answers in prose', said('Sorry, here is some prose.'), 'bad_answer', 2],
    ])(
      'fail as $2 after $3 request(s) when the server responds with $0',
      async (_, fault, kind, requests) => {
        const { languageModel, server } = await scriptedModel([fault]);
        const error: unknown = await languageModel
          .draft(draftRequest)
          .catch((reason: unknown) => reason);
        expect(error).toMatchObject({ name: 'LanguageModelError', kind });
        expect(server.received).toHaveLength(requests);
        expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(
          /sk-123|Bearer/,
        );
      },
    );

    it('fail as unreachable when nothing listens at the address', async () => {
      const { languageModel, server } = await scriptedModel([answer]);
      await server.close();
      await expect(languageModel.draft(draftRequest)).rejects.toMatchObject({
        kind: 'unreachable',
      });
    });

    const away = failed(500, { message: 'm' });
    const busy = (headers: Record<string, string>) => failed(429, limited, headers);

    it.each<[string, ScriptedAnswer[], number[]]>([
      [
        'that is as long as Retry-After says',
        [busy({ 'retry-after-ms': '1234' })],
        [1234],
      ],
      ['that grows with each retry without Retry-After', [away, away], [375, 750]],
    ])('are retried after a wait %s', async (_, refusals, waited) => {
      const { languageModel, waits } = await scriptedModel([...refusals, answer]);
      await languageModel.draft(draftRequest);
      expect(waits).toEqual(waited);
    });

    it.each(['60', 'Sat, 21 Nov 2026 10:01:00 GMT'])(
      'are not retried when Retry-After (%s) is later than the deadline',
      async (header) => {
        const { languageModel, server } = await scriptedModel([
          busy({ 'retry-after': header }),
          answer,
        ]);
        await expect(languageModel.draft(draftRequest)).rejects.toMatchObject({
          kind: 'busy',
        });
        expect(server.received).toHaveLength(1);
      },
    );
  });
});
