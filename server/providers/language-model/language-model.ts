import type { Tokens } from '#shared/contracts/draft-record.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { SourceKind, Steer } from '#shared/contracts/grounding.ts';
import type { Chapter, TopComment } from '#shared/contracts/material.ts';
import type { ContentInsights } from '#shared/contracts/videos.ts';
import type { VoiceListField, VoiceTextField } from '#shared/contracts/voice-fields.ts';

/** Calls change nothing outside, so each may be repeated. All throw LanguageModelError. */
export interface LanguageModel {
  /** Writes one comment, or says that there is nothing to add. Takes at most 60 s. */
  draft(request: DraftRequest, progress?: DraftProgress): Promise<Draft>;
  /** Reads a comment as somebody else than its writer. Nothing of the answer is looked up yet. Takes at most 60 s. */
  read(request: ReadRequest, signal?: AbortSignal): Promise<ReaderAnswer>;
  /** Takes at most 20 s; videos the model left out are missing. */
  assess(
    videos: readonly AssessedVideo[],
    expertise: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<number, Assessment>>;
  /** Takes at most 60 s. */
  proposeStyleRules(request: StyleRulesRequest): Promise<ProposedStyleRule[]>;
}

export interface ModelConnection {
  /** Ends in /v1 on most servers. */
  baseUrl: string;
  /** Null for servers that want none. */
  apiKey: string | null;
  model: string;
}

/** Returns the names of a server's models. Throws LanguageModelError. */
export type ListModels = (server: Omit<ModelConnection, 'model'>, timeoutMs: number) => Promise<string[]>;

export interface DraftProgress {
  signal: AbortSignal;
  /** Receives the whole unchecked comment so far. */
  onComment(soFar: string): void;
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
  /** Comments that are shown already: this one needs another angle. */
  others?: readonly string[];
  /** Must write: "nothing to add" was said before, or there is a point. */
  anyway?: boolean;
}

/** What a draft may speak about besides title and description. */
export interface PromptMaterial {
  chapters: readonly Chapter[];
  comments: readonly TopComment[];
  /** All of it or whole stretches, with their times; null without a transcript. */
  transcript: string | null;
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

/** What the model names as a sentence's source: nothing of it is believed before it is looked up. */
export interface SourceClaim {
  sentence: string;
  kind: Exclude<SourceKind, 'person'>;
  quote: string;
}

export type ReadRequest = Pick<DraftRequest, 'video' | 'profile' | 'material' | 'thread'> & {
  comment: string;
  /** Three to five of the person's own; fewer where there are no more. */
  ownTexts: readonly string[];
};

/** As the model said it. */
export interface ReaderAnswer {
  wrong: readonly { sentence: string; passage: string | null }[];
  alreadySaid: { author: string; words: string } | null;
  for: string | null;
  against: string | null;
  /** 0 to 100: how likely the person would post it unchanged. */
  signs: number;
  engagementPotential: string;
  technicalAccuracy: string;
  tone: string;
  model: string;
  call: DraftCall;
}

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

export interface Draft {
  /** Empty where there is nothing to add. */
  comment: string;
  /** Why, in a sentence; null where it wrote. */
  nothingToAdd: string | null;
  claims: readonly SourceClaim[];
  model: string;
  call: DraftCall;
}

export interface DraftCall {
  promptVersion: string;
  parts: readonly PromptPart[];
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

export interface StyleRulesRequest {
  edits: readonly { before: string; after: string }[];
  known: readonly string[];
}

export interface ProposedStyleRule {
  text: string;
  /** Indexes of the request's edits. */
  edits: readonly number[];
}

/** No figures: no score may be made of them (rule 8.4). */
export interface AssessedVideo {
  id: number;
  title: string;
  description: string | null;
  channelTitle: string;
}

export interface Assessment {
  engagementScore: number;
  insights: ContentInsights;
}

/** Those that pass by themselves come first, then those that need a person, then those about this text. */
export type LanguageModelFailure =
  | 'unreachable'
  | 'slow'
  | 'unavailable'
  | 'busy'
  | LastingFailure
  | 'refused'
  | 'bad_answer';

const lasting = ['no_model', 'not_a_server', 'bad_key', 'unknown_model', 'quota', 'config'] as const;
type LastingFailure = (typeof lasting)[number];

export const isLasting = (kind: LanguageModelFailure): boolean =>
  (lasting as readonly LanguageModelFailure[]).includes(kind);

export class LanguageModelError extends Error {
  readonly kind: LanguageModelFailure;

  constructor(kind: LanguageModelFailure) {
    super(`Language model: ${kind}`);
    this.name = 'LanguageModelError';
    this.kind = kind;
  }
}
