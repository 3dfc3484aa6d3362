import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import type { Patience } from '../../core/outgoing.ts';
import { commentSoFar } from '../../text/model-text.rules.ts';
import { readerAnswer, writerAnswer } from './draft-answers.ts';
import type { DraftCall, LanguageModel, ModelConnection, Prompt } from './language-model.ts';
import {
  createModelProfile,
  type FittedPrompt,
  fitPrompt,
  type KnownModel,
  type ProfileDeps,
  promptTokens,
} from './model-profile.ts';
import { type ChatClient, createOpenAiClient } from './openai-client.ts';
import { PROMPT_VERSION, readerPrompt, writerPrompt } from './prompts.ts';
import { createRequestStructured, roomFor, type Sleep, type StructuredAnswer } from './request-structured.ts';
import { costUsd, createOllamaClient } from './servers.ts';

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
};

/** A first token takes minutes on a laptop; between two of them nothing takes a minute. */
const usualPatience: Patience = { firstMs: 180_000, furtherMs: 60_000 };

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
  let spoken: { root: string | null; client: ChatClient } | null = null;

  /** Kept: it learns what its server refuses, and which window it asked for. */
  function clientFor({ found: { ollamaRoot: root, isOpenAi } }: KnownModel): ChatClient {
    if (spoken?.root !== root) {
      const client =
        root === null
          ? createOpenAiClient(connection, isOpenAi)
          : createOllamaClient(root, model, connection);
      spoken = { root, client };
    }
    return spoken.client;
  }

  const requestStructured = createRequestStructured({
    clientFor,
    profile,
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
          onText: progress && ((soFar) => progress.onComment(commentSoFar(soFar, known.thinks))),
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

    async answer(question, signal) {
      const { isLocal } = await profile.current();
      while (question.waitsForDrafts && isLocal && writing.size > 0 && !signal?.aborted)
        await Promise.allSettled(writing);
      const { schema, answerTokens: tokens } = question;
      const limits = { most: tokens, fewest: tokens };
      const fit = (room: number) => whole(question.prompt(room));
      return (await requestStructured({ fit, schema, tokens: limits, signal })).value;
    },

    async transcriptTokens(request) {
      const room = roomFor(await profile.current(), answerTokens.draft);
      return fitPrompt(request, writerPrompt, room).transcriptTokens ?? 0;
    },

    profile: profile.askAgain,

    async load() {
      const known = await profile.current();
      const signal = AbortSignal.timeout(patience.firstMs);
      await clientFor(known)
        .load(0, known.window, { signal })
        .catch(() => {
          // The next call tells what is wrong.
        });
    },
  };
}

const whole = (prompt: Prompt): FittedPrompt => ({
  prompt: { ...prompt, parts: [] },
  transcriptTokens: null,
  tokens: promptTokens(prompt),
});
