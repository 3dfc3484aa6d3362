import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import type { Patience } from '../../core/outgoing.ts';
import type { LanguageModel, ModelConnection } from './language-model.ts';
import { createModelProfile, type ProfileDeps, roomFor } from './model-profile.ts';
import { costUsd, createClients } from './servers.ts';
import { createRequestStructured, type Sleep } from './structured-request.ts';

export interface LanguageModelOptions extends Pick<ProfileDeps, 'find' | 'learn'> {
  connection: ModelConnection;
  clock: Clock;
  random: () => number;
  sleep?: Sleep;
  patience?: Patience;
}

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
  const profile = createModelProfile({
    connection,
    clock,
    ...(find && { find }),
    ...(learn && { learn }),
  });
  const clientFor = createClients(connection);
  const requestStructured = createRequestStructured({
    clientFor,
    profile,
    random,
    clock,
    sleep,
    patience,
  });
  /** Urgent questions in progress. */
  const urgent = new Set<Promise<unknown>>();

  function first<T>(work: Promise<T>): Promise<T> {
    urgent.add(work);
    return work.finally(() => urgent.delete(work));
  }

  return {
    async answerNow(question, { signal, onText, onPhase } = {}) {
      const { found, thinks } = await profile.current();
      const { value, prompt, tokens, structured, streamed, ...answer } = await first(
        requestStructured({
          fit: question.prompt,
          schema: question.schema,
          tokens: question.answerTokens,
          signal,
          onText: onText && ((soFar) => onText(soFar, thinks)),
          onPhase,
        }),
      );
      return {
        value,
        prompt,
        model: answer.model || model,
        tokens,
        costUsd: found.isOpenAi ? costUsd(model, tokens) : null,
        structured,
        streamed,
      };
    },

    async answer(question, signal) {
      const { isLocal } = await profile.current();
      while (question.waitsForDrafts && isLocal && urgent.size > 0 && !signal?.aborted)
        await Promise.allSettled(urgent);
      const { prompt: fit, schema, answerTokens: tokens } = question;
      const limits = { most: tokens, fewest: tokens };
      return (await requestStructured({ fit, schema, tokens: limits, signal })).value;
    },

    promptRoom: async (answerTokens) => roomFor(await profile.current(), answerTokens),

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
