import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  draftRequest,
  failed,
  goodAnswer,
  type ScriptedAnswer,
  said,
  scriptedModel,
} from '../../testing/scripted-model.ts';

const answer = said(JSON.stringify(goodAnswer));

describe('what a server refuses is not sent to it again', () => {
  it.each<[string, ScriptedAnswer]>([
    [
      'OpenAI’s form',
      failed(400, { message: 'Invalid schema', param: 'response_format', type: 't', code: null }),
    ],
    ['a bare string', failed(400, "'response_format.type' must be 'json_schema' or 'text'")],
    ['a numeric code', failed(400, { message: 'response_format is not supported', code: 400 })],
    ['a 422', failed(422, { message: 'json_schema: extra fields not permitted' })],
  ])('structured output: %s', async (_, refusal) => {
    const { languageModel, sent } = await scriptedModel([refusal, answer]);
    await languageModel.draft(draftRequest);
    await languageModel.draft(draftRequest);
    const bodies = sent();
    expect(bodies.map((body) => 'response_format' in body)).toEqual([true, false, false]);
    const system = JSON.stringify(bodies[1]?.['messages']);
    expect(system).toContain('The JSON Schema of the answer');
    expect(system).toContain('own_knowledge');
  });

  it('a token limit', async () => {
    const refusal = {
      message: "Unsupported parameter: 'max_tokens'",
      param: 'max_tokens',
      code: 'unsupported_parameter',
    };
    const { languageModel, sent } = await scriptedModel([failed(400, refusal), answer]);
    await languageModel.draft(draftRequest);
    expect(sent().map((body) => 'max_tokens' in body)).toEqual([true, false]);
  });

  it('treats any other 400 as a configuration error', async () => {
    const { languageModel, server } = await scriptedModel([
      failed(400, { message: 'm', code: 'unsupported_value' }),
    ]);
    await expect(languageModel.draft(draftRequest)).rejects.toMatchObject({ kind: 'config' });
    expect(server.received).toHaveLength(1);
  });
});

describe('failures', () => {
  const limited = { message: 'slow', type: 'requests', code: 'rate_limit_exceeded' };

  it.each<[string, ScriptedAnswer, string, number]>([
    ['401', failed(401, { message: 'bad key sk-123', code: 'invalid_api_key' }), 'bad_key', 1],
    ['403', failed(403, { message: 'm', code: 'unsupported_country_region_territory' }), 'bad_key', 1],
    [
      '404',
      failed(404, { message: 'm', type: 'not_found_error', code: 'model_not_found' }),
      'unknown_model',
      1,
    ],
    [
      'Ollama’s 404',
      failed(404, { message: 'model "x" not found, try pulling it first' }),
      'unknown_model',
      1,
    ],
    ['another 404', { status: 404, text: '404 page not found' }, 'not_a_server', 1],
    ['a redirect', { status: 302, headers: { location: '/login' }, text: '' }, 'not_a_server', 1],
    [
      'an endless answer',
      { text: ' '.repeat(8_000_001), headers: { 'content-type': 'application/json' } },
      'bad_answer',
      1,
    ],
    ['402', failed(402, { message: 'm' }), 'quota', 1],
    [
      'an empty account',
      failed(429, { message: 'm', type: 'insufficient_quota', code: 'insufficient_quota' }),
      'quota',
      1,
    ],
    [
      'a spend limit',
      failed(429, { message: 'm', type: 'x', code: 'project_spend_limit_exceeded' }),
      'quota',
      1,
    ],
    ['a rate limit', failed(429, limited), 'busy', 3],
    ['slow_down', failed(429, { message: 'm', type: 'rate_limit_error', code: 'slow_down' }), 'busy', 3],
    ['500', failed(500, { message: 'm', type: 'server_error' }), 'unavailable', 3],
    ['503 with a page', { status: 503, text: '<html></html>' }, 'unavailable', 3],
    ['a reset', 'reset', 'unavailable', 3],
    ['an answer that is cut off', 'cut-off', 'unavailable', 3],
    ['a page', { text: '<html>Welcome</html>' }, 'not_a_server', 1],
    ['an empty object', { json: {} }, 'bad_answer', 1],
  ])('%s', async (_, fault, kind, requests) => {
    const { languageModel, server } = await scriptedModel([fault]);
    const error: unknown = await languageModel.draft(draftRequest).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'LanguageModelError', kind });
    expect(server.received).toHaveLength(requests);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/sk-123|Bearer/);
  });

  it('tells that nobody listens', async () => {
    const { languageModel, server } = await scriptedModel([answer]);
    await server.close();
    await expect(languageModel.draft(draftRequest)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('succeeds after a passing fault', async () => {
    const { languageModel } = await scriptedModel(['reset', failed(500, { message: 'm' }), answer]);
    expect(await languageModel.draft(draftRequest)).toMatchObject({ comment: goodAnswer.comment });
  });

  it('waits as long as Retry-After says', async () => {
    const busy = failed(429, limited, { 'retry-after-ms': '1234' });
    const { languageModel, waits } = await scriptedModel([busy, answer]);
    await languageModel.draft(draftRequest);
    expect(waits).toEqual([1234]);
  });

  it('waits longer before each further try without Retry-After', async () => {
    const away = failed(500, { message: 'm' });
    const { languageModel, waits } = await scriptedModel([away, away, answer]);
    await languageModel.draft(draftRequest);
    expect(waits).toEqual([375, 750]);
  });

  it.each(['60', 'Sat, 21 Nov 2026 10:01:00 GMT'])(
    'does not wait past its deadline (Retry-After: %s)',
    async (header) => {
      const { languageModel, server } = await scriptedModel([
        failed(429, limited, { 'retry-after': header }),
        answer,
      ]);
      await expect(languageModel.draft(draftRequest)).rejects.toMatchObject({ kind: 'busy' });
      expect(server.received).toHaveLength(1);
    },
  );

  it('gives up a server that gives no sign', async () => {
    const { languageModel, server } = await scriptedModel([failed(500, { message: 'm' }), 'hang'], {
      patience: { firstMs: 200, furtherMs: 400 },
    });
    await expect(languageModel.draft(draftRequest)).rejects.toMatchObject({ kind: 'slow' });
    expect(server.received).toHaveLength(2);
  });

  it('ends when the caller aborts', async () => {
    const { languageModel } = await scriptedModel(['hang']);
    await expect(
      languageModel.draft(draftRequest, { signal: AbortSignal.timeout(50), onComment: () => {} }),
    ).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });
});
