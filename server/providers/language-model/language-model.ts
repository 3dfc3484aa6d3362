import type { Steer } from '#shared/contracts/comment-detail.ts';
import type { Chapter, Tokens, TopComment } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import type { ModelByHand, SeenOfModel } from '#shared/contracts/settings.ts';
import type { VoiceListField, VoiceTextField } from '#shared/contracts/voice-fields.ts';
import type { ResponseSchema } from '../../text/model-text.rules.ts';
import type { ReadingAnswer, WriterAnswer } from './draft-answers.ts';

/** Calls change nothing outside, so each may be repeated. All throw LanguageModelError, and end `slow` only where nothing is heard for long. */
export interface LanguageModel {
  /** Writes one comment, or says that there is nothing to add. */
  draft(request: DraftRequest, progress?: DraftProgress): Promise<Draft>;
  /** Reads a comment as somebody else than its writer. Nothing of the answer is looked up yet. */
  read(request: ReadRequest, signal?: AbortSignal): Promise<ReaderAnswer>;
  answer<T>(question: Question<T>, signal?: AbortSignal): Promise<T>;
  /** Tokens that a draft of this request would leave to its transcript. */
  transcriptTokens(request: DraftRequest): Promise<number>;
  /** Asks the server where nothing is known of it yet. */
  profile(): Promise<ModelProfile>;
  /** Has a local server load the model, so that the next call need not wait for that. */
  load(): Promise<void>;
}

export interface Prompt {
  system: string;
  user: string;
}

/** Asks for an object of a given form. */
export interface Question<T> {
  /** In so many tokens, or in the fewest that it needs. */
  prompt(tokens: number): Prompt;
  schema: ResponseSchema<T>;
  answerTokens: number;
  /** On a local server it waits until no draft is under way. */
  waitsForDrafts: boolean;
}

export interface ModelServer {
  /** Ends in /v1 on most servers. */
  baseUrl: string;
  /** Null for servers that want none. */
  apiKey: string | null;
}

export interface ModelConnection extends ModelServer {
  model: string;
  byHand: ModelByHand;
  seen: SeenOfModel;
  /** How often learned values were forgotten. A client made before the last time is not used any more. */
  timesForgotten?: number;
}

export const nothingSeen: SeenOfModel = {
  namedWindow: null,
  hasThought: false,
  withoutSystemRole: false,
  needsThinking: false,
};

/** What is known of the model in use. Who needs a size asks it. */
export interface ModelProfile {
  /** "Ollama 0.12.3". */
  server: string;
  model: string;
  /** Tokens that prompt and answer may take together. */
  window: number;
  /** False where nobody told it: then it is a usual one. */
  isWindowKnown: boolean;
  /** As loaded at present; null where the server does not tell. */
  loadedWindow: number | null;
  /** What the model can hold; null where nobody tells. */
  possibleWindow: number | null;
  thinks: boolean;
  /** It is told not to, and obeys. */
  thinkingIsOff: boolean;
  /** Answers one call after another. */
  isLocal: boolean;
  /** How the person loads it with a window of so many tokens, as the rest of a sentence. */
  remedy: (tokens: number) => string;
}

/** Returns the names of a server's models. Throws LanguageModelError. */
export type ListModels = (server: ModelServer, timeoutMs: number) => Promise<string[]>;

/** What a call waits for; `tokens` of the prompt while that is read. */
export interface CallPhase {
  name: 'loading' | 'reading' | 'thinking';
  tokens: number | null;
}

export interface DraftProgress {
  signal?: AbortSignal | undefined;
  /** Receives the whole unchecked comment so far. */
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
  /** Of the person's own hand only. */
  examples: readonly string[];
  corrections: readonly string[];
  begun?: string;
  /** The thread to answer in, where it is no comment on the video itself. */
  thread?: DraftThread;
  material: PromptMaterial;
  /** Another version of this text. */
  steered?: { text: string; steer: Steer | null; instruction: string | null };
  /** The owner's last comments, newest first, whose openings and ends should not come again. */
  recent?: readonly string[];
  /** Comments that are shown already: this one needs another angle. */
  others?: readonly string[];
  /** Must write: "nothing to add" was said before, or there is a point. */
  anyway?: boolean;
}

/** What a draft may speak about besides title and description. */
export interface PromptMaterial {
  chapters: readonly Chapter[];
  comments: readonly TopComment[];
  /** What of it has room in so many tokens: all, whole stretches with their times, or nothing. Null without a transcript. */
  transcript: ((tokens: number) => string) | null;
  notes: string | null;
  /** What the person wants to say. */
  point: string | null;
  /** What the person wrote before on the same subject, newest first. */
  ownComments: readonly OwnComment[];
}

export interface OwnComment {
  text: string;
  at: Date;
  videoTitle: string | null;
}

export type ReadRequest = Pick<DraftRequest, 'video' | 'profile' | 'material' | 'thread'> & {
  comment: string;
  /** Four of the person’s own; fewer where there are no more. */
  ownTexts: readonly string[];
};

/** As the model said it. */
export type ReaderAnswer = ReadingAnswer & Told;

export interface DraftThread {
  /** The person's own comment, on top of the thread. */
  comment: string;
  /** The latest before the reply, oldest first; null for the person's own. */
  earlier: readonly { authorName: string | null; text: string }[];
  /** What is answered. */
  reply: { authorName: string; text: string; hasPicture?: boolean };
}

export type PromptProfile = Readonly<
  { name: string } & Record<VoiceTextField, string | null> & Record<VoiceListField, readonly string[]>
>;

export type Draft = WriterAnswer & Told;
export type SourceClaim = Draft['claims'][number];

interface Told {
  model: string;
  call: DraftCall;
}

export interface DraftCall {
  promptVersion: string;
  parts: readonly PromptPart[];
  /** Tokens that the transcript had room for; null without one. */
  transcriptTokens: number | null;
  tokens: Tokens | null;
  costUsd: number | null;
  /** Whether the first answer kept to the response schema that was sent. */
  structured: boolean;
  /** Whether the answer came in pieces. */
  streamed: boolean;
}

export interface PromptPart {
  name: string;
  text: string;
}

/** Those that pass by themselves come first, then those that need a person, then those about this text. */
export type LanguageModelFailure =
  | 'unreachable'
  | 'slow'
  | 'unavailable'
  | 'busy'
  | LastingFailure
  | 'window'
  | 'thought_out'
  | 'refused'
  /** Only the sandbox's model: it looks drafts up. */
  | 'unprepared'
  | 'bad_answer';

/** Of a prompt that does not fit. */
export interface TooLong {
  /** Tokens that the model holds. */
  window: number;
  /** Tokens of what cannot be left out, and of the answer. */
  needed: number;
  remedy: string;
}

const lasting = ['no_model', 'not_a_server', 'bad_key', 'unknown_model', 'quota', 'config'] as const;
type LastingFailure = (typeof lasting)[number];

export const isLasting = (kind: LanguageModelFailure): boolean =>
  (lasting as readonly LanguageModelFailure[]).includes(kind);

export class LanguageModelError extends Error {
  readonly kind: LanguageModelFailure;
  /** Given with `window`. */
  readonly tooLong: TooLong | null;

  constructor(kind: LanguageModelFailure, tooLong: TooLong | null = null) {
    super(`Language model: ${kind}`);
    this.name = 'LanguageModelError';
    this.kind = kind;
    this.tooLong = tooLong;
  }
}
