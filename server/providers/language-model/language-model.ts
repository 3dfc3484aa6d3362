import type { Tokens } from '#shared/contracts/drafts.ts';
import type { ModelByHand, SeenOfModel } from '#shared/contracts/settings.ts';
import type { ResponseSchema } from '../../text/model-text.rules.ts';

/**
 * Asks a language model, without knowing what for: prompts and the form of their answers
 * belong to the features. No call changes anything outside, so each may be repeated. All
 * calls throw LanguageModelError; they throw `slow` only if the server was silent for too
 * long.
 */
export interface LanguageModel {
  answer<T>(question: Question<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Answers a question that the owner waits for, reports the progress, and records how it
   * was answered.
   */
  answerNow<T, P extends Prompt>(
    question: UrgentQuestion<T, P>,
    progress?: Progress,
  ): Promise<Answered<T, P>>;
  /**
   * Returns how many tokens the prompt of a question may have when its answer has this
   * size.
   */
  promptRoom(answerTokens: AnswerTokens): Promise<number>;
  /**
   * Asks the server again, because the model may have been reloaded with other settings.
   */
  profile(): Promise<ModelProfile>;
  /**
   * Makes a local server load the model, so that the next call need not wait for it.
   * Ignores the server's errors.
   */
  load(): Promise<void>;
}

export interface Prompt {
  system: string;
  user: string;
}

/** A question whose answer is a JSON object with the given schema. */
export interface Question<T> {
  /** Writes the prompt in at most `tokens` tokens, or in the fewest tokens it can. */
  prompt(tokens: number): Prompt;
  schema: ResponseSchema<T>;
  answerTokens: number;
  /** If true, the question waits until a local server answers no urgent question. */
  waitsForDrafts: boolean;
}

/** A question that the owner waits for, such as the request for a draft. */
export interface UrgentQuestion<T, P extends Prompt> {
  prompt(tokens: number): P;
  schema: ResponseSchema<T>;
  answerTokens: AnswerTokens;
}

/**
 * Size of an answer in tokens: the most it may have, and the fewest that even a small
 * window must leave for it.
 */
export interface AnswerTokens {
  most: number;
  fewest: number;
}

/**
 * What a call waits for. `tokens` is the size of the prompt while the model reads it,
 * otherwise null.
 */
export interface CallPhase {
  name: 'loading' | 'reading' | 'thinking';
  tokens: number | null;
}

export interface Progress {
  signal?: AbortSignal | undefined;
  /**
   * Receives the answer so far, with its thoughts. A second attempt starts again with an
   * empty answer. `thinks` is true for a model whose text may begin with thoughts.
   */
  onText?: ((soFar: string, thinks: boolean) => void) | undefined;
  onPhase?: ((phase: CallPhase) => void) | undefined;
}

export interface Answered<T, P extends Prompt> {
  value: T;
  /** The prompt of the call that was answered. */
  prompt: P;
  /** The model that answered, as its server names it. */
  model: string;
  /** Tokens of all calls together; null if the server does not count them. */
  tokens: Tokens | null;
  costUsd: number | null;
  /**
   * True if the usable answer came without a repair, from a server that accepts a JSON
   * schema.
   */
  structured: boolean;
  streamed: boolean;
}

export interface ModelServer {
  /** Ends in /v1 on most servers. */
  baseUrl: string;
  /** Null for servers that need no key. */
  apiKey: string | null;
}

export interface ModelConnection extends ModelServer {
  model: string;
  byHand: ModelByHand;
  seen: SeenOfModel;
  /**
   * Counts how often the learned values were reset. A client created before the last
   * reset must not be used.
   */
  timesForgotten?: number;
}

export const nothingSeen: SeenOfModel = {
  namedWindow: null,
  hasThought: false,
  withoutSystemRole: false,
  needsThinking: false,
};

/** Windows are requested and recommended in multiples of this many tokens. */
const windowStep = 4096;

/** Returns the next window, in tokens, that has room for so many tokens. */
export const windowOf = (tokens: number): number =>
  Math.ceil(tokens / windowStep) * windowStep;

export interface ModelProfile {
  /** Name of the server, with its version if known: "Ollama 0.12.3". */
  server: string;
  model: string;
  /** Tokens that prompt and answer may take together. */
  window: number;
  /** False if no window is known, so that `window` is a default. */
  isWindowKnown: boolean;
  /**
   * The window in tokens that the model is loaded with; null if the server does not
   * report it.
   */
  loadedWindow: number | null;
  /** The largest window in tokens that the model supports; null if unknown. */
  possibleWindow: number | null;
  thinks: boolean;
  /** True if requests tell the model not to think and it complies. */
  thinkingIsOff: boolean;
  /** True for a server that answers one call at a time. */
  isLocal: boolean;
  /**
   * Returns the end of a sentence that tells the owner how to get a window of this many
   * tokens.
   */
  remedy: (tokens: number) => string;
}

/** Returns the names of a server's models. Throws LanguageModelError. */
export type ListModels = (server: ModelServer, timeoutMs: number) => Promise<string[]>;

/**
 * Failures that may pass by themselves come first, then those that the owner must fix,
 * then those about this text.
 */
export type LanguageModelFailure =
  | 'unreachable'
  | 'slow'
  | 'unavailable'
  | 'busy'
  | LastingFailure
  | 'window'
  | 'thought_out'
  | 'refused'
  /** Only thrown for the sandbox's model, which has no prepared draft for this video. */
  | 'unprepared'
  | 'bad_answer';

/** The sizes of a prompt that does not fit the model's window. */
export interface TooLong {
  /** The model's window in tokens. */
  window: number;
  /**
   * Tokens needed by the answer and by the parts of the prompt that cannot be left out.
   */
  needed: number;
  remedy: string;
}

const lasting = [
  'no_model',
  'not_a_server',
  'bad_key',
  'unknown_model',
  'quota',
  'config',
] as const;
type LastingFailure = (typeof lasting)[number];

export const isLasting = (kind: LanguageModelFailure): boolean =>
  (lasting as readonly LanguageModelFailure[]).includes(kind);

export class LanguageModelError extends Error {
  readonly kind: LanguageModelFailure;
  /** Only set for the kind `window`, and only if the sizes are known. */
  readonly tooLong: TooLong | null;

  constructor(kind: LanguageModelFailure, tooLong: TooLong | null = null) {
    super(`Language model: ${kind}`);
    this.name = 'LanguageModelError';
    this.kind = kind;
    this.tooLong = tooLong;
  }
}
