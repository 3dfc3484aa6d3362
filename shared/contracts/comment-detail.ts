import { z } from 'zod';
import {
  commentRowSchema,
  lookSchema,
  postedAsSchema,
  visibilityReasonSchema,
} from './comments.ts';
import { commentStyleSchema, instant } from './primitives.ts';
import { queueRowSchema } from './queue.ts';
import { videoSchema } from './videos.ts';

/**
 * Where a sentence of a draft comes from. `none` needs no source.
 * `person` means that the owner confirmed it with "I know this".
 */
export const sourceKinds = [
  'point',
  'description',
  'chapter',
  'comment',
  'transcript',
  'notes',
  'profile',
  'own_comment',
  'own_knowledge',
  'none',
  'person',
] as const;
export const sourceKindSchema = z.enum(sourceKinds);
export type SourceKind = z.infer<typeof sourceKindSchema>;

const sentenceSourceSchema = z.object({
  kind: sourceKindSchema,
  /**
   * A passage of the material, word for word; null if there is
   * none or YouTube's text had to be deleted (decision 009).
   */
  quote: z.string().nullable(),
  /** Seconds into the video, for a chapter or a transcript with times. */
  at: z.int().nullable(),
  /** The owner's earlier comment, if the source is one. */
  comment: z.object({ at: z.string(), videoTitle: z.string().nullable() }).optional(),
});
export type SentenceSource = z.infer<typeof sentenceSourceSchema>;

export const groundedSentenceSchema = z.object({
  text: z.string(),
  /** Null if the model named a source that was not found. */
  source: sentenceSourceSchema.nullable(),
  /**
   * Numbers, names, quotations and times in the sentence that were found nowhere in the
   * material.
   */
  unsupported: z.array(z.string()),
});
export type GroundedSentence = z.infer<typeof groundedSentenceSchema>;

const groundingSchema = z.object({
  sentences: z.array(groundedSentenceSchema).default([]),
  /** Nothing but the title was known, so there was nothing to check against. */
  cannotCheck: z.boolean().default(false),
  /** A top comment that already says the same. */
  alreadySaid: z
    .object({ author: z.string(), text: z.string() })
    .nullable()
    .default(null),
});
export type Grounding = z.infer<typeof groundingSchema>;

export const vouchRequestSchema = z.strictObject({
  /** The text of one of `analysis.sentences`, word for word. */
  sentence: z.string().min(1).max(2000),
  revision: z.int().min(1).optional(),
});
export type VouchRequest = z.infer<typeof vouchRequestSchema>;

export const steers = [
  'shorter',
  'more_concrete',
  'less_certain',
  'ask_instead',
] as const;
export const steerSchema = z.enum(steers);
export type Steer = z.infer<typeof steerSchema>;

export const steerLabels: Record<Steer, string> = {
  shorter: 'Shorter',
  more_concrete: 'More concrete',
  less_certain: 'Less certain',
  ask_instead: 'Ask instead',
};

/**
 * What the model found when it read the draft in a second call.
 * Contains only claims whose proof was found in the texts.
 */
const readingSchema = z.object({
  /** The text that was read. If the comment's text differs, the reading is outdated. */
  text: z.string(),
  /**
   * The words of the text that speak most for it (`for`) and most against it (`against`).
   */
  for: z.string().nullable(),
  against: z.string().nullable(),
  wrong: z.array(
    z.object({
      /** The sentence, word for word. */
      sentence: z.string(),
      /**
       * The passage that contradicts the sentence; null if nothing in the material says
       * what it claims.
       */
      passage: sentenceSourceSchema.nullable(),
    }),
  ),
});
export type Reading = z.infer<typeof readingSchema>;

export const readRequestSchema = z.strictObject({ revision: z.int().min(1).optional() });

export const draftCheckSchema = z.object({
  name: z.enum([
    'length',
    'links',
    'profile_text',
    'avoided_words',
    'repetition',
    'quotation',
    'likeness',
    // Found only in analyses by earlier versions of the app.
    'opening',
    'about_video',
    'already_said',
    'empty_praise',
  ]),
  passed: z.boolean(),
  detail: z.string(),
});
export type DraftCheck = z.infer<typeof draftCheckSchema>;

/** Found only in analyses by earlier versions of the app. */
const scorePartSchema = z.object({
  name: z.string(),
  points: z.number(),
  outOf: z.number(),
  detail: z.string(),
});

export const commentAnalysisSchema = z.object({
  /** In the words of the second reading; empty until there is one. */
  engagementPotential: z.string().default(''),
  technicalAccuracy: z.string().default(''),
  tone: z.string().default(''),
  platformCompliance: z.boolean(),
  checks: z.array(draftCheckSchema),
  scoreParts: z.array(scorePartSchema).default([]),
  ...groundingSchema.shape,
  /** Null if the draft was not read a second time. */
  reading: readingSchema.nullable().default(null),
});
export type CommentAnalysis = z.infer<typeof commentAnalysisSchema>;

export const previousTextSchema = z.object({
  content: z.string(),
  style: commentStyleSchema,
  replacedAt: z.string(),
});
export type PreviousText = z.infer<typeof previousTextSchema>;

export const commentSchema = commentRowSchema.extend({
  analysis: commentAnalysisSchema.or(z.string()).nullable(),
  generatedContent: z.string(),
  previousTextCount: z.int(),
  youtubeCommentId: z.string().nullable(),
  /** Null if the channel is unknown. */
  postedAs: postedAsSchema.nullable(),
  /** Oldest first. */
  looks: z.array(lookSchema),
  /** Why YouTube does not report likes and replies; null if it does. */
  figuresReason: visibilityReasonSchema.nullable(),
  reviewedAt: instant.nullable(),
  video: videoSchema,
});
export type Comment = z.infer<typeof commentSchema>;
export const commentListSchema = z.array(commentSchema);

/** A queue item with its whole comment. */
export const queueItemSchema = queueRowSchema.extend({ comment: commentSchema });
export type QueueItem = z.infer<typeof queueItemSchema>;
export const queueListSchema = z.array(queueItemSchema);
