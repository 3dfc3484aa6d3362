import { setTimeout } from 'node:timers/promises';
import { OpenAI } from 'openai';
import type { Clock } from '../../core/clock.ts';
import { assessAnswer } from './assess-answer.ts';
import { commentSoFar } from './comment-so-far.ts';
import { readerAnswer, writerAnswer } from './draft-answers.ts';
import type { DraftCall, LanguageModel, ModelConnection } from './language-model.ts';
import { limitedFetch } from './limited-fetch.ts';
import { costUsd } from './price.ts';
import { assessPrompt } from './prompt/assess-prompt.ts';
import { readerPrompt } from './prompt/reader-prompt.ts';
import { rulesPrompt } from './prompt/rules-prompt.ts';
import { PROMPT_VERSION } from './prompt/version.ts';
import { type PromptInParts, writerPrompt } from './prompt/writer-prompt.ts';
import { createRequestStructured, type Sleep, type StructuredAnswer } from './request-structured.ts';
import { rulesAnswer } from './rules-answer.ts';
import { createServerCapabilities } from './server-capabilities.ts';

export interface LanguageModelOptions extends ModelConnection {
  clock: Clock;
  random: () => number;
  sleep?: Sleep;
}

/** The comment's sentences are written twice, with a quote each. */
const draftTokens = 3500;
const readTokens = 2000;
const rulesTokens = 1200;
const assessTokens = { base: 100, perVideo: 120 };

/** Milliseconds, retries and repair included. */
const deadlines = { draft: 60_000, assess: 20_000 };

const realSleep: Sleep = (ms, signal) => setTimeout(ms, undefined, { signal });

export function createLanguageModel({
  apiKey,
  baseUrl,
  model,
  clock,
  random,
  sleep = realSleep,
}: LanguageModelOptions): LanguageModel {
  const client = new OpenAI({
    // The SDK requires a key and reads the environment for what is missing.
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl,
    fetch: limitedFetch,
    organization: null,
    project: null,
    // The SDK's retries repeat "out of credit" and ignore the deadline.
    maxRetries: 0,
    logLevel: 'off',
  });
  const capabilities = createServerCapabilities(baseUrl, model);
  const requestStructured = createRequestStructured({
    client,
    capabilities,
    random,
    now: () => clock.now(),
    sleep,
  });

  const callOf = (
    { parts }: PromptInParts,
    { tokens, structured, streamed }: StructuredAnswer<unknown>,
  ): DraftCall => ({
    promptVersion: PROMPT_VERSION,
    parts,
    tokens,
    costUsd: costUsd(model, capabilities.isOpenAi, tokens),
    structured,
    streamed,
  });

  return {
    async draft(request, progress) {
      const prompt = writerPrompt(request);
      const answer = await requestStructured({
        prompt,
        schema: writerAnswer(request),
        tokens: draftTokens,
        deadlineMs: deadlines.draft,
        signal: progress?.signal,
        onText: progress && ((soFar) => progress.onComment(commentSoFar(soFar))),
      });
      return { ...answer.value, model: answer.model || model, call: callOf(prompt, answer) };
    },

    async read(request, signal) {
      const prompt = readerPrompt(request);
      const answer = await requestStructured({
        prompt,
        schema: readerAnswer,
        tokens: readTokens,
        deadlineMs: deadlines.draft,
        signal,
      });
      return { ...answer.value, model: answer.model || model, call: callOf(prompt, answer) };
    },

    async proposeStyleRules(request) {
      const { value } = await requestStructured({
        prompt: rulesPrompt(request),
        schema: rulesAnswer(request.edits.length),
        tokens: rulesTokens,
        deadlineMs: deadlines.draft,
      });
      return value;
    },

    async assess(videos, expertise, signal) {
      if (videos.length === 0) return new Map();
      const answer = await requestStructured({
        prompt: assessPrompt(videos, expertise),
        schema: assessAnswer(new Set(videos.map(({ id }) => id))),
        tokens: assessTokens.base + assessTokens.perVideo * videos.length,
        deadlineMs: deadlines.assess,
        signal,
      });
      return answer.value;
    },
  };
}
