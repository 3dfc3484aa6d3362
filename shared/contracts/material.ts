import { z } from 'zod';
import { textSchema } from './primitives.ts';

export const pointLimit = 500;
export const notesLimit = 10_000;
/** Characters of a pasted transcript. */
export const transcriptLimit = 200_000;
/** The most relevant comments of a video that a draft knows. */
export const topCommentCount = 20;

/** A part of a talk that a draft knows word for word, in seconds; two minutes at least. */
export const stretchSchema = z.strictObject({ from: z.int().min(0), to: z.int().min(1) });
export type Stretch = z.infer<typeof stretchSchema>;
export const mostStretches = 20;

/** What the person gives for a draft. `use` switches off what YouTube gave. */
export const givenMaterialSchema = z.object({
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
  commentsReadAt: z.string().nullable(),
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

/** What was given for a draft, as kept with the comment. The transcript itself is not sent back. */
export const keptMaterialSchema = givenMaterialSchema
  .omit({ transcript: true })
  .extend({ transcriptWords: z.int().nullable() });
export type KeptMaterial = z.infer<typeof keptMaterialSchema>;
