import { z } from 'zod';
import {
  commentAnalysisSchema,
  commentSchema,
  previousTextSchema,
  steerSchema,
} from './comment-detail.ts';
import { commentHardLimit, commentSoftLimit } from './comments.ts';
import { commentStyleSchema, idSchema, instant, textSchema } from './primitives.ts';

export const pointLimit = 500;
export const notesLimit = 10_000;
/** Limit of a pasted transcript, in characters. */
export const transcriptLimit = 200_000;
/** How many of the most relevant comments on a video are used for a draft. */
export const topCommentCount = 20;

/**
 * A part of a transcript that the prompt contains word for word, in seconds. At least two
 * minutes long.
 */
const stretchSchema = z.strictObject({ from: z.int().min(0), to: z.int().min(1) });
export type Stretch = z.infer<typeof stretchSchema>;
export const mostStretches = 20;

/**
 * How a draft is to be written, besides its style. Holds for any video, so a bulk gives
 * it for all of its drafts. A choice that the dialogs offer for each draft is a field
 * here; it is stored with the material.
 */
export const draftMannerSchema = z.object({
  /**
   * The voice profile for this draft and its later versions; null for a neutral voice. If
   * missing, the one that is active then.
   */
  voiceProfileId: idSchema.nullable().optional(),
});
export type DraftManner = z.infer<typeof draftMannerSchema>;

/** What the owner provides for a draft. `use` switches off material from YouTube. */
export const givenMaterialSchema = z.object({
  ...draftMannerSchema.shape,
  /** What the owner wants to say. */
  point: textSchema(pointLimit).optional(),
  notes: textSchema(notesLimit).optional(),
  /**
   * The transcript as pasted: SRT, WebVTT, YouTube's transcript panel, plain text and
   * others.
   */
  transcript: textSchema(transcriptLimit).optional(),
  /**
   * Which parts of the transcript to use if it does not fit. If missing, the parts that
   * fit the draft best.
   */
  stretches: z.array(stretchSchema).max(mostStretches).optional(),
  use: z
    .strictObject({
      description: z.boolean().optional(),
      chapters: z.boolean().optional(),
      comments: z.boolean().optional(),
    })
    .optional(),
});
export type GivenMaterial = z.infer<typeof givenMaterialSchema>;

export const chapterSchema = z.object({
  /** Seconds from the start of the video. */
  at: z.int(),
  title: z.string(),
});
export type Chapter = z.infer<typeof chapterSchema>;

export const topCommentSchema = z.object({
  author: z.string(),
  text: z.string(),
  likeCount: z.int().nullable(),
});
export type TopComment = z.infer<typeof topCommentSchema>;

/** GET /api/videos/{id}/material: what is known about a video besides its title. */
export const videoMaterialSchema = z.object({
  chapters: z.array(chapterSchema),
  comments: z.array(topCommentSchema),
  commentsReadAt: instant.nullable(),
  /** Why the comments could not be read, as a sentence; null if they were read. */
  commentsMissing: z.string().nullable(),
  /** Null if YouTube did not say. */
  hasCaptions: z.boolean().nullable(),
});
export type VideoMaterial = z.infer<typeof videoMaterialSchema>;

/**
 * POST /api/videos/{id}/transcript: which parts of a pasted
 * transcript a draft would use. 400 if the text cannot be parsed.
 */
export const transcriptPlanRequestSchema = z.strictObject({
  transcript: textSchema(transcriptLimit),
  point: textSchema(pointLimit).optional(),
  stretches: z.array(stretchSchema).max(mostStretches).optional(),
});
export type TranscriptPlanRequest = z.infer<typeof transcriptPlanRequestSchema>;

export const transcriptPlanSchema = z.object({
  words: z.int(),
  usedWords: z.int(),
  /** Null if the transcript has no times. */
  seconds: z.int().nullable(),
  /** Null if the whole transcript fits; otherwise never empty. */
  stretches: z.array(stretchSchema).nullable(),
  /**
   * Chapters, or sections of five minutes, that the owner
   * can choose from. `line` is the text of one line of each.
   */
  sections: z.array(stretchSchema.extend({ line: z.string() })),
});
export type TranscriptPlan = z.infer<typeof transcriptPlanSchema>;

/** In bytes. Every transcript in any encoding is smaller than this. */
export const textFileLimit = 4_000_000;

/** POST /api/text-files: the text of a file that the browser cannot decode itself. */
export const textFileSchema = z.object({ text: z.string() });

/**
 * What the owner provided for a draft, as stored with the comment. The transcript itself
 * is not sent back.
 */
const keptMaterialSchema = givenMaterialSchema
  .omit({ transcript: true })
  .extend({ transcriptWords: z.int().nullable() });

export const mostExamples = 6;
/** How many of these examples may be comments that the owner marked to learn from. */
export const mostMarkedExamples = 5;

const tokensSchema = z.object({ input: z.int(), output: z.int() });
export type Tokens = z.infer<typeof tokensSchema>;

export const draftWhySchema = z.object({
  promptVersion: z.string(),
  parts: z.array(z.object({ name: z.string(), text: z.string() })),
  profile: z.object({ id: z.int(), name: z.string(), version: z.int() }).nullable(),
  examples: z.array(
    z.object({
      kind: z.enum(['marked', 'own', 'approved']),
      id: z.int(),
      text: z.string(),
    }),
  ),
  rules: z.array(z.object({ id: z.int(), text: z.string() })),
  model: z.string(),
  tokens: tokensSchema.nullable(),
  costUsd: z.number().nullable(),
  /**
   * The number of words in the pasted transcript and in the parts
   * that fit into the prompt; null if there is no transcript.
   */
  transcript: z
    .object({
      words: z.int(),
      usedWords: z.int(),
      /** Length of the whole transcript in seconds; null if it has no times. */
      seconds: z.int().nullable().optional(),
      /**
       * The parts that the prompt contained word for word; null for the whole transcript.
       */
      stretches: z.array(stretchSchema).nullable().optional(),
    })
    .nullable()
    .optional(),
});
export type DraftWhy = z.infer<typeof draftWhySchema>;

const alternativeSchema = z.object({
  content: z.string(),
  angle: z.string(),
  qualityScore: z.int(),
  ...commentAnalysisSchema.shape,
});
export type Alternative = z.infer<typeof alternativeSchema>;

export const draftRecordSchema = z.object({
  why: draftWhySchema.nullable(),
  alternatives: z.array(alternativeSchema),
  previousTexts: z.array(previousTextSchema),
  material: keptMaterialSchema.nullable(),
});
export type DraftRecord = z.infer<typeof draftRecordSchema>;

export const pickRequestSchema = z.strictObject({
  /**
   * The index of the alternative, or its text, which stays the same after later picks and
   * redrafts.
   */
  alternative: z.union([z.int().min(0).max(9), textSchema(commentHardLimit)]),
  revision: z.int().min(1).optional(),
});
export type PickRequest = z.infer<typeof pickRequestSchema>;

export const bulkLimit = 50;
/** Limit of a request for another version, in characters. */
export const instructionLimit = 500;

export const draftViewSchema = z.object({
  comment: commentSchema,
  analysis: commentAnalysisSchema.extend({ why: draftWhySchema.optional() }),
  alternatives: z.array(alternativeSchema).optional(),
});
export type DraftView = z.infer<typeof draftViewSchema>;

export const generateBulkResponseSchema = z.object({
  results: z.array(
    z.object({
      videoId: z.int(),
      success: z.boolean(),
      addedToQueue: z.boolean(),
      skipped: z.boolean(),
      reason: z.string().nullable(),
      commentId: z.int().nullable(),
    }),
  ),
  errors: z.array(z.object({ videoId: z.int(), error: z.string() })),
  summary: z.object({
    successful: z.int(),
    skipped: z.int(),
    failed: z.int(),
    addedToQueue: z.int(),
  }),
});
export type GenerateBulkResponse = z.infer<typeof generateBulkResponseSchema>;

export const generateRequestSchema = z.strictObject({
  videoId: idSchema,
  style: commentStyleSchema,
  begun: textSchema(commentSoftLimit).optional(),
  /** Writes a draft even if the model has nothing to add. */
  anyway: z.boolean().optional(),
  ...givenMaterialSchema.shape,
});
export type GenerateRequest = z.infer<typeof generateRequestSchema>;

/** POST /api/comments: a comment in the owner's own words, without a model. */
export const writeCommentSchema = z.strictObject({
  videoId: idSchema,
  /** The style that a later draft of this comment begins with. */
  style: commentStyleSchema,
  content: textSchema(commentHardLimit),
});
export type WriteComment = z.infer<typeof writeCommentSchema>;

/**
 * Missing material stays as it was for the previous draft. `steer` and `instruction`
 * change that draft.
 */
export const regenerateRequestSchema = z.strictObject({
  style: commentStyleSchema,
  ...givenMaterialSchema.shape,
  steer: steerSchema.optional(),
  instruction: textSchema(instructionLimit).optional(),
});
export type RegenerateRequest = z.infer<typeof regenerateRequestSchema>;

/** Requests alternatives: drafts with other angles than those shown. */
export const alternativesRequestSchema = z.strictObject({
  revision: z.int().min(1).optional(),
  count: z.int().min(1).max(2).default(2),
});

export const generateBulkRequestSchema = z.strictObject({
  videoIds: z
    .array(idSchema)
    .min(1, 'Choose at least one video')
    .max(bulkLimit, `Choose at most ${bulkLimit} videos`),
  style: commentStyleSchema,
  addToQueue: z.boolean(),
  ...draftMannerSchema.shape,
});
export type GenerateBulkRequest = z.infer<typeof generateBulkRequestSchema>;

/**
 * The running bulk run, or the last one as long as part of it is not done or nobody has
 * received its result.
 */
export const bulkRunSchema = z.object({
  isRunning: z.boolean(),
  all: z.int(),
  drafted: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /**
   * Videos for which `POST /api/bulk-run/rest` tries again: stopped, interrupted by a
   * restart, or failed. Empty while the run is in progress.
   */
  left: z.array(z.int()),
  /** Why videos are left. `failure` is the last failure as a sentence. */
  stopped: z.boolean(),
  restarted: z.boolean(),
  failure: z.string().nullable(),
});
export type BulkRun = z.infer<typeof bulkRunSchema>;

/**
 * `waiting` says what the model does before its first word. `step` names the step that
 * replaced another draft (rule 12.13), right before `done`. `done` contains the stored
 * draft, `judged` the same draft with its second reading. `reset` discards all words so
 * far. After a `problem`, the words so far can be sent as `begun` to continue (decision
 * 010).
 */
export const draftStreamEvents = {
  waiting: z.object({
    name: z.enum(['loading', 'reading', 'thinking']),
    /** Number of tokens in the prompt, while the model is reading it. */
    tokens: z.int().nullable(),
  }),
  words: z.object({ text: z.string() }),
  reset: z.object({ reason: z.string() }),
  step: z.object({ id: z.string() }),
  done: draftViewSchema,
  judged: draftViewSchema,
  problem: z.object({ status: z.int(), code: z.string(), detail: z.string() }),
} as const;

export type DraftStreamEvent = {
  [Name in keyof typeof draftStreamEvents]: {
    name: Name;
    data: z.infer<(typeof draftStreamEvents)[Name]>;
  };
}[keyof typeof draftStreamEvents];
