import type { Tokens } from '#shared/contracts/draft-record.ts';
import type { CommentStyle } from '#shared/contracts/enums.ts';
import type { ContentInsights } from '#shared/contracts/videos.ts';
import type { VoiceListField, VoiceTextField } from '#shared/contracts/voice-fields.ts';

/** Calls change nothing outside, so each may be repeated. All throw LanguageModelError. */
export interface LanguageModel {
  readonly model: string;
  /** Takes at most 60 s. */
  draft(request: DraftRequest, progress?: DraftProgress): Promise<Draft>;
  /** Takes at most 20 s; videos the model left out are missing. */
  assess(
    videos: readonly AssessedVideo[],
    expertise: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<number, Assessment>>;
  /** Takes at most 60 s. */
  proposeStyleRules(request: StyleRulesRequest): Promise<ProposedStyleRule[]>;
}

export interface DraftProgress {
  signal: AbortSignal;
  /** Receives the whole unchecked comment so far. */
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
  rules: readonly string[];
  examples: readonly string[];
  alternatives: number;
  corrections: readonly string[];
  begun?: string;
}

export type PromptProfile = Readonly<
  { name: string } & Record<VoiceTextField, string | null> & Record<VoiceListField, readonly string[]>
>;

export interface Draft {
  comment: string;
  rating: number;
  engagementPotential: string;
  technicalAccuracy: string;
  tone: string;
  alternatives: readonly { comment: string; angle: string }[];
  model: string;
  call: DraftCall;
}

export interface DraftCall {
  promptVersion: string;
  parts: readonly PromptPart[];
  tokens: Tokens | null;
  costUsd: number | null;
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

/** `quota` and `config` need a person; `busy` and `unavailable` pass; the others are about this text. */
export type LanguageModelFailure = 'unavailable' | 'busy' | 'quota' | 'config' | 'refused' | 'bad_answer';

export class LanguageModelError extends Error {
  readonly kind: LanguageModelFailure;

  constructor(kind: LanguageModelFailure) {
    super(`Language model: ${kind}`);
    this.name = 'LanguageModelError';
    this.kind = kind;
  }
}
