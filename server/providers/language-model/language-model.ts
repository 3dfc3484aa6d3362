import type { Tokens } from '#shared/contracts/draft-record.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { ContentInsights } from '#shared/contracts/videos.ts';
import type { VoiceListField, VoiceTextField } from '#shared/contracts/voice-fields.ts';

/** The language model as a writer of comments. Every call is repeatable: it changes nothing outside. */
export interface LanguageModel {
  readonly model: string;
  /** One draft. Validated and repaired once. Throws LanguageModelError. 60 s at most. */
  draft(request: DraftRequest, watch?: DraftProgress): Promise<Draft>;
  /**
   * One request, made for a handful of videos; `signal` ends it, or its own 20 s. Videos the model left out are
   * missing. Throws LanguageModelError.
   */
  assess(
    videos: readonly AssessedVideo[],
    expertise: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<number, Assessment>>;
  /** What a person's edits have in common. Validated and repaired once. Throws LanguageModelError. 60 s at most. */
  proposeRules(request: RulesRequest): Promise<ProposedRule[]>;
}

/** Somebody who waits for a draft. */
export interface DraftProgress {
  /** Ends the work that nobody waits for any more. */
  signal: AbortSignal;
  /** The comment as far as it is written, each time it grew; nothing of it is checked yet. */
  onComment(soFar: string): void;
}

export interface DraftRequest {
  style: CommentStyle;
  video: {
    title: string;
    description: string | null;
    channelTitle: string;
    topics: readonly string[];
    language: string | null;
  };
  profile: PromptProfile | null;
  /** What the person decided about their comments, in plain words. */
  rules: readonly string[];
  /** Comments the person wrote or approved, for the manner. */
  examples: readonly string[];
  /** How many further drafts the same call is to give. */
  alternatives: number;
  /** Sentences about what an earlier draft got wrong; it is asked to avoid them. */
  corrections: readonly string[];
  /** What the comment begins with, from a draft that broke off. */
  begun?: string;
}

/** What the prompt holds of a voice profile. */
export type PromptProfile = Readonly<
  { name: string } & Record<VoiceTextField, string | null> & Record<VoiceListField, readonly string[]>
>;

export interface Draft {
  comment: string;
  /** The model's own rating, 0 to 100. */
  rating: number;
  engagementPotential: string;
  technicalAccuracy: string;
  tone: string;
  /** As many as the model gave, at most those asked for. */
  alternatives: readonly { comment: string; angle: string }[];
  model: string;
  call: DraftCall;
}

/** What was sent for a draft, and what it took, repairs included. */
export interface DraftCall {
  promptVersion: string;
  parts: readonly PromptPart[];
  /** Null where the server does not say. */
  tokens: Tokens | null;
  costUsd: number | null;
}

export interface PromptPart {
  name: string;
  text: string;
}

export interface RulesRequest {
  /** Drafts and what the person made of them. */
  edits: readonly { before: string; after: string }[];
  /** Rules not to propose again. */
  known: readonly string[];
}

export interface ProposedRule {
  text: string;
  /** Places in the request's edits. */
  edits: readonly number[];
}

/** Texts alone: no score may be made of what YouTube counts and dates. */
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

/** `quota` and `config` need a person; `busy` and `unavailable` pass by themselves; `refused` and `bad_answer` are about this text. */
export type LanguageModelFailure = 'unavailable' | 'busy' | 'quota' | 'config' | 'refused' | 'bad_answer';

export class LanguageModelError extends Error {
  readonly kind: LanguageModelFailure;

  constructor(kind: LanguageModelFailure) {
    super(`Language model: ${kind}`);
    this.name = 'LanguageModelError';
    this.kind = kind;
  }
}
