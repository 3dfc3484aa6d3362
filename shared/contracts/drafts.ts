import { z } from 'zod';
import { commentAnalysisSchema, commentSchema, previousTextSchema, steerSchema } from './comment-detail.ts';
import { commentHardLimit, commentSoftLimit } from './comments.ts';
import { commentStyleSchema, idSchema, instant, textSchema } from './primitives.ts';

export const pointLimit = 500;
export const notesLimit = 10_000;
/** Characters of a pasted transcript. */
export const transcriptLimit = 200_000;
/** The most relevant comments of a video that a draft knows. */
export const topCommentCount = 20;

/** A part of a talk that a draft knows word for word, in seconds; two minutes at least. */
const stretchSchema = z.strictObject({ from: z.int().min(0), to: z.int().min(1) });
export type Stretch = z.infer<typeof stretchSchema>;
export const mostStretches = 20;

/** What the person gives for a draft. `use` switches off what YouTube gave. */
const givenMaterialSchema = z.object({
  /** What the person wants to say. */
  point: textSchema(pointLimit).optional(),
  notes: textSchema(notesLimit).optional(),
  /** SRT, WebVTT, YouTube's transcript panel as copied, or plain text. */
  transcript: textSchema(transcriptLimit).optional(),
  /** Which parts of it, where it does not fit; absent for those that fit the draft best. */
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
  /** Seconds from the video's begin. */
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

/** GET /api/videos/{id}/material: what there is about a video besides its title. */
export const videoMaterialSchema = z.object({
  chapters: z.array(chapterSchema),
  comments: z.array(topCommentSchema),
  commentsReadAt: instant.nullable(),
  /** Why the comments could not be read, in words; null where they were. */
  commentsMissing: z.string().nullable(),
  /** Null where YouTube did not say. */
  hasCaptions: z.boolean().nullable(),
});
export type VideoMaterial = z.infer<typeof videoMaterialSchema>;

/** POST /api/videos/{id}/transcript: what of a pasted transcript a draft would know. 400 if it was not understood. */
export const transcriptPlanRequestSchema = z.strictObject({
  transcript: textSchema(transcriptLimit),
  point: textSchema(pointLimit).optional(),
  stretches: z.array(stretchSchema).max(mostStretches).optional(),
});
export type TranscriptPlanRequest = z.infer<typeof transcriptPlanRequestSchema>;

export const transcriptPlanSchema = z.object({
  words: z.int(),
  usedWords: z.int(),
  /** Null without times. */
  seconds: z.int().nullable(),
  /** Null for all of it; empty times never occur. */
  stretches: z.array(stretchSchema).nullable(),
  /** Chapters, or marks of five minutes, that the person can choose from; one line of each. */
  sections: z.array(stretchSchema.extend({ line: z.string() })),
});
export type TranscriptPlan = z.infer<typeof transcriptPlanSchema>;

/** Bytes; any transcript in any encoding is smaller. */
export const textFileLimit = 4_000_000;

/** POST /api/text-files: the text of a file that the browser cannot decode itself. */
export const textFileSchema = z.object({ text: z.string() });

/** What was given for a draft, as kept with the comment. The transcript itself is not sent back. */
const keptMaterialSchema = givenMaterialSchema
  .omit({ transcript: true })
  .extend({ transcriptWords: z.int().nullable() });

export const mostExamples = 6;
/** Of them, comments that the owner marked to learn from. */
export const mostMarkedExamples = 5;

const tokensSchema = z.object({ input: z.int(), output: z.int() });
export type Tokens = z.infer<typeof tokensSchema>;

export const draftWhySchema = z.object({
  promptVersion: z.string(),
  parts: z.array(z.object({ name: z.string(), text: z.string() })),
  profile: z.object({ id: z.int(), name: z.string(), version: z.int() }).nullable(),
  examples: z.array(z.object({ kind: z.enum(['marked', 'own', 'approved']), id: z.int(), text: z.string() })),
  rules: z.array(z.object({ id: z.int(), text: z.string() })),
  model: z.string(),
  tokens: tokensSchema.nullable(),
  costUsd: z.number().nullable(),
  /** Words of the pasted transcript, and of those the prompt had room for; null without one. */
  transcript: z
    .object({
      words: z.int(),
      usedWords: z.int(),
      /** Seconds of the whole; null without times. */
      seconds: z.int().nullable().optional(),
      /** What the prompt held of it, word for word; null for all of it. */
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
  /** Its place, or its text, which later picks and redrafts leave the same. */
  alternative: z.union([z.int().min(0).max(9), textSchema(commentHardLimit)]),
  revision: z.int().min(1).optional(),
});
export type PickRequest = z.infer<typeof pickRequestSchema>;

export const bulkLimit = 50;
/** Characters of a wish for another version. */
export const instructionLimit = 500;

export const generateResponseSchema = z.object({
  comment: commentSchema,
  analysis: commentAnalysisSchema.extend({ why: draftWhySchema.optional() }),
  alternatives: z.array(alternativeSchema).optional(),
});
export type GenerateResponse = z.infer<typeof generateResponseSchema>;

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
  summary: z.object({ successful: z.int(), skipped: z.int(), failed: z.int(), addedToQueue: z.int() }),
});
export type GenerateBulkResponse = z.infer<typeof generateBulkResponseSchema>;

export const generateRequestSchema = z.strictObject({
  videoId: idSchema,
  style: commentStyleSchema,
  begun: textSchema(commentSoftLimit).optional(),
  /** Writes also where the model has nothing to add. */
  anyway: z.boolean().optional(),
  ...givenMaterialSchema.shape,
});
export type GenerateRequest = z.infer<typeof generateRequestSchema>;

/** Absent material is what was given for the draft before; `steer` and `instruction` change that draft. */
export const regenerateRequestSchema = z.strictObject({
  style: commentStyleSchema,
  ...givenMaterialSchema.shape,
  steer: steerSchema.optional(),
  instruction: textSchema(instructionLimit).optional(),
});
export type RegenerateRequest = z.infer<typeof regenerateRequestSchema>;

/** Asks for drafts with other angles than those shown. */
export const takesRequestSchema = z.strictObject({
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
});
export type GenerateBulkRequest = z.infer<typeof generateBulkRequestSchema>;

/** The bulk under way, or the last one while something of it is not done or its asker left. */
export const bulkRunSchema = z.object({
  isRunning: z.boolean(),
  all: z.int(),
  drafted: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Videos that `POST /api/bulk-run/rest` drafts for once more: stopped, cut off by a restart, or failed. None while it runs. */
  left: z.array(z.int()),
  /** Why there are such, the last failure in words. */
  stopped: z.boolean(),
  restarted: z.boolean(),
  failure: z.string().nullable(),
});
export type BulkRun = z.infer<typeof bulkRunSchema>;

/** `waiting` tells what the model does before its first word. `done` brings the stored draft, `judged` the same with its reading. `reset` discards all words; after a `problem` those that came can be sent as `begun` to continue (decision 010). */
export const draftStreamEvents = {
  waiting: z.object({
    name: z.enum(['loading', 'reading', 'thinking']),
    /** Of the prompt, while it is read. */
    tokens: z.int().nullable(),
  }),
  words: z.object({ text: z.string() }),
  reset: z.object({ reason: z.string() }),
  done: generateResponseSchema,
  judged: generateResponseSchema,
  problem: z.object({ status: z.int(), code: z.string(), detail: z.string() }),
} as const;

export type DraftStreamEvent = {
  [Name in keyof typeof draftStreamEvents]: { name: Name; data: z.infer<(typeof draftStreamEvents)[Name]> };
}[keyof typeof draftStreamEvents];
