import { z } from 'zod';
import { commentHardLimit } from './comments.ts';
import { textSchema } from './primitives.ts';

/** Changes the text of a posted comment on YouTube; `revision` is the one that its owner saw. */
export const changePostedSchema = z.strictObject({
  content: textSchema(commentHardLimit),
  revision: z.int().min(1),
});
export const withdrawSchema = z.strictObject({ revision: z.int().min(1) });
export const markExampleSchema = z.strictObject({ isExample: z.boolean() });
