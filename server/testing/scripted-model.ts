import { onTestFinished } from 'vitest';
import { createLanguageModel } from '../providers/language-model/create-language-model.ts';
import type { DraftRequest, ReadRequest } from '../providers/language-model/language-model.ts';
import { fakeClock } from './clock.ts';
import { noMaterial } from './prompt-material.ts';
import { type ScriptedAnswer, scriptedServer } from './scripted-server.ts';

interface Options {
  model?: string;
  apiKey?: string | null;
  /** Called for each request that gets no answer. */
  onHang?: () => void;
}

/** The real language model against a scripted server; both end with the test. */
export async function scriptedModel(
  script: ScriptedAnswer[],
  { model = 'llama', apiKey = null, onHang }: Options = {},
) {
  const server = await scriptedServer(script, onHang);
  onTestFinished(() => server.close());
  /** Milliseconds of each wait before a retry. */
  const waits: number[] = [];
  const languageModel = createLanguageModel({
    apiKey,
    baseUrl: `${server.origin}/v1`,
    model,
    clock: fakeClock('2026-11-21T10:00:00Z'),
    random: () => 0,
    sleep: async (ms) => void waits.push(ms),
  });
  return {
    languageModel,
    server,
    waits,
    sent: () => server.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
  };
}

export const draftRequest: DraftRequest = {
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
  corrections: [],
  material: noMaterial,
};

export const readRequest: ReadRequest = { ...draftRequest, comment: 'Probes lie.', ownTexts: [] };

export const said = (content: string | null, change: Record<string, unknown> = {}) => ({
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

export const goodAnswer = {
  comment: 'Readiness probes that call the database take every pod down at once.',
  sources: [],
};

export const goodReading = {
  wrong: [],
  alreadySaid: { author: '', words: '' },
  for: 'take every pod down at once',
  against: '',
  signs: 81,
  engagementPotential: 'High: names a common mistake',
  technicalAccuracy: 'Sure',
  tone: 'friendly',
};

export const failed = (status: number, error: unknown, headers: Record<string, string> = {}) => ({
  status,
  json: { error },
  headers,
});
