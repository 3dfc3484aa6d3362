import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { type ScriptedAnswer, type ScriptedServer, scriptedServer } from '../../testing/scripted-server.ts';
import { createWriter } from './create-writer.ts';
import { costUsd } from './price.ts';
import { PROMPT_VERSION } from './prompt/version.ts';
import type { DraftRequest } from './writer.ts';

let server: ScriptedServer;
afterEach(() => server.close());

interface Options {
  model?: string;
  apiKey?: string | null;
  deadlineMs?: number;
}

async function setUp(
  script: ScriptedAnswer[],
  { model = 'llama', apiKey = null, deadlineMs = 10_000 }: Options = {},
) {
  server = await scriptedServer(script);
  const writer = createWriter({
    apiKey,
    baseUrl: `${server.origin}/v1`,
    model,
    clock: { now: () => new Date('2026-11-21T10:00:00Z') },
    random: () => 0,
    deadlines: { draft: deadlineMs, assess: deadlineMs },
    firstRetryMs: 2,
  });
  return {
    writer,
    sent: () => server.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
  };
}

const request: DraftRequest = {
  style: 'insightful',
  video: {
    title: 'Kubernetes probes',
    description: 'Liveness and readiness.',
    channelTitle: 'Ops',
    topics: ['Kubernetes'],
    language: 'en',
  },
  profile: null,
  rules: [],
  examples: [],
  alternatives: 0,
  corrections: [],
};

const said = (content: string | null, change: Record<string, unknown> = {}) => ({
  json: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'served-model',
    choices: [
      { index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop', ...change },
    ],
  },
});

const good = {
  comment: 'Readiness probes that call the database take every pod down at once.',
  rating: 88,
  engagementPotential: 'High: names a common mistake',
  technicalAccuracy: 'Sure',
  tone: 'friendly',
};
const answer = said(JSON.stringify(good));

const failed = (status: number, error: unknown, headers: Record<string, string> = {}) => ({
  status,
  json: { error },
  headers,
});

describe('what a draft took', () => {
  const usage = { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 };

  it('is told with it: version, parts and the tokens of all calls', async () => {
    const first = said('no json');
    const { writer } = await setUp([
      { json: { ...first.json, usage } },
      { json: { ...answer.json, usage: { ...usage, prompt_tokens: 1000 } } },
    ]);
    const { call } = await writer.draft({ ...request, rules: ['No emoji.'], examples: ['Probes lie.'] });
    expect(call).toMatchObject({
      promptVersion: PROMPT_VERSION,
      tokens: { input: 1900, output: 200 },
      costUsd: null,
    });
    expect(call.parts.map(({ name }) => name)).toEqual([
      'Task',
      'Voice profile',
      'Rules from your edits',
      'General rules',
      'Your own comments',
      'Untrusted text',
      'Form of the answer',
      'Request',
      'Video',
      'Style',
      'Language',
    ]);
  });

  it('is not made up where the server does not say', async () => {
    const { writer } = await setUp([{ json: { ...answer.json, usage: { prompt_tokens: 'many' } } }]);
    expect((await writer.draft(request)).call.tokens).toBeNull();
  });

  it.each([
    ['gpt-6-luna', true, 0.25],
    ['gpt-6-luna-2026-10-01', true, 0.25],
    ['gpt-6-luna', false, null],
    ['llama', true, null],
  ])('costs what %s costs', (model, isOpenAi, cost) => {
    expect(costUsd(model, isOpenAi, { input: 1_000_000, output: 300_000 })).toBe(cost);
    expect(costUsd(model, isOpenAi, null)).toBeNull();
  });
});

describe('alternatives', () => {
  const other = { comment: '“Another one.”', angle: 'the other side' };

  it.each([
    ['as many as asked for', [other, other, other], 2],
    ['those that can be read', [other, { comment: '' }, 'text', { angle: 'x' }], 1],
    ['none where there is no list', 'none', 0],
  ])('are %s', async (_, alternatives, count) => {
    const { writer, sent } = await setUp([said(JSON.stringify({ ...good, alternatives }))]);
    const draft = await writer.draft({ ...request, alternatives: 2 });
    expect(draft.alternatives).toEqual(
      Array(count).fill({ comment: 'Another one.', angle: 'the other side' }),
    );
    expect(JSON.stringify(sent()[0])).toContain('exactly 2 other comments');
  });
});

describe('proposing rules', () => {
  const edits = [
    { before: 'Great! Thanks!', after: 'Probes lie.' },
    { before: 'Wow! Nice!', after: 'Queues fill.' },
  ];

  it('sends the edits as data, and keeps what cites one', async () => {
    const rules = [
      { text: ' Use no  exclamation marks. ', edits: ['1', 2, 2, 9] },
      { text: 'Cites nothing real.', edits: [7] },
      { text: '', edits: [1] },
      { text: 'x'.repeat(301), edits: [1] },
      'not a rule',
    ];
    const { writer, sent } = await setUp([said(JSON.stringify({ rules }))]);
    expect(await writer.proposeRules({ edits, known: ['No emoji.'] })).toEqual([
      { text: 'Use no exclamation marks.', edits: [0, 1] },
    ]);
    const [, user] = (sent()[0]?.['messages'] ?? []) as { content: string }[];
    expect(user?.content).toContain('Edit 2\nDraft: Wow! Nice!\nApproved: Queues fill.');
    expect(user?.content).toContain('Known already:\n- No emoji.');
  });

  it('takes an empty list, and gives up on something else', async () => {
    const { writer } = await setUp([said('{"rules":[]}'), said('{"rules":"none"}')]);
    expect(await writer.proposeRules({ edits, known: [] })).toEqual([]);
    await expect(writer.proposeRules({ edits, known: [] })).rejects.toMatchObject({ kind: 'bad_answer' });
  });
});

describe('draft', () => {
  it('asks for structured output in the portable way', async () => {
    const { writer, sent } = await setUp([answer]);
    expect(await writer.draft(request)).toMatchObject({ ...good, alternatives: [], model: 'served-model' });
    const [body] = sent();
    expect(server.received[0]).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(server.received[0]?.headers.authorization).toBe('Bearer none');
    expect(Object.keys(body ?? {}).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'response_format',
      'stream',
    ]);
    expect(body).toMatchObject({
      model: 'llama',
      stream: false,
      response_format: {
        type: 'json_schema',
        json_schema: { strict: true, schema: { additionalProperties: false, required: Object.keys(good) } },
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/minimum|maximum|minLength|maxLength|minItems/);
  });

  it.each([
    ['a code fence', `\`\`\`json\n${JSON.stringify(good)}\n\`\`\``],
    ['thinking aloud', `<think>{"comment":"no"} hm</think>\n${JSON.stringify(good)}`],
    ['a sentence around it', `Here it is: ${JSON.stringify(good)} Enjoy!`],
    ['numbers as text', JSON.stringify({ ...good, rating: '88' })],
    ['quotation marks around the comment', JSON.stringify({ ...good, comment: ` “${good.comment}” ` })],
    ['control characters', JSON.stringify({ ...good, comment: `\u0000${good.comment}\u0007` })],
    ['further members', JSON.stringify({ ...good, thoughts: 'x' })],
  ])('reads through %s', async (_, content) => {
    const { writer } = await setUp([said(content)]);
    expect(await writer.draft(request)).toMatchObject({ ...good, alternatives: [], model: 'served-model' });
  });

  it.each([
    [250, 100],
    [-3, 0],
    [71.6, 72],
  ])('keeps a rating of %d within its bounds', async (rating, kept) => {
    const { writer } = await setUp([said(JSON.stringify({ ...good, rating }))]);
    expect((await writer.draft(request)).rating).toBe(kept);
  });

  it('shows the model its own bad answer and asks once more', async () => {
    const { writer, sent } = await setUp([said('{"comment": "cut o', { finish_reason: 'length' }), answer]);
    expect(await writer.draft(request)).toMatchObject({ comment: good.comment });
    const messages = sent()[1]?.['messages'] as { role: string; content: string }[];
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[2]?.content).toBe('{"comment": "cut o');
  });

  it.each([
    ['no JSON', 'Sorry, here is some prose.'],
    ['no comment', JSON.stringify({ ...good, comment: undefined })],
    ['a blank comment', JSON.stringify({ ...good, comment: '  \u0000 ' })],
    ['no rating', JSON.stringify({ ...good, rating: null })],
    ['a list', '[]'],
    ['nothing', ''],
  ])('gives up after two answers with %s', async (_, content) => {
    const { writer } = await setUp([said(content)]);
    await expect(writer.draft(request)).rejects.toMatchObject({ name: 'WriterError', kind: 'bad_answer' });
    expect(server.received).toHaveLength(2);
  });

  it.each<[string, ScriptedAnswer]>([
    ['a refusal', said(null, { message: { role: 'assistant', content: null, refusal: 'I cannot.' } })],
    ['a content filter', said('', { finish_reason: 'content_filter' })],
    [
      'a filtered request',
      failed(400, { message: 'm', type: null, param: 'prompt', code: 'content_filter' }),
    ],
  ])('takes %s as final', async (_, refused) => {
    const { writer } = await setUp([refused]);
    await expect(writer.draft(request)).rejects.toMatchObject({ kind: 'refused' });
    expect(server.received).toHaveLength(1);
  });
});

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
    const { writer, sent } = await setUp([refusal, answer]);
    await writer.draft(request);
    await writer.draft(request);
    const bodies = sent();
    expect(bodies.map((body) => 'response_format' in body)).toEqual([true, false, false]);
    const system = JSON.stringify(bodies[1]?.['messages']);
    expect(system).toContain('The JSON Schema of the answer');
    expect(system).toContain('engagementPotential');
  });

  it.each([
    { message: "Unsupported parameter: 'max_tokens'", param: 'max_tokens', code: 'unsupported_parameter' },
    {
      message: "'max_tokens' or 'max_completion_tokens' is too large: 2500. The context is 2048.",
      code: 400,
    },
  ])('a token limit: $message', async (refusal) => {
    const { writer, sent } = await setUp([failed(400, refusal), answer]);
    await writer.draft(request);
    expect(sent().map((body) => 'max_tokens' in body)).toEqual([true, false]);
  });

  it('any other 400 is a matter of configuration', async () => {
    const { writer } = await setUp([failed(400, { message: 'm', code: 'context_length_exceeded' })]);
    await expect(writer.draft(request)).rejects.toMatchObject({ kind: 'config' });
    expect(server.received).toHaveLength(1);
  });
});

describe('failures', () => {
  const limited = { message: 'slow', type: 'requests', code: 'rate_limit_exceeded' };

  it.each<[string, ScriptedAnswer, string, number]>([
    ['401', failed(401, { message: 'bad key sk-123', code: 'invalid_api_key' }), 'config', 1],
    ['403', failed(403, { message: 'm', code: 'unsupported_country_region_territory' }), 'config', 1],
    ['404', failed(404, { message: 'm', type: 'not_found_error', code: 'model_not_found' }), 'config', 1],
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
    ['a page', { text: '<html>Welcome</html>' }, 'bad_answer', 1],
    ['an empty object', { json: {} }, 'bad_answer', 1],
  ])('%s', async (_, fault, kind, requests) => {
    const { writer } = await setUp([fault]);
    const error: unknown = await writer.draft(request).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'WriterError', kind });
    expect(server.received).toHaveLength(requests);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/sk-123|Bearer/);
  });

  it('goes on after a fault that passes', async () => {
    const { writer } = await setUp(['reset', failed(500, { message: 'm' }), answer]);
    expect(await writer.draft(request)).toMatchObject({ comment: good.comment });
  });

  it('waits as long as it is told to', async () => {
    const { writer } = await setUp([failed(429, limited, { 'retry-after-ms': '60' }), answer]);
    const start = performance.now();
    await writer.draft(request);
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
  });

  it.each(['30', 'Sat, 21 Nov 2026 10:00:30 GMT'])(
    'does not wait past its deadline (Retry-After: %s)',
    async (header) => {
      const { writer } = await setUp([failed(429, limited, { 'retry-after': header }), answer]);
      await expect(writer.draft(request)).rejects.toMatchObject({ kind: 'busy' });
      expect(server.received).toHaveLength(1);
    },
  );

  it('keeps its deadline over everything together', async () => {
    const { writer } = await setUp(['hang'], { deadlineMs: 100 });
    await expect(writer.draft(request)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(server.received).toHaveLength(1);
  });

  it('ends when the caller no longer wants it', async () => {
    const { writer } = await setUp(['hang']);
    await expect(
      writer.draft(request, { signal: AbortSignal.timeout(50), onComment: () => {} }),
    ).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });
});

describe('assess', () => {
  const videos = [7, 8, 9].map((id) => ({
    id,
    title: `Video ${id}`,
    description: null,
    channelTitle: 'Ops',
  }));
  const judged = (id: unknown, change: Record<string, unknown> = {}) => ({
    id,
    engagementScore: 70,
    videoType: 'tutorial',
    difficulty: 'easy',
    commentOpportunity: 'High',
    keyTopics: ['probes', ''],
    suggestedApproach: ['Ask about startup probes.'],
    ...change,
  });

  it('asks once for all videos and keeps what it can read', async () => {
    const list = [
      judged(7),
      judged('8', { engagementScore: 300 }),
      judged(9, { difficulty: '?' }),
      judged(99),
      null,
    ];
    const { writer, sent } = await setUp([said(JSON.stringify({ videos: list }))]);
    const assessments = await writer.assess(videos, ['Kubernetes']);
    const insights = {
      videoType: 'tutorial',
      difficulty: 'easy',
      commentOpportunity: 'high',
      keyTopics: ['probes'],
      suggestedApproach: ['Ask about startup probes.'],
    };
    expect([...assessments]).toEqual([
      [7, { engagementScore: 70, insights }],
      [8, { engagementScore: 100, insights }],
    ]);
    expect(sent()).toHaveLength(1);
    expect(JSON.stringify(sent()[0]?.['messages'])).toContain('Kubernetes');
  });

  it('asks nothing about nothing', async () => {
    const { writer } = await setUp([answer]);
    expect(await writer.assess([], [])).toEqual(new Map());
    expect(server.received).toHaveLength(0);
  });

  it('fails within its own deadline', async () => {
    const { writer } = await setUp(['hang'], { deadlineMs: 100 });
    await expect(writer.assess(videos, [])).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
