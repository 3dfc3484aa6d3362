import { z } from 'zod';

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
  label: z.string(),
  value: z.number(),
  unit: z.string(),
  detail: z.string(),
  quote: z.string().nullable(),
});
export type Trait = z.infer<typeof traitSchema>;

export const styleProfileSchema = z.object({
  texts: z.int(),
  words: z.int(),
  hasEnoughTexts: z.boolean(),
  traits: z.array(traitSchema),
  vocabulary: z.array(z.object({ word: z.string(), texts: z.int() })),
});
export type StyleProfile = z.infer<typeof styleProfileSchema>;
