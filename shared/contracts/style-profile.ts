import { z } from 'zod';

/** What a voice is described by, each with a number. */
export const traitNames = [
  'sentence_length',
  'comment_length',
  'openings',
  'exclamations',
  'questions',
  'dashes',
  'contractions',
  'emoji',
  'first_person',
  'second_person',
  'hedging',
  'vocabulary',
] as const;
export type TraitName = (typeof traitNames)[number];

export const traitSchema = z.object({
  name: z.enum(traitNames),
  /** As it is shown: "Sentence length". */
  label: z.string(),
  value: z.number(),
  /** What the number counts: "words in a typical sentence". */
  unit: z.string(),
  /** The same as a sentence. */
  detail: z.string(),
  /** From the owner's own text, where it shows; null where there is nothing to show. */
  quote: z.string().nullable(),
});
export type Trait = z.infer<typeof traitSchema>;

/** GET /api/voice-profiles/:id/style-profile: computed from the owner's own texts, without a model. */
export const styleProfileSchema = z.object({
  /** How many texts it was computed from: imported comments, and drafts that were approved. */
  texts: z.int(),
  words: z.int(),
  /** False while there are too few texts to say much; drafts are then not measured against it. */
  hasEnoughTexts: z.boolean(),
  traits: z.array(traitSchema),
  /** Words this voice uses more than once and most texts do not, the commonest first. */
  vocabulary: z.array(z.object({ word: z.string(), texts: z.int() })),
});
export type StyleProfile = z.infer<typeof styleProfileSchema>;
