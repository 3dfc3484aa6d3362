import { z } from 'zod';

/** Where a sentence of a draft comes from. `none` needs no source; the person made `person` theirs: "I know this". */
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

export const sentenceSourceSchema = z.object({
  kind: sourceKindSchema,
  /** A passage of the material, letter for letter; null where there is none or YouTube's text had to go (decision 009). */
  quote: z.string().nullable(),
  /** Seconds into the video, for a chapter or a timed transcript. */
  at: z.int().nullable(),
  /** Which one, for a comment of the person's own. */
  comment: z.object({ at: z.string(), videoTitle: z.string().nullable() }).optional(),
});
export type SentenceSource = z.infer<typeof sentenceSourceSchema>;

export const groundedSentenceSchema = z.object({
  text: z.string(),
  /** Null for a source that was named and not found. */
  source: sentenceSourceSchema.nullable(),
  /** Numbers, names, quotations and times of the sentence that stand in nothing given. */
  unsupported: z.array(z.string()),
});
export type GroundedSentence = z.infer<typeof groundedSentenceSchema>;

export const groundingSchema = z.object({
  sentences: z.array(groundedSentenceSchema).default([]),
  /** There was nothing but the title to check against. */
  cannotCheck: z.boolean().default(false),
  /** The top comment that says the same already. */
  alreadySaid: z.object({ author: z.string(), text: z.string() }).nullable().default(null),
});
export type Grounding = z.infer<typeof groundingSchema>;

export const vouchRequestSchema = z.strictObject({
  /** A sentence of `analysis.sentences`, word for word. */
  sentence: z.string().min(1).max(2000),
  revision: z.int().min(1).optional(),
});
export type VouchRequest = z.infer<typeof vouchRequestSchema>;

export const steers = ['shorter', 'more_concrete', 'less_certain', 'ask_instead'] as const;
export const steerSchema = z.enum(steers);
export type Steer = z.infer<typeof steerSchema>;

export const steerLabels: Record<Steer, string> = {
  shorter: 'Shorter',
  more_concrete: 'More concrete',
  less_certain: 'Less certain',
  ask_instead: 'Ask instead',
};
