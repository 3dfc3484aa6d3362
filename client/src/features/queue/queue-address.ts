import { z } from 'zod';
import { idParamSchema, textSchema } from '#shared/contracts/primitives.ts';

/** What the address of the Review Queue says. */
export const queueAddress = z.object({
  comment: idParamSchema,
  filter: z.enum(['pending', 'approved', 'rejected', 'failed']),
  q: textSchema(200),
  sort: z.enum(['latest']),
});
