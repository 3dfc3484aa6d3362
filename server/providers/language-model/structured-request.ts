import type { Tokens } from '#shared/contracts/drafts.ts';
import { smallestWindow } from '#shared/contracts/settings.ts';
import type { Clock } from '../../core/clock.ts';
import { type Patience, patient } from '../../core/outgoing.ts';
import { answerIn, endsInside, withoutThoughts } from '../../text/model-answer.rules.ts';
import { promptTokens, type ResponseSchema } from '../../text/model-text.rules.ts';
import type { Completion } from './answer-reader.ts';
import {
  nothingLearned,
  type Plan,
  type Progress,
  planned,
  type StructuredRequest,
  tooLong,
} from './call-plan.ts';
import {
  mayRetry,
  modelFailure,
  overflowOf,
  refusesSystemRole,
  retryAfterMs,
} from './failures.ts';
import { LanguageModelError, type Prompt } from './language-model.ts';
import {
  type KnownModel,
  type KnownModelProfile,
  thoughtTokens,
  windowFor,
} from './model-profile.ts';
import { type ChatClient, sumTokens } from './openai-client.ts';

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

interface Deps {
  clientFor: (known: KnownModel) => ChatClient;
  profile: KnownModelProfile;
  clock: Clock;
  random: () => number;
  sleep: Sleep;
  patience: Patience;
}

export interface StructuredAnswer<T, P extends Prompt = Prompt> {
  value: T;
  /** The prompt of the call that was answered. */
  prompt: P;
  model: string;
  tokens: Tokens | null;
  /**
   * True if the usable answer came without a repair, from a server that accepts a JSON
   * schema.
   */
  structured: boolean;
  streamed: boolean;
}

/**
 * One request, whose calls share a deadline and what was learned from the calls before.
 */
interface Running<T, P extends Prompt = Prompt> {
  asked: StructuredRequest<T, P>;
  progress: Progress;
  watch: ReturnType<typeof patient>;
}

interface Call<P extends Prompt = Prompt> {
  client: ChatClient;
  plan: Plan<P>;
  /**
   * True if the instructions contain the schema, because the server does not take it or
   * ignored it.
   */
  spellsOutSchema: boolean;
}

type Outcome =
  | { kind: 'answered'; completion: Completion }
  /**
   * The prompt exceeds the server's window; `window` is null if the server did not name
   * it.
   */
  | { kind: 'too_long'; window: number | null }
  /**
   * The server refused a part of the request that can be left out or sent in another
   * form.
   */
  | { kind: 'adapted' };

const tries = 3;
const firstRetryMs = 500;
/**
 * Up to this share of a wait is left out at random, so that parallel calls do not retry
 * all at once.
 */
const jitterShare = 0.25;
/** The most times that a prompt is shortened after the server refused it as too long. */
const shortenings = 2;
/**
 * Share kept of a prompt that should have fitted. Real tokenizers count up to 1.4 times
 * our estimate.
 */
const shorterShare = 0.7;

const inWords = ({ schema }: ResponseSchema<unknown>): string =>
  `\n\nThe JSON Schema of the answer:\n${JSON.stringify(schema)}`;

/**
 * Fits the prompt to the window and repairs an unusable answer once. Throws only
 * LanguageModelError.
 */
export function createRequestStructured(deps: Deps) {
  return async function requestStructured<T, P extends Prompt>(
    asked: StructuredRequest<T, P>,
  ): Promise<StructuredAnswer<T, P>> {
    const watch = patient(deps.patience, asked.signal);
    try {
      return await callUntilUsable(deps, { asked, watch, progress: nothingLearned() });
    } finally {
      watch.end();
    }
  };
}

async function callUntilUsable<T, P extends Prompt>(
  deps: Deps,
  request: Running<T, P>,
): Promise<StructuredAnswer<T, P>> {
  let tokens: Tokens | null = null;
  for (;;) {
    const call = await planCall(deps, request);
    const outcome = await callWithRetries(deps, request, call);
    if (outcome.kind === 'too_long')
      await shorten(deps, request, call.plan, outcome.window);
    if (outcome.kind !== 'answered') continue;
    const { completion } = outcome;
    tokens = sumTokens(tokens, completion.tokens);
    const value = learnAndRead(deps, request, call, completion);
    if (value !== null) {
      return {
        value,
        prompt: call.plan.prompt,
        model: completion.model,
        tokens,
        structured: !call.spellsOutSchema,
        streamed: completion.pieces > 1,
      };
    }
    prepareNext(request.progress, call, completion);
  }
}

async function planCall<T, P extends Prompt>(
  { profile, clientFor }: Deps,
  { asked, progress }: Running<T, P>,
): Promise<Call<P>> {
  const model = await profile.current(progress.mayThink);
  const known = { ...model, window: Math.min(model.window, progress.window) };
  const client = clientFor(known);
  // A repair must differ from the first request, so it spells out the schema.
  const isRepair = progress.unusable !== null;
  const spellsOutSchema = isRepair || !client.takesSchema();
  const form = spellsOutSchema ? inWords(asked.schema) : '';
  return { client, plan: planned(known, asked, progress, form), spellsOutSchema };
}

/**
 * Remembers what the answer shows about the model. Returns null if the answer is
 * unusable.
 */
function learnAndRead<T>(
  { profile }: Deps,
  { asked, progress }: Running<T>,
  { plan }: Call,
  completion: Completion,
): T | null {
  profile.saw(completion);
  if (progress.joinsRoles) profile.needs('withoutSystemRole');
  const value = answerIn(completion, asked.schema, {
    isCut: completion.finish === 'length',
    mayEndEarly: progress.unusable !== null && completion.finish === 'stop',
  });
  const isOllama = plan.known.found.ollamaRoot !== null;
  if (value !== null && progress.mayThink && isOllama) profile.needs('needsThinking');
  return value;
}

/**
 * Changes the next request after an unusable answer, or throws if nothing is left to try.
 */
function prepareNext(
  progress: Progress,
  { client, plan }: Call,
  completion: Completion,
): void {
  const { text, thoughts, finish } = completion;
  const isSilent = text.trim() === '' && thoughts === '';
  if (finish === 'length') {
    if (progress.isLonger) throw new LanguageModelError('thought_out');
    progress.isLonger = true;
    progress.asksShortly = !client.takesLimit();
    // Some models that are constrained to a schema write whitespace until the limit.
    progress.asksPlainly ||= isSilent;
    return;
  }
  if (finish === null && (isSilent || endsInside(text)))
    throw new LanguageModelError('unavailable');
  if (progress.unusable !== null) throw new LanguageModelError('bad_answer');
  progress.unusable = withoutThoughts(text);
  progress.asksPlainly = !progress.unusable.includes('{');
  const { known, tokens, limit } = plan;
  const hasRoom = windowFor(tokens, limit + thoughtTokens) <= known.window;
  progress.mayThink = progress.asksPlainly && known.thinkingIsOff && hasRoom;
}

/**
 * Uses a smaller window if one is known. If not, our estimate was too low and the prompt
 * is cut. Throws `window` if the prompt was shortened often enough.
 */
async function shorten<T>(
  { profile }: Deps,
  { asked, progress }: Running<T>,
  plan: Plan,
  named: number | null,
): Promise<void> {
  const { known, tokens, limit } = plan;
  if (progress.refusals === shortenings) {
    throw tooLong(known, { tokens: promptTokens(asked.fit(0)), limit });
  }
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

/** Repeats a call that failed for a while, unless text was already streamed. */
async function callWithRetries<T>(
  deps: Deps,
  request: Running<T>,
  call: Call,
): Promise<Outcome> {
  const { watch, progress } = request;
  const listener = createListener(request);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { kind: 'answered', completion: await callOnce(request, call, listener) };
    } catch (error) {
      const outcome = outcomeOf(error, call, progress);
      if (outcome) return outcome;
      // Once text was streamed, only the caller can decide how to continue.
      const isFinal =
        listener.isHeard() || attempt >= tries || !mayRetry(error) || watch.isOver();
      if (isFinal)
        throw new LanguageModelError(watch.isOver() ? 'slow' : modelFailure(error));
      await waitBeforeRetry(deps, watch, error, attempt);
    }
  }
}

/**
 * Reports what arrives to the caller of the request, and keeps the deadline from passing.
 */
function createListener<T>({ asked, watch }: Running<T>) {
  let isHeard = false;
  let hasThought = false;
  return {
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
    /** Returns true once a part of the answer's text has arrived. */
    isHeard: () => isHeard,
  };
}

async function callOnce<T>(
  { asked, progress, watch }: Running<T>,
  { client, plan }: Call,
  hear: ReturnType<typeof createListener<T>>,
): Promise<Completion> {
  const { known, messages, limit, tokens } = plan;
  const { signal } = watch;
  watch.begin();
  const onLoading = () => asked.onPhase?.({ name: 'loading', tokens: null });
  await client.load(windowFor(tokens, limit), known.window, { signal, onLoading });
  watch.begin();
  asked.onPhase?.({ name: 'reading', tokens });
  const { schema } = asked;
  const { members } = known.thinking;
  const { asksPlainly } = progress;
  return client.complete({ messages, schema, limit, members, asksPlainly, signal, hear });
}

/**
 * Returns how the next call has to differ after this error; null if it should be repeated
 * as it was.
 */
function outcomeOf(
  error: unknown,
  { client, plan }: Call,
  progress: Progress,
): Outcome | null {
  const overflow = overflowOf(error);
  if (overflow) return { kind: 'too_long', window: overflow.window };
  if (refusesSystemRole(error)) {
    if (!plan.known.takesSystemRole || progress.joinsRoles)
      throw new LanguageModelError('config');
    progress.joinsRoles = true;
    return { kind: 'adapted' };
  }
  return client.adapts(error) ? { kind: 'adapted' } : null;
}

/**
 * Throws if the server asks to wait longer than its silence is tolerated, and if the wait
 * is aborted.
 */
async function waitBeforeRetry(
  { random, clock, patience, sleep }: Deps,
  watch: Running<unknown>['watch'],
  error: unknown,
  attempt: number,
): Promise<void> {
  const backoff =
    firstRetryMs * 2 ** (attempt - 1) * (1 - jitterShare + jitterShare * random());
  const wait = retryAfterMs(error, clock.now()) ?? backoff;
  if (wait >= patience.furtherMs) throw new LanguageModelError(modelFailure(error));
  try {
    await sleep(wait, watch.signal);
  } catch {
    throw new LanguageModelError(watch.isOver() ? 'slow' : 'unavailable');
  }
}
