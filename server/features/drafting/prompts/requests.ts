import type { Steer } from '#shared/contracts/comment-detail.ts';
import type { Chapter, Tokens, TopComment } from '#shared/contracts/drafts.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import type { VoiceListField, VoiceTextField } from '#shared/contracts/voice-fields.ts';
import type {
  CallPhase,
  Prompt,
} from '../../../providers/language-model/language-model.ts';
import type { OwnComment } from '../../voice/own-comments.rules.ts';
import type { ReadingAnswer, WriterAnswer } from './draft-answers.ts';

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
  /**
   * The owner's last comments, newest first. The draft should not begin or end like any
   * of them.
   */
  recent?: readonly string[];
  /** Drafts that the owner already sees. The new draft must take another angle. */
  shownDrafts?: readonly string[];
  /**
   * If true, the model must not answer that there is nothing to add, for example because
   * the owner gave a point.
   */
  anyway?: boolean;
}

/** What a draft may mention besides the facts in PromptVideo. */
export interface PromptMaterial {
  chapters: readonly Chapter[];
  comments: readonly TopComment[];
  /**
   * Returns what fits into this many tokens: the whole transcript, whole stretches with
   * their times, or nothing. Null without a transcript.
   */
  transcript: ((tokens: number) => string) | null;
  notes: string | null;
  /** What the owner wants to say. */
  point: string | null;
  /** Earlier comments of the owner on the same subject, the best match first. */
  ownComments: readonly OwnComment[];
}

export type ReadRequest = Pick<
  DraftRequest,
  'video' | 'profile' | 'material' | 'thread'
> & {
  comment: string;
  /** Up to four comments that the owner wrote. */
  ownTexts: readonly string[];
};

/** The model's answer, whose claims are not verified. */
export type ReaderAnswer = ReadingAnswer & Told;

export interface DraftThread {
  /** The owner's comment that starts the thread. */
  comment: string;
  /**
   * The latest texts before the reply, oldest first. The author is null for the owner's
   * own texts.
   */
  earlier: readonly { authorName: string | null; text: string }[];
  reply: { authorName: string; text: string; hasPicture?: boolean };
}

export type PromptProfile = Readonly<
  { name: string } & Record<VoiceTextField, string | null> &
    Record<VoiceListField, readonly string[]>
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
  /**
   * True if the usable answer came without a repair, from a server that accepts a JSON
   * schema.
   */
  structured: boolean;
  streamed: boolean;
}

export interface PromptPart {
  name: string;
  text: string;
}

export interface PromptInParts extends Prompt {
  parts: PromptPart[];
}
