import { setTimeout } from 'node:timers/promises';
import { OpenAI } from 'openai';
import type { Clock } from '../../core/clock.ts';
import { assessAnswer } from './assess-answer.ts';
import { commentSoFar } from './comment-so-far.ts';
import { draftAnswer } from './draft-answer.ts';
import type { LanguageModel } from './language-model.ts';
import { costUsd } from './price.ts';
import { assessPrompt } from './prompt/assess-prompt.ts';
import { draftPrompt } from './prompt/draft-prompt.ts';
import { rulesPrompt } from './prompt/rules-prompt.ts';
import { PROMPT_VERSION } from './prompt/version.ts';
import { createRequestStructured, type Sleep } from './request-structured.ts';
import { rulesAnswer } from './rules-answer.ts';
import { createServerCapabilities } from './server-capabilities.ts';

interface Deps {
  /** Null for local servers, which ask for none. */
  apiKey: string | null;
  /** The SDK's own, ending in /v1; null for OpenAI. */
  baseUrl: string | null;
  model: string;
  clock: Clock;
  random: () => number;
  sleep?: Sleep;
}

/** Enough for 2,000 characters in any script, and the notes about them. */
const draftTokens = { first: 2500, perAlternative: 1000 };
const rulesTokens = 1200;
const assessTokens = { base: 100, perVideo: 120 };

/** Milliseconds, each for everything one call does. */
const deadlines = { draft: 60_000, assess: 20_000 };

const realSleep: Sleep = (ms, signal) => setTimeout(ms, undefined, { signal });

/** The language model through any OpenAI-compatible server. */
export function createLanguageModel({
  apiKey,
  baseUrl,
  model,
  clock,
  random,
  sleep = realSleep,
}: Deps): LanguageModel {
  const client = new OpenAI({
    // The SDK refuses to start without a key, and reads the environment for whatever it is not told.
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    organization: null,
    project: null,
    // Its own retries repeat "out of credit" and know no deadline over all of them.
    maxRetries: 0,
    logLevel: 'off',
  });
  const dialect = createServerCapabilities(baseUrl, model);
  const ask = createRequestStructured({ client, dialect, random, now: () => clock.now(), sleep });

  return {
    model,

    async draft(request, watch) {
      const prompt = draftPrompt(request);
      const { value, tokens, ...answer } = await ask({
        prompt,
        form: draftAnswer(request.alternatives),
        tokens: draftTokens.first + draftTokens.perAlternative * request.alternatives,
        deadlineMs: deadlines.draft,
        signal: watch?.signal,
        onText: watch && ((soFar) => watch.onComment(commentSoFar(soFar))),
      });
      return {
        ...value,
        model: answer.model || model,
        call: {
          promptVersion: PROMPT_VERSION,
          parts: prompt.parts,
          tokens,
          costUsd: costUsd(model, dialect.isOpenAi, tokens),
        },
      };
    },

    async proposeRules(request) {
      const { value } = await ask({
        prompt: rulesPrompt(request),
        form: rulesAnswer(request.edits.length),
        tokens: rulesTokens,
        deadlineMs: deadlines.draft,
      });
      return value;
    },

    async assess(videos, expertise, signal) {
      if (videos.length === 0) return new Map();
      const answer = await ask({
        prompt: assessPrompt(videos, expertise),
        form: assessAnswer(new Set(videos.map(({ id }) => id))),
        tokens: assessTokens.base + assessTokens.perVideo * videos.length,
        deadlineMs: deadlines.assess,
        signal,
      });
      return answer.value;
    },
  };
}
