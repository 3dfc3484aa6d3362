import { setTimeout } from 'node:timers/promises';
import type { Tokens } from '#shared/contracts/drafts.ts';
import { smallestWindow } from '#shared/contracts/settings.ts';
import type { Clock } from '../../core/clock.ts';
import { type Patience, patient } from '../../core/outgoing.ts';
import { answerIn, commentSoFar, endsInside, withoutThoughts } from '../../text/model-answer.rules.ts';
import { type ResponseSchema, tokensOf } from '../../text/model-text.rules.ts';
import type { Completion } from './answer-reader.ts';
import { readerAnswer, writerAnswer } from './draft-answers.ts';
import { mayRetry, modelFailure, overflowOf, refusesSystemRole, retryAfterMs } from './failures.ts';
import {
  type CallPhase,
  type DraftCall,
  type LanguageModel,
  LanguageModelError,
  type ModelConnection,
} from './language-model.ts';
import {
  type AnswerTokens,
  createModelProfile,
  estimatedRoom,
  type FittedPrompt,
  fitPrompt,
  type KnownModel,
  type KnownModelProfile,
  limitOf,
  type ProfileDeps,
  roomFor,
  thoughtTokens,
  wholePrompt,
  windowFor,
} from './model-profile.ts';
import { type ChatClient, type Message, sumTokens } from './openai-client.ts';
import { PROMPT_VERSION, readerPrompt, writerPrompt } from './prompts.ts';
import { costUsd, createClients } from './servers.ts';

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

interface Deps extends Required<Pick<LanguageModelOptions, 'clock' | 'random' | 'sleep' | 'patience'>> {
  clientFor: (known: KnownModel) => ChatClient;
  profile: KnownModelProfile;
}

export interface StructuredRequest<T> {
  /** Writes a prompt of at most `room` estimated tokens, if it can be shortened that far. */
  fit: (room: number) => FittedPrompt;
  schema: ResponseSchema<T>;
  tokens: AnswerTokens;
  signal?: AbortSignal | undefined;
  /** Receives the answer so far. A second attempt starts again with an empty answer. */
  onText?: ((soFar: string) => void) | undefined;
  onPhase?: ((phase: CallPhase) => void) | undefined;
}

interface Plan extends FittedPrompt {
  messages: Message[];
  known: KnownModel;
  limit: number;
}

/** What one request has learned from refused calls and unusable answers. */
interface Progress {
  /** The last unusable answer without its thoughts; null on the first request. */
  unusable: string | null;
  /** The last answer held no JSON, so the next call may leave out the schema (see ChatCall). */
  asksPlainly: boolean;
  /** The call does not tell the model to skip thinking, since some models then ignore the schema. */
  mayThink: boolean;
  /** The server refused a system message, so the user message holds the instructions. */
  joinsRoles: boolean;
  /** An answer was cut at its limit, so the limit is doubled. */
  isLonger: boolean;
  /** An answer was cut at a limit that we cannot set, so the prompt asks for a short one. */
  asksShortly: boolean;
  /** How often the server refused the prompt as too long. */
  refusals: number;
  /** Limits learned from refusals: tokens of prompt and answer, and estimated tokens of the prompt. */
  window: number;
  promptTokens: number;
}

const tries = 3;
const firstRetryMs = 500;
const usualStep = 4096;
/** The most times that a prompt is shortened after the server refused it as too long. */
const shortenings = 2;
/** Share kept of a prompt that should have fitted. Real tokenizers count up to 1.4 times our estimate. */
const shorterShare = 0.7;

const wholeObject = 'only the one JSON object asked for, complete, with every member, and nothing around it.';
const repair = `That answer could not be used. Answer again: ${wholeObject}`;
const reminder = `Answer with text: ${wholeObject}`;
const shorter = `Your last answer was cut off. Write a short one: ${wholeObject}`;

const inWords = ({ schema }: ResponseSchema<unknown>): string =>
  `\n\nThe JSON Schema of the answer:\n${JSON.stringify(schema)}`;

/** Fits the prompt to the window and repairs an unusable answer once. Throws only LanguageModelError. */
function createRequestStructured({ profile, clientFor, random, clock, sleep, patience }: Deps) {
  return async function requestStructured<T>(asked: StructuredRequest<T>) {
    const { schema } = asked;
    const watch = patient(patience, asked.signal);
    const progress: Progress = {
      unusable: null,
      asksPlainly: false,
      mayThink: false,
      joinsRoles: false,
      isLonger: false,
      asksShortly: false,
      refusals: 0,
      window: Number.POSITIVE_INFINITY,
      promptTokens: Number.POSITIVE_INFINITY,
    };
    let used: Tokens | null = null;
    try {
      for (;;) {
        const model = await profile.current(progress.mayThink);
        const known = { ...model, window: Math.min(model.window, progress.window) };
        const client = clientFor(known);
        const isRepair = progress.unusable !== null;
        // A repair must differ from the first request, so it spells out the schema.
        const form = client.takesSchema() && !isRepair ? '' : inWords(schema);
        const plan = planned(known, asked, progress, form);
        const outcome = await complete(client, plan);
        if (outcome.kind === 'adapted') continue;
        if (outcome.kind === 'too_long') {
          if (progress.refusals === shortenings) throw tooLong(known, { ...plan, ...asked.fit(0) });
          await shorten(plan, outcome.window);
          continue;
        }
        const { completion } = outcome;
        profile.saw(completion);
        if (progress.joinsRoles) profile.needs('withoutSystemRole');
        used = sumTokens(used, completion.tokens);
        const isCut = completion.finish === 'length';
        const end = { isCut, mayEndEarly: isRepair && completion.finish === 'stop' };
        const value = answerIn(completion, schema, end);
        if (value !== null) {
          if (progress.mayThink && known.found.ollamaRoot !== null) profile.needs('needsThinking');
          const { model: name, pieces } = completion;
          const structured = form === '';
          return { value, fitted: plan, model: name, tokens: used, structured, streamed: pieces > 1 };
        }
        await prepareNext(completion, plan, client.takesLimit());
      }
    } finally {
      watch.end();
    }

    /** Changes the next request after an unusable answer, or throws if nothing is left to try. */
    async function prepareNext(
      { text, thoughts, finish }: Completion,
      plan: Plan,
      takesLimit: boolean,
    ): Promise<void> {
      const isSilent = text.trim() === '' && thoughts === '';
      if (finish === 'length') {
        if (progress.isLonger) throw new LanguageModelError('thought_out');
        progress.isLonger = true;
        progress.asksShortly = !takesLimit;
        // Some models that are constrained to a schema write whitespace until the limit.
        progress.asksPlainly ||= isSilent;
        return;
      }
      if (finish === null && (isSilent || endsInside(text))) throw new LanguageModelError('unavailable');
      if (progress.unusable !== null) throw new LanguageModelError('bad_answer');
      progress.unusable = withoutThoughts(text);
      progress.asksPlainly = !progress.unusable.includes('{');
      const { known, tokens, limit } = plan;
      const hasRoom = windowFor(tokens, limit + thoughtTokens) <= known.window;
      progress.mayThink = progress.asksPlainly && known.thinkingIsOff && hasRoom;
    }

    /** Uses a smaller window if one is known. If not, our estimate was too low and the prompt is cut. */
    async function shorten({ known, tokens, limit }: Plan, named: number | null): Promise<void> {
      progress.refusals += 1;
      const needed = windowFor(tokens, limit);
      const isSmaller = (window: number | null): window is number =>
        window !== null && window >= smallestWindow && window < needed;
      if (isSmaller(named)) await profile.namedWindow(named);
      // Ollama's loaded window is no limit: each request sets its own.
      const loaded = known.found.ollamaRoot === null ? known.loadedWindow : null;
      const window = [named, loaded].find(isSmaller);
      if (window !== undefined) progress.window = window;
      else progress.promptTokens = tokens * shorterShare;
    }

    async function complete(client: ChatClient, plan: Plan): Promise<Outcome> {
      const { known, messages, limit } = plan;
      let isHeard = false;
      let hasThought = false;
      const hear = {
        alive: watch.alive,
        sign: watch.sign,
        thought() {
          watch.sign();
          if (!hasThought) asked.onPhase?.({ name: 'thinking', tokens: null });
          hasThought = true;
        },
        text(soFar: string) {
          watch.sign();
          isHeard = true;
          asked.onText?.(soFar);
        },
      };
      for (let attempt = 1; ; attempt += 1) {
        try {
          watch.begin();
          const { signal } = watch;
          const onLoading = () => asked.onPhase?.({ name: 'loading', tokens: null });
          await client.load(windowFor(plan.tokens, limit), known.window, { signal, onLoading });
          watch.begin();
          asked.onPhase?.({ name: 'reading', tokens: plan.tokens });
          const { members } = known.thinking;
          const { asksPlainly } = progress;
          const call = { messages, schema, limit, members, asksPlainly, signal, hear };
          return { kind: 'answered', completion: await client.complete(call) };
        } catch (error) {
          const overflow = overflowOf(error);
          if (overflow) return { kind: 'too_long', window: overflow.window };
          if (refusesSystemRole(error)) {
            if (!known.takesSystemRole || progress.joinsRoles) throw new LanguageModelError('config');
            progress.joinsRoles = true;
            return { kind: 'adapted' };
          }
          if (client.adapts(error)) return { kind: 'adapted' };
          // Once text was streamed, only the caller can decide how to continue.
          const isFinal = isHeard || attempt >= tries || !mayRetry(error) || watch.isOver();
          if (isFinal) throw new LanguageModelError(watch.isOver() ? 'slow' : modelFailure(error));
          const backoff = firstRetryMs * 2 ** (attempt - 1) * (0.75 + random() / 4);
          const wait = retryAfterMs(error, clock.now()) ?? backoff;
          if (wait >= patience.furtherMs) throw new LanguageModelError(modelFailure(error));
          await sleep(wait, watch.signal).catch(() => {
            throw new LanguageModelError(watch.isOver() ? 'slow' : 'unavailable');
          });
        }
      }
    }
  };
}

type Outcome =
  | { kind: 'answered'; completion: Completion }
  /** The prompt exceeds the server's window; `window` is null if the server did not name it. */
  | { kind: 'too_long'; window: number | null }
  /** The server refused a part of the request that can be left out or sent in another form. */
  | { kind: 'adapted' };

/** Plans a call with room in the window for answer and thoughts. Throws `window` if nothing fits. */
function planned<T>(known: KnownModel, asked: StructuredRequest<T>, progress: Progress, form: string): Plan {
  const { unusable, isLonger, asksShortly, promptTokens } = progress;
  const limit = limitOf(known, asked.tokens) * (isLonger ? 2 : 1) + known.reserve;
  const repairTokens = unusable === null ? 0 : tokensOf(unusable) + tokensOf(repair);
  const taken = repairTokens + tokensOf(form) + (asksShortly ? tokensOf(shorter) : 0);
  const room = Math.min(estimatedRoom(known.window, limit), promptTokens) - taken;
  const fitted = asked.fit(room);
  const { system, user } = fitted.prompt;
  const instructions = `${system}${form}${known.thinking.system}`;
  const takesSystemRole = known.takesSystemRole && !progress.joinsRoles;
  const messages = messagesOf({ instructions, user, unusable, asksShortly, takesSystemRole });
  const plan = { ...fitted, tokens: fitted.tokens + taken, messages, known, limit };
  if (fitted.tokens > room) throw tooLong(known, plan);
  return plan;
}

interface Conversation {
  instructions: string;
  user: string;
  unusable: string | null;
  asksShortly: boolean;
  takesSystemRole: boolean;
}

/** User and assistant alternate, as model templates require, and no message is empty. */
function messagesOf(conversation: Conversation): Message[] {
  const { instructions, user, unusable, asksShortly, takesSystemRole } = conversation;
  let task = user;
  if (asksShortly) task = `${user}\n\n${shorter}`;
  else if (unusable === '') task = `${user}\n\n${reminder}`;
  const messages: Message[] = takesSystemRole
    ? [
        { role: 'system', content: instructions },
        { role: 'user', content: task },
      ]
    : [{ role: 'user', content: `${instructions}\n\n${task}` }];
  if (unusable) messages.push({ role: 'assistant', content: unusable }, { role: 'user', content: repair });
  return messages;
}

/** Gives no sizes if the prompt should fit, as when a server refused more than once and named no window. */
function tooLong({ window, remedy }: KnownModel, { tokens, limit }: Plan): LanguageModelError {
  const needed = windowFor(tokens, limit);
  if (needed <= window) return new LanguageModelError('window');
  const size = Math.ceil(needed / usualStep) * usualStep;
  return new LanguageModelError('window', { window, needed, remedy: remedy(size) });
}

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
