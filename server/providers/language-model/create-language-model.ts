import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import type { Patience } from '../../core/outgoing.ts';
import { commentSoFar } from '../../text/model-answer.rules.ts';
import { readerAnswer, writerAnswer } from './draft-answers.ts';
import type { DraftCall, LanguageModel, ModelConnection } from './language-model.ts';
import {
  createModelProfile,
  fitPrompt,
  type KnownModel,
  type ProfileDeps,
  roomFor,
  wholePrompt,
} from './model-profile.ts';
import { PROMPT_VERSION, readerPrompt, writerPrompt } from './prompts.ts';
import { costUsd, createClients } from './servers.ts';
import { createRequestStructured, type Sleep, type StructuredRequest } from './structured-request.ts';

export interface LanguageModelOptions extends Pick<ProfileDeps, 'find' | 'learn'> {
  connection: ModelConnection;
  clock: Clock;
  random: () => number;
  sleep?: Sleep;
  patience?: Patience;
}

/** Limits in tokens. A draft's answer contains each sentence twice, once with a quote. */
const answerTokens = { draft: { most: 3500, fewest: 1200 }, read: { most: 2000, fewest: 900 } };

/** The first token may take minutes on a laptop; later ones never take a minute each. */
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
  const clientFor = createClients(connection);
  const requestStructured = createRequestStructured({ clientFor, profile, random, clock, sleep, patience });
  /** Drafts and readings in progress. */
  const writing = new Set<Promise<unknown>>();

  function first<T>(work: Promise<T>): Promise<T> {
    writing.add(work);
    return work.finally(() => writing.delete(work));
  }

  /** Returns the model's answer with a record of the call. */
  async function told<T>(asked: (known: KnownModel) => StructuredRequest<T>) {
    const known = await profile.current();
    const answer = await first(requestStructured(asked(known)));
    const { fitted, tokens, structured, streamed } = answer;
    const call: DraftCall = {
      promptVersion: PROMPT_VERSION,
      parts: fitted.prompt.parts,
      transcriptTokens: fitted.transcriptTokens,
      tokens,
      costUsd: known.found.isOpenAi ? costUsd(model, tokens) : null,
      structured,
      streamed,
    };
    return { ...answer.value, model: answer.model || model, call };
  }

  return {
    draft: (request, progress) =>
      told((known) => ({
        fit: (room) => fitPrompt(request, writerPrompt, room),
        schema: writerAnswer(request),
        tokens: answerTokens.draft,
        signal: progress?.signal,
        onText: progress && ((soFar) => progress.onComment(commentSoFar(soFar, known.thinks))),
        onPhase: progress?.onPhase,
      })),

    read: (request, signal) =>
      told(() => ({
        fit: (room) => fitPrompt(request, readerPrompt, room),
        schema: readerAnswer,
        tokens: answerTokens.read,
        signal,
      })),

    async answer(question, signal) {
      const { isLocal } = await profile.current();
      while (question.waitsForDrafts && isLocal && writing.size > 0 && !signal?.aborted)
        await Promise.allSettled(writing);
      const { schema, answerTokens: tokens } = question;
      const limits = { most: tokens, fewest: tokens };
      const fit = (room: number) => wholePrompt(question.prompt(room));
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
          // The next call will report the failure.
        });
    },
  };
}
