import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import type { ChatClient } from './chat.ts';
import { readerAnswer, writerAnswer } from './draft-answers.ts';
import { type FittedPrompt, fitPrompt, promptTokens } from './fit-prompt.ts';
import { commentSoFar } from './json-answer.ts';
import type { DraftCall, LanguageModel, ModelConnection } from './language-model.ts';
import { createModelProfile, type KnownModel, type ProfileDeps } from './model-profile.ts';
import { createOllamaClient } from './ollama-client.ts';
import { createOpenAiClient } from './openai-client.ts';
import { costUsd } from './openai-models.ts';
import type { Patience } from './patience.ts';
import { assessAnswer, assessPrompt } from './prompt/assess.ts';
import { readerPrompt } from './prompt/reader-prompt.ts';
import { rulesAnswer, rulesPrompt } from './prompt/style-rules.ts';
import { PROMPT_VERSION } from './prompt/version.ts';
import { writerPrompt } from './prompt/writer-prompt.ts';
import { createRequestStructured, roomFor, type Sleep, type StructuredAnswer } from './request-structured.ts';

export interface LanguageModelOptions extends Pick<ProfileDeps, 'find' | 'learn'> {
  connection: ModelConnection;
  clock: Clock;
  random: () => number;
  sleep?: Sleep;
  patience?: Patience;
}

/** Of answers. The comment's sentences are written twice, with a quote each. */
const answerTokens = {
  draft: { most: 3500, fewest: 1200 },
  read: { most: 2000, fewest: 900 },
  rules: { most: 1200, fewest: 900 },
  assess: { base: 100, perVideo: 120 },
};

/** A first token takes minutes on a laptop; between two of them nothing takes a minute. */
const usualPatience: Patience = { firstMs: 180_000, furtherMs: 60_000 };

/** Of Ollama: loaded in these steps, and at first with room for a draft without a transcript. */
const windowStep = 4096;
const firstWindow = 8192;

const realSleep: Sleep = (ms, signal) => setTimeout(ms, undefined, { signal });

export function createLanguageModel({
  connection,
  clock,
  random,
  find,
  learn,
  sleep = realSleep,
  patience = usualPatience,
}: LanguageModelOptions): LanguageModel {
  const { model } = connection;
  const profile = createModelProfile({ connection, clock, ...(find && { find }), ...(learn && { learn }) });
  const loading = createLoading(connection);
  let compatible: ChatClient | null = null;
  const requestStructured = createRequestStructured({
    async client({ found }) {
      if (found.ollamaRoot !== null) return createOllamaClient(found.ollamaRoot, connection);
      compatible ??= createOpenAiClient(connection, found.isOpenAi);
      return compatible;
    },
    profile,
    prepare: loading.prepare,
    random,
    now: () => clock.now(),
    sleep,
    patience,
  });
  /** Drafts and readings under way. */
  const writing = new Set<Promise<unknown>>();

  function first<T>(work: Promise<T>): Promise<T> {
    writing.add(work);
    return work.finally(() => writing.delete(work));
  }

  const callOf = (
    { fitted, tokens, structured, streamed }: StructuredAnswer<unknown>,
    { found }: KnownModel,
  ): DraftCall => ({
    promptVersion: PROMPT_VERSION,
    parts: fitted.prompt.parts,
    transcriptTokens: fitted.transcriptTokens,
    tokens,
    costUsd: found.isOpenAi ? costUsd(model, tokens) : null,
    structured,
    streamed,
  });

  return {
    async draft(request, progress) {
      const known = await profile.current();
      const answer = await first(
        requestStructured({
          fit: (room) => fitPrompt(request, writerPrompt, room),
          schema: writerAnswer(request),
          tokens: answerTokens.draft,
          signal: progress?.signal,
          onText: progress && ((soFar) => progress.onComment(commentSoFar(soFar, known.thinks.value))),
          onPhase: progress?.onPhase,
        }),
      );
      return { ...answer.value, model: answer.model || model, call: callOf(answer, known) };
    },

    async read(request, signal) {
      const known = await profile.current();
      const answer = await first(
        requestStructured({
          fit: (room) => fitPrompt(request, readerPrompt, room),
          schema: readerAnswer,
          tokens: answerTokens.read,
          signal,
        }),
      );
      return { ...answer.value, model: answer.model || model, call: callOf(answer, known) };
    },

    async proposeStyleRules(request) {
      const { value } = await requestStructured({
        fit(room) {
          let { edits } = request;
          let fitted = whole(rulesPrompt(request));
          while (fitted.tokens > room && edits.length > 2) {
            edits = edits.slice(0, -1);
            fitted = whole(rulesPrompt({ ...request, edits }));
          }
          return fitted;
        },
        schema: rulesAnswer(request.edits.length),
        tokens: answerTokens.rules,
      });
      return value;
    },

    async assess(videos, expertise, signal) {
      if (videos.length === 0) return new Map();
      const { isLocal } = await profile.current();
      while (isLocal && writing.size > 0 && !signal?.aborted) await Promise.allSettled(writing);
      const { base, perVideo } = answerTokens.assess;
      const most = base + perVideo * videos.length;
      const answer = await requestStructured({
        fit: () => whole(assessPrompt(videos, expertise)),
        schema: assessAnswer(new Set(videos.map(({ id }) => id))),
        tokens: { most, fewest: most },
        signal,
      });
      return answer.value;
    },

    async transcriptTokens(request) {
      const room = roomFor(await profile.current(), answerTokens.draft);
      return fitPrompt(request, writerPrompt, room).transcriptTokens ?? 0;
    },

    profile: profile.askAgain,

    async load() {
      const known = await profile.current();
      const signal = AbortSignal.timeout(patience.firstMs);
      await loading.prepare(known, 0, { signal, loading: () => {} }).catch(() => {
        // The next call tells what is wrong.
      });
    },
  };
}

const whole = (prompt: { system: string; user: string }): FittedPrompt => ({
  prompt: { ...prompt, parts: [] },
  transcriptTokens: null,
  tokens: promptTokens(prompt),
});

/** Keeps Ollama's model loaded with one window for calls in a row: another one would load it anew. */
function createLoading(connection: ModelConnection) {
  let window = 0;
  return {
    /** Returns the window to ask for. */
    async prepare(
      { found, window: most }: KnownModel,
      tokens: number,
      { signal, loading }: { signal: AbortSignal; loading(): void },
    ): Promise<number> {
      if (found.ollamaRoot === null) return most.value;
      const needed = Math.ceil(Math.max(tokens, firstWindow) / windowStep) * windowStep;
      window = Math.min(most.value, Math.max(window, needed));
      const client = createOllamaClient(found.ollamaRoot, connection);
      if ((await client.loadedWindow(signal)) === window) return window;
      loading();
      await client.load(window, signal);
      return window;
    },
  };
}
