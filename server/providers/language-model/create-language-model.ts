import { setTimeout } from 'node:timers/promises';
import type { Tokens } from '#shared/contracts/drafts.ts';
import type { Clock } from '../../core/clock.ts';
import { type Patience, patient } from '../../core/outgoing.ts';
import {
  commentSoFar,
  jsonAnswer,
  type ResponseSchema,
  tokenRange,
  tokensOf,
  withoutThoughts,
} from '../../text/model-text.rules.ts';
import { readerAnswer, writerAnswer } from './draft-answers.ts';
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
  smallerWindow,
  wholePrompt,
} from './model-profile.ts';
import {
  type ChatClient,
  type Completion,
  type Message,
  mayRetry,
  modelFailure,
  overflowOf,
  retryAfterMs,
  sumTokens,
} from './openai-client.ts';
import { PROMPT_VERSION, readerPrompt, writerPrompt } from './prompts.ts';
import { costUsd, createClients } from './servers.ts';

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

interface Deps extends Required<Pick<LanguageModelOptions, 'clock' | 'random' | 'sleep' | 'patience'>> {
  clientFor: (known: KnownModel) => ChatClient;
  profile: KnownModelProfile;
}

export interface StructuredRequest<T> {
  /** Writes the prompt for so many estimated tokens. */
  fit: (room: number) => FittedPrompt;
  schema: ResponseSchema<T>;
  tokens: AnswerTokens;
  signal?: AbortSignal | undefined;
  /** Receives the answer so far; a second try starts over. */
  onText?: ((soFar: string) => void) | undefined;
  onPhase?: ((phase: CallPhase) => void) | undefined;
}

/** A call as it is sent. */
interface Plan extends FittedPrompt {
  messages: Message[];
  known: KnownModel;
  limit: number;
  /** What a whole reading would count at least. */
  least: number;
}

const tries = 3;
const firstRetryMs = 500;
const windowStep = 1024;
const usualStep = 4096;
const estimateShort = 0.85;

const repair =
  'That answer could not be used. Answer again: only the one JSON object asked for, complete, with every member, and nothing around it.';

/** Plans each call so that it fits, and once more if the server shows that it did not; repairs an answer once. Throws only LanguageModelError. */
function createRequestStructured({ profile, clientFor, random, clock, sleep, patience }: Deps) {
  return async function requestStructured<T>(asked: StructuredRequest<T>) {
    const { schema } = asked;
    const watch = patient(patience, asked.signal);
    const answered: Message[] = [];
    let used: Tokens | null = null;
    let isRepaired = false;
    let isReplanned = false;
    let isLonger = false;
    try {
      for (;;) {
        const known = await profile.current();
        const client = clientFor(known);
        const plan = planned(known, asked, { answered, form: client.formInWords(schema), isLonger });
        const completion = await complete(client, plan);
        // What the server refused is left out of the next plan.
        if (completion === null) continue;
        if ('window' in completion) {
          // A figure that we thought to have kept to: the estimate was short.
          const { window } = completion;
          await profile.sawWindow(window < known.window ? window : Math.floor(known.window * estimateShort));
          if (isReplanned) throw tooLong(await profile.current(), { ...plan, ...asked.fit(0) });
          isReplanned = true;
          continue;
        }
        await profile.saw(completion, answered.length > 0 ? 0 : plan.tokens);
        used = sumTokens(used, completion.tokens);
        const value = schema.read(jsonAnswer(completion.text));
        if (value !== null) {
          const { model, pieces } = completion;
          const structured = !isRepaired && client.formInWords(schema) === '';
          return { value, fitted: plan, model, tokens: used, structured, streamed: pieces > 1 };
        }
        if (completion.finish === 'length') {
          if (isLonger) throw new LanguageModelError('thought_out');
          isLonger = true;
          continue;
        }
        if (completion.finish === null) throw new LanguageModelError('unavailable');
        if (isRepaired) throw new LanguageModelError('bad_answer');
        isRepaired = true;
        answered.push(
          { role: 'assistant', content: withoutThoughts(completion.text) },
          { role: 'user', content: repair },
        );
      }
    } finally {
      watch.end();
    }

    async function complete(client: ChatClient, plan: Plan): Promise<Completion | { window: number } | null> {
      const { known, messages, limit } = plan;
      let isHeard = false;
      let hasThought = false;
      const hear = {
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
          const needed = known.factor * (plan.tokens / (1 - known.margin)) + limit;
          await client.load(needed, known.window, { signal, onLoading });
          watch.begin();
          asked.onPhase?.({ name: 'reading', tokens: Math.round(known.factor * plan.tokens) });
          const { members } = known.found.thinking;
          const call = { messages, schema, limit, members, signal, hear };
          const completion = await client.complete(call);
          return cutBy(plan, completion) ?? completion;
        } catch (error) {
          const overflow = overflowOf(error);
          if (overflow)
            return { window: overflow.window ?? smallerWindow(known, known.factor * plan.tokens + limit) };
          if (client.adapts(error)) return null;
          // Text already streamed is the caller's to continue.
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

/** Window less the answer's limit and the reserve for thoughts is the room of the prompt. Throws `window` where not even the least fits. */
function planned<T>(
  known: KnownModel,
  asked: StructuredRequest<T>,
  soFar: { answered: readonly Message[]; form: string; isLonger: boolean },
): Plan {
  const limit = limitOf(known, asked.tokens) * (soFar.isLonger ? 2 : 1) + known.reserve;
  const before = soFar.answered.map(({ content }) => tokensOf(content));
  const taken = before.reduce((sum, tokens) => sum + tokens, tokensOf(soFar.form));
  const room = estimatedRoom(known, limit) - taken;
  const fitted = asked.fit(room);
  const { system, user } = fitted.prompt;
  const messages: Message[] = [
    { role: 'system', content: `${system}${soFar.form}${known.found.thinking.system}` },
    { role: 'user', content: user },
    ...soFar.answered,
  ];
  const least = tokenRange(messages.map(({ content }) => content).join('\n')).least;
  const plan = { ...fitted, tokens: fitted.tokens + taken, messages, known, limit, least };
  if (fitted.tokens > room) throw tooLong(known, plan);
  return plan;
}

/** What is needed counts the answer; less than the window where a server refused twice and named no figure. */
function tooLong({ window, remedy, ...known }: KnownModel, { tokens, limit }: Plan): LanguageModelError {
  const needed = Math.ceil((known.factor * tokens) / (1 - known.margin)) + limit;
  if (needed <= window) return new LanguageModelError('window');
  const size = Math.ceil(needed / usualStep) * usualStep;
  return new LanguageModelError('window', { window, needed, remedy: remedy(size) });
}

/** What the count of tokens gives away (wire W12); null where the prompt was read whole. */
function cutBy({ known, least, ...plan }: Plan, { tokens }: Completion): { window: number } | null {
  if (!tokens) return null;
  const total = tokens.input + tokens.output;
  const isShort = tokens.input < known.factor * least;
  // Any sum may be a multiple by chance, and the estimate a little long.
  const isUsual = total % usualStep === 0 || total === known.window;
  const fullBelow = isUsual ? 0.97 : total % windowStep === 0 ? 0.9 : 0;
  const isFull = tokens.input < known.factor * plan.tokens * fullBelow;
  if (!isShort && !isFull) return null;
  return { window: Math.ceil(total / windowStep) * windowStep };
}

export interface LanguageModelOptions extends Pick<ProfileDeps, 'find' | 'learn'> {
  connection: ModelConnection;
  clock: Clock;
  random: () => number;
  sleep?: Sleep;
  patience?: Patience;
}

/** Of answers. The comment's sentences are written twice, with a quote each. */
const answerTokens = { draft: { most: 3500, fewest: 1200 }, read: { most: 2000, fewest: 900 } };

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
  const clientFor = createClients(connection);
  const requestStructured = createRequestStructured({ clientFor, profile, random, clock, sleep, patience });
  /** Drafts and readings under way. */
  const writing = new Set<Promise<unknown>>();

  function first<T>(work: Promise<T>): Promise<T> {
    writing.add(work);
    return work.finally(() => writing.delete(work));
  }

  /** What a writer or a reader says, and what it took. */
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
          // The next call tells what is wrong.
        });
    },
  };
}
