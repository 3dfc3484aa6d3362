import type { Steer } from '#shared/contracts/comment-detail.ts';
import type { Chapter, Tokens, TopComment } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import type { ModelByHand, SeenOfModel } from '#shared/contracts/settings.ts';
import type { VoiceListField, VoiceTextField } from '#shared/contracts/voice-fields.ts';
import type { ResponseSchema } from '../../text/model-text.rules.ts';
import type { ReadingAnswer, WriterAnswer } from './draft-answers.ts';

/**
 * Asks a language model. No call changes anything outside, so each may be repeated. All calls throw
 * LanguageModelError; they throw `slow` only if the server was silent for too long.
 */
export interface LanguageModel {
  /** Writes one comment, or says that there is nothing to add. */
  draft(request: DraftRequest, progress?: DraftProgress): Promise<DraftAnswer>;
  /**
   * Reviews a comment independently of the call that wrote it. The claims in the answer are not verified yet.
   */
  read(request: ReadRequest, signal?: AbortSignal): Promise<ReaderAnswer>;
  answer<T>(question: Question<T>, signal?: AbortSignal): Promise<T>;
  /** Returns how many tokens a draft of this request would leave for its transcript. */
  transcriptTokens(request: DraftRequest): Promise<number>;
  /** Asks the server again, because the model may have been reloaded with other settings. */
  profile(): Promise<ModelProfile>;
  /**
   * Makes a local server load the model, so that the next call need not wait for it. Ignores the server's
   * errors.
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
  /** If true, the question waits until no draft is in progress on a local server. */
  waitsForDrafts: boolean;
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
   * Counts how often the learned values were reset. A client created before the last reset must not be used.
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
export const windowOf = (tokens: number): number => Math.ceil(tokens / windowStep) * windowStep;

export interface ModelProfile {
  /** Name of the server, with its version if known: "Ollama 0.12.3". */
  server: string;
  model: string;
  /** Tokens that prompt and answer may take together. */
  window: number;
  /** False if no window is known, so that `window` is a default. */
  isWindowKnown: boolean;
  /** The window in tokens that the model is loaded with; null if the server does not report it. */
  loadedWindow: number | null;
  /** The largest window in tokens that the model supports; null if unknown. */
  possibleWindow: number | null;
  thinks: boolean;
  /** True if requests tell the model not to think and it complies. */
  thinkingIsOff: boolean;
  /** True for a server that answers one call at a time. */
  isLocal: boolean;
  /** Returns the end of a sentence that tells the owner how to get a window of this many tokens. */
  remedy: (tokens: number) => string;
}

/** Returns the names of a server's models. Throws LanguageModelError. */
export type ListModels = (server: ModelServer, timeoutMs: number) => Promise<string[]>;

/** What a call waits for. `tokens` is the size of the prompt while the model reads it, otherwise null. */
export interface CallPhase {
  name: 'loading' | 'reading' | 'thinking';
  tokens: number | null;
}

export interface DraftProgress {
  signal?: AbortSignal | undefined;
  /** Receives the whole comment so far, which is not checked yet. */
  onComment(soFar: string): void;
  onPhase?(phase: CallPhase): void;
}

export interface PromptVideo {
  title: string;
  description: string | null;
  channelTitle: string;
  topics: readonly string[];
  language: string | null;
}

export interface DraftRequest {
  style: CommentStyle;
  video: PromptVideo;
  profile: PromptProfile | null;
  rules: readonly string[];
  /** Only comments that the owner wrote themselves. */
  examples: readonly string[];
  corrections: readonly string[];
  begun?: string;
  /** The thread to answer in; missing for a comment on the video itself. */
  thread?: DraftThread;
  material: PromptMaterial;
  /** Asks for another version of `text`. */
  steered?: { text: string; steer: Steer | null; instruction: string | null };
  /** The owner's last comments, newest first. The draft should not begin or end like any of them. */
  recent?: readonly string[];
  /** Drafts that the owner already sees. The new draft must take another angle. */
  shownDrafts?: readonly string[];
  /**
   * If true, the model must not answer that there is nothing to add, for example because the owner gave a
   * point.
   */
  anyway?: boolean;
}

/** What a draft may mention besides the facts in PromptVideo. */
export interface PromptMaterial {
  chapters: readonly Chapter[];
  comments: readonly TopComment[];
  /**
   * Returns what fits into this many tokens: the whole transcript, whole stretches with their times, or
   * nothing. Null without a transcript.
   */
  transcript: ((tokens: number) => string) | null;
  notes: string | null;
  /** What the owner wants to say. */
  point: string | null;
  /** Earlier comments of the owner on the same subject, the best match first. */
  ownComments: readonly OwnComment[];
}

export interface OwnComment {
  text: string;
  at: Date;
  videoTitle: string | null;
}

export type ReadRequest = Pick<DraftRequest, 'video' | 'profile' | 'material' | 'thread'> & {
  comment: string;
  /** Up to four comments that the owner wrote. */
  ownTexts: readonly string[];
};

/** The model's answer, whose claims are not verified. */
export type ReaderAnswer = ReadingAnswer & Told;

export interface DraftThread {
  /** The owner's comment that starts the thread. */
  comment: string;
  /** The latest texts before the reply, oldest first. The author is null for the owner's own texts. */
  earlier: readonly { authorName: string | null; text: string }[];
  reply: { authorName: string; text: string; hasPicture?: boolean };
}

export type PromptProfile = Readonly<
  { name: string } & Record<VoiceTextField, string | null> & Record<VoiceListField, readonly string[]>
>;

/** The model's answer to a request for a draft. It is neither checked nor stored. */
export type DraftAnswer = WriterAnswer & Told;
export type SourceClaim = DraftAnswer['claims'][number];

interface Told {
  model: string;
  call: DraftCall;
}

export interface DraftCall {
  promptVersion: string;
  parts: readonly PromptPart[];
  /** Tokens that were available for the transcript; null without a transcript. */
  transcriptTokens: number | null;
  tokens: Tokens | null;
  costUsd: number | null;
  /** True if the usable answer came without a repair, from a server that accepts a JSON schema. */
  structured: boolean;
  streamed: boolean;
}

export interface PromptPart {
  name: string;
  text: string;
}

/**
 * Failures that may pass by themselves come first, then those that the owner must fix, then those about this
 * text.
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
  /** Tokens needed by the answer and by the parts of the prompt that cannot be left out. */
  needed: number;
  remedy: string;
}

const lasting = ['no_model', 'not_a_server', 'bad_key', 'unknown_model', 'quota', 'config'] as const;
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
