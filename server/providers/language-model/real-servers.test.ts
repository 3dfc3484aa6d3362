import { describe, expect, it, onTestFinished } from 'vitest';
import { createDraftModel } from '../../features/drafting/prompts/draft-model.service.ts';
import type { DraftRequest } from '../../features/drafting/prompts/requests.ts';
import { assessmentQuestion } from '../../features/videos/assessment.ts';
import { fakeClock } from '../../testing/clock.ts';
import {
  type PlayedKind,
  type PlayedOptions,
  playedKinds,
  playModelServer,
} from '../../testing/model-servers/model-servers.ts';
import {
  connectionTo,
  draftRequest,
  failed,
  goodAnswer,
  noMaterial,
  said,
  scriptedModel,
} from '../../testing/scripted-model.ts';
import { tokensOf } from '../../text/model-text.rules.ts';
import {
  createLanguageModel,
  type LanguageModelOptions,
} from './create-language-model.ts';
import { type CallPhase, type ModelConnection, nothingSeen } from './language-model.ts';

const clock = fakeClock('2026-11-24T10:00:00Z');

async function played(
  options: PlayedOptions,
  known: Partial<ModelConnection> = {},
  more: Partial<LanguageModelOptions> = {},
) {
  const server = await playModelServer(options);
  onTestFinished(() => server.close());
  const model = options.model ?? (options.kind === 'ollama' ? 'qwen3:8b' : 'qwen3-8b');
  const connection = connectionTo(server.baseUrl, {
    model: options.kind === 'openai' ? 'gpt-6-luna' : model,
    ...known,
  });
  const learned: ModelConnection['seen'][] = [];
  const languageModel = createDraftModel(
    createLanguageModel({
      connection,
      clock,
      random: () => 0,
      sleep: async () => {},
      learn: (seen) => void learned.push(seen),
      ...more,
    }),
  );
  return { server, languageModel, learned };
}

const sentence = (at: number) =>
  `In step ${at} the probe waits for the cluster before the rollout goes on.`;
/** Returns as many whole sentences as fit into the given tokens. */
const transcriptOf = (sentences: readonly string[]) => {
  let sum = 0;
  const ends = sentences.map((each) => {
    sum += tokensOf(`${each} `);
    return sum;
  });
  return (tokens: number) =>
    sentences.filter((_, at) => (ends[at] ?? 0) <= tokens).join(' ');
};
const talk = transcriptOf(Array.from({ length: 700 }, (_, at) => sentence(at)));

const request: DraftRequest = {
  ...draftRequest,
  examples: Array.from({ length: 5 }, (_, at) =>
    `An own comment number ${at}, about probes. `.repeat(8),
  ),
  material: {
    ...noMaterial,
    point: 'A startup probe costs less than a slow rollout.',
    comments: Array.from({ length: 20 }, (_, at) => ({
      author: `Viewer ${at}`,
      text: 'I wonder what this costs in a cluster of thousand nodes. '.repeat(5),
      likeCount: null,
    })),
    transcript: talk,
  },
};

const isDraft = ({ path }: { path: string }) => /chat/.test(path);
const lastInstruction = 'was written or spoken by strangers';

describe.each(playedKinds)('language model on %s (rule 8.18)', (kind: PlayedKind) => {
  it.each([
    [4096, false],
    [4096, true],
    [8192, true],
    [32_768, false],
  ])('drafts within a window of %i (thinks: %s)', async (window, thinks) => {
    const { server, languageModel } = await played({
      kind,
      window,
      possibleWindow: window,
      thinks,
    });
    const { comment, call } = await languageModel.draft(request);
    expect(comment).not.toBe('');
    expect(comment).not.toContain('SECRET');
    const drafts = server.requests.filter(isDraft);
    // OpenAI's window comes from a table and may be wrong. Other servers report theirs
    // before the first call.
    expect(drafts.length).toBeLessThanOrEqual(kind === 'openai' ? 2 : 1);
    const kept = drafts.at(-1);
    expect(kept).toMatchObject({ isCut: false });
    expect(kept?.seen).toContain(lastInstruction);
    expect(kept?.seen).toContain('A startup probe costs less than a slow rollout.');
    expect(kept?.seen).toContain('# Form of the answer');
    // No sentence of the transcript was cut.
    expect(kept?.seen).not.toMatch(
      /In step \d+ the probe(?! waits for the cluster before the rollout goes on\.)/,
    );
    if (window === 32_768) expect(kept?.seen).toContain(sentence(699));
    expect(call.transcriptTokens).toBeGreaterThan(0);
  });
});

describe('model that thinks (rule 8.19)', () => {
  const videos = Array.from({ length: 25 }, (_, id) => ({
    id,
    title: `Probes, part ${id}`,
    description: null,
    channelTitle: 'Ops',
  }));

  it.each([
    ['ollama', undefined],
    ['lm-studio', 'reasoning'],
    ['llama-cpp', 'reasoning_content'],
    ['vllm', 'think-tags'],
  ] as const)(
    'assesses all 25 videos and completes a draft on %s although it goes on thinking',
    async (kind, thoughtsAs) => {
      const options = { kind, window: 16_384, thinks: true, obeysSwitch: false };
      const { languageModel, learned } = await played({
        ...options,
        ...(thoughtsAs && { thoughtsAs }),
      });
      const assessed = new Set<number>();
      for (let at = 0; at < videos.length; at += 5)
        for (const id of (
          await languageModel.answer(assessmentQuestion(videos.slice(at, at + 5), []))
        ).keys())
          assessed.add(id);
      expect(assessed.size).toBe(25);
      const seen: string[] = [];
      const phases: CallPhase[] = [];
      const { comment, call } = await languageModel.draft(request, {
        onComment: (soFar) => void seen.push(soFar),
        onPhase: (phase) => void phases.push(phase),
      });
      expect(comment.length).toBeGreaterThan(40);
      expect(JSON.stringify([comment, call, seen])).not.toContain('SECRET');
      expect(learned.at(-1)).toMatchObject({ hasThought: true });
      expect(phases.map(({ name }) => name)).toEqual(
        thoughtsAs === 'think-tags'
          ? expect.arrayContaining(['reading'])
          : expect.arrayContaining(['thinking']),
      );
    },
  );

  it('has thinking switched off at Ollama in each call, and the same window for all calls', async () => {
    const { server, languageModel } = await played({
      kind: 'ollama',
      window: 4096,
      thinks: true,
    });
    await languageModel.draft(request);
    await languageModel.read({ ...request, comment: 'Probes lie.', ownTexts: [] });
    await languageModel.answer(assessmentQuestion(videos.slice(0, 5), []));
    expect(
      server.requests
        .filter(isDraft)
        .map(({ body }) => [body['think'], body['keep_alive']]),
    ).toEqual([
      [false, '10m'],
      [false, '10m'],
      [false, '10m'],
    ]);
    expect(new Set(server.requests.map(({ window }) => window)).size).toBe(1);
  });
});

it.each([
  'Models write <think> first.',
  'Cut what stands before </think> {and} keep the rest.',
])(
  'language model does not take a comment that mentions thinking for a thought (rule 8.19): %s',
  async (comment) => {
    const answer = said(JSON.stringify({ ...goodAnswer, comment }));
    const { languageModel, server, learned } = await scriptedModel([answer]);
    expect((await languageModel.draft(draftRequest)).comment).toBe(comment);
    expect(server.received).toHaveLength(1);
    expect(learned).toEqual([]);
  },
);

describe('language model: waiting (rule 8.20)', () => {
  /** The real timeouts divided by fifty, for a server that is fifty times as fast. */
  const patience = { firstMs: 3600, furtherMs: 1200 };
  const slow = {
    kind: 'ollama',
    window: 4096,
    firstTokenMs: 2000,
    tokensPerSecond: 150,
  } as const;

  it('waits for a draft whose first token takes 100 s and that then arrives at three tokens a second', async () => {
    const { languageModel } = await played({ ...slow, loadMs: 2000 }, {}, { patience });
    const phases: string[] = [];
    const { comment } = await languageModel.draft(draftRequest, {
      onComment: () => {},
      onPhase: ({ name }) => void phases.push(name),
    });
    expect(comment.length).toBeGreaterThan(40);
    expect(phases).toEqual(['loading', 'reading']);
  });

  it.each([
    ['while the model loads', 0],
    ['while the model reads the prompt', 1],
    ['while the model writes', 2],
  ])('ends the call at the server when the caller aborts %s', async (_, stage) => {
    const gone = new AbortController();
    const times = [
      { loadMs: 60_000 },
      { firstTokenMs: 60_000 },
      { firstTokenMs: 0, tokensPerSecond: 5 },
    ][stage];
    const { server, languageModel } = await played({
      kind: 'ollama',
      window: 8192,
      ...times,
    });
    const drafting = languageModel.draft(draftRequest, {
      signal: gone.signal,
      onComment: () => gone.abort(),
    });
    if (stage === 1) await expect.poll(() => server.requests.length).toBe(1);
    if (stage < 2) gone.abort();
    await expect(drafting).rejects.toMatchObject({ kind: 'unavailable' });
    await expect
      .poll(() => server.requests.every(({ isAborted }) => isAborted))
      .toBe(true);
  });
});

const whole = said(JSON.stringify(goodAnswer));

describe('context window (rule 8.18)', () => {
  it.each(['error', 'error-in-200', 'error-500'] as const)(
    'is learned when a refusal names it, so that the next draft fits at once (%s)',
    async (overflow) => {
      const { server, languageModel, learned } = await played({
        kind: 'openai',
        window: 4096,
        overflow,
      });
      await languageModel.draft(request);
      expect(server.requests.map(({ isCut }) => isCut)).toEqual([true, false]);
      expect(learned).toEqual([{ ...nothingSeen, namedWindow: 4096 }]);

      await languageModel.draft(request);
      expect(server.requests.map(({ isCut }) => isCut)).toEqual([true, false, false]);
    },
  );

  it.each([
    ['lm-studio', 'error'],
    ['llama-cpp', 'error'],
    ['llama-cpp', 'error-500'],
    ['vllm', 'error'],
  ] as const)(
    'that the owner set too large costs one refusal and stays as set: %s with %s',
    async (kind, overflow) => {
      const byHand = { contextWindow: 16_384, thinksFirst: null, largestWindow: 32_768 };
      const { server, languageModel, learned } = await played(
        { kind, window: 4096, overflow },
        { byHand },
      );
      expect((await languageModel.draft(request)).comment).not.toBe('');
      expect(server.requests.map(({ isCut }) => isCut)).toEqual([true, false]);
      expect(learned).toEqual([]);
      expect(await languageModel.profile()).toMatchObject({ window: 16_384 });
    },
  );

  it('that was learned gives way to the owner’s setting', async () => {
    const known = {
      model: 'some-model',
      byHand: { contextWindow: 20_000, thinksFirst: null, largestWindow: 32_768 },
      seen: { ...nothingSeen, namedWindow: 1500 },
    };
    const { languageModel } = await played({ kind: 'openai', window: 20_000 }, known);
    expect(await languageModel.profile()).toMatchObject({ window: 20_000 });
  });

  it.each(['llama-cpp', 'vllm', 'lm-studio', 'ollama'] as const)(
    'that was learned gives way to the window that %s reports',
    async (kind) => {
      const known = { seen: { ...nothingSeen, namedWindow: 1500 } };
      const { languageModel } = await played(
        { kind, window: 8192, possibleWindow: 8192 },
        known,
      );
      expect(await languageModel.profile()).toMatchObject({ window: 8192 });
    },
  );

  it.each(['the context window of 400 tokens is exceeded', 'context length: 300'])(
    'is not learned from an implausible number: %s',
    async (message) => {
      const { languageModel, learned } = await scriptedModel([
        failed(400, message),
        whole,
      ]);
      expect((await languageModel.draft(request)).comment).toBe(goodAnswer.comment);
      expect(learned).toEqual([]);
    },
  );

  it('is left out of the error when the refused prompt should have fit', async () => {
    const { languageModel } = await scriptedModel([
      failed(400, 'n_keep is more than the context length'),
    ]);
    const told = await languageModel
      .draft({ ...request, material: noMaterial })
      .catch((error) => error);
    expect(told).toMatchObject({ kind: 'window', tooLong: null });
  });

  it('is 8,192 tokens when unknown, unless the owner set another', async () => {
    const { languageModel } = await played(
      { kind: 'openai', model: 'some-model', window: 8192 },
      { model: 'some-model' },
    );
    expect(await languageModel.profile()).toMatchObject({ window: 8192 });
    const told = await played(
      { kind: 'openai', window: 8192 },
      {
        model: 'some-model',
        byHand: { contextWindow: 20_000, thinksFirst: true, largestWindow: 32_768 },
      },
    );
    expect(await told.languageModel.profile()).toMatchObject({
      window: 20_000,
      thinks: true,
    });
  });
});

describe('token count in a response (rule 8.18)', () => {
  const counts = [-1, 0, 1, 12, 600, 4000, 2_000_000, 0.5, '900', null];

  it.each(counts)(
    'of %j loses no draft, changes nothing learned and shortens no later prompt',
    async (count) => {
      const usage = { prompt_tokens: count, completion_tokens: 96 };
      const { languageModel, sent, learned } = await scriptedModel([
        { json: { ...whole.json, usage } },
      ]);
      for (const _ of [1, 2])
        expect((await languageModel.draft(request)).comment).toBe(goodAnswer.comment);
      const [first, second] = sent().map(({ messages }) => messages);
      expect(sent()).toHaveLength(2);
      expect(second).toEqual(first);
      expect(learned).toEqual([]);
    },
  );

  it.each([-1, 0, null])('of %j is returned as unknown', async (count) => {
    const usage = { prompt_tokens: count, completion_tokens: 96 };
    const { languageModel } = await scriptedModel([{ json: { ...whole.json, usage } }]);
    expect((await languageModel.draft(request)).call.tokens).toBeNull();
  });
});

describe('prompt with more tokens than estimated (rule 8.18)', () => {
  const tooLong = failed(400, 'the input length exceeds the context length');
  const userPrompts = (sent: readonly Record<string, unknown>[]) =>
    sent.map(({ messages }) => (messages as { content: string }[]).at(-1)?.content ?? '');

  it.each([1, 2])(
    'is shortened after each refusal (%i), and the draft is written',
    async (refusals) => {
      const script = [...Array.from({ length: refusals }, () => tooLong), whole];
      const { languageModel, sent, learned } = await scriptedModel(script);
      expect((await languageModel.draft(request)).comment).toBe(goodAnswer.comment);
      const lengths = userPrompts(sent()).map(({ length }) => length);
      expect(lengths).toHaveLength(refusals + 1);
      expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
      expect(userPrompts(sent()).at(-1)).toContain(
        'A startup probe costs less than a slow rollout.',
      );
      expect(learned).toEqual([]);
    },
  );

  it.each([
    [
      'vLLM',
      failed(400, { message: 'max_tokens must be at least 1, got -200.', code: 400 }),
    ],
    [
      'Gemini',
      {
        status: 400,
        json: [
          {
            error: {
              code: 400,
              message:
                'The input token count (90000) exceeds the maximum number of tokens allowed (32000).',
            },
          },
        ],
      },
    ],
    [
      'Anthropic',
      failed(400, { message: 'prompt is too long: 90000 tokens > 32000 maximum' }),
    ],
    [
      'text-generation-inference',
      failed(
        422,
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 32000. Given: 40000',
      ),
    ],
    [
      'a server that uses `detail`',
      { status: 400, json: { detail: 'The context length is exceeded.' } },
    ],
    ['a proxy that answers 413', { status: 413, text: 'Request Entity Too Large' }],
  ])('is shortened after a refusal in the format of %s', async (_, refusal) => {
    const { languageModel, sent } = await scriptedModel([refusal, whole]);
    expect((await languageModel.draft(request)).comment).toBe(goodAnswer.comment);
    const [first = '', second = ''] = userPrompts(sent());
    expect(second.length).toBeLessThan(first.length);
  });

  it('fails as too long for the window after the third refusal', async () => {
    const { languageModel, server } = await scriptedModel([tooLong]);
    await expect(languageModel.draft(request)).rejects.toMatchObject({ kind: 'window' });
    expect(server.received).toHaveLength(3);
  });

  it('is sent to Ollama with the options that prevent it from cutting the prompt silently', async () => {
    const { server, languageModel } = await played({
      kind: 'ollama',
      window: 4096,
      possibleWindow: 4096,
    });
    await languageModel.draft(request);
    expect(server.requests.map(({ body }) => [body['truncate'], body['shift']])).toEqual([
      [false, false],
    ]);
  });
});

it('language model fits a Japanese transcript of 20,000 characters into a window of 8,192 tokens', async () => {
  const spoken = transcriptOf(
    Array.from(
      { length: 500 },
      (_, at) =>
        `手順${at}でプローブはクラスタの準備が整うまで待ちます。それから展開が続くのです。`,
    ),
  );
  for (const kind of playedKinds) {
    const { server, languageModel } = await played({
      kind,
      window: 8192,
      possibleWindow: 8192,
    });
    await languageModel.draft({
      ...request,
      material: { ...request.material, transcript: spoken },
    });
    expect(server.requests.at(-1)).toMatchObject({ isCut: false });
    expect(server.requests.filter(({ isCut }) => isCut).length).toBeLessThanOrEqual(
      kind === 'openai' ? 1 : 0,
    );
  }
});
