import { z } from 'zod';
import { commentSoftLimit } from './comments.ts';
import { bulkLimit, instructionLimit } from './drafts.ts';
import { commentStyleSchema } from './enums.ts';
import { steerSchema } from './grounding.ts';
import { givenMaterialSchema } from './material.ts';
import { idSchema, textSchema } from './primitives.ts';

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

/** Asks for two drafts with other angles than those shown. */
export const takesRequestSchema = z.strictObject({ revision: z.int().min(1).optional() });

export const generateBulkRequestSchema = z.strictObject({
  videoIds: z
    .array(idSchema)
    .min(1, 'Choose at least one video')
    .max(bulkLimit, `Choose at most ${bulkLimit} videos`),
  style: commentStyleSchema,
  addToQueue: z.boolean(),
});
export type GenerateBulkRequest = z.infer<typeof generateBulkRequestSchema>;
