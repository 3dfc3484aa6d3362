import { z } from 'zod';
import { idParamSchema } from './primitives.ts';

export const profileVersionSchema = z.object({
  number: z.int(),
  /** "Created", "Accepted a rule", "Back to version 2". */
  reason: z.string(),
  name: z.string(),
  rules: z.array(z.string()),
  isCurrent: z.boolean(),
  createdAt: z.string(),
});
export type ProfileVersion = z.infer<typeof profileVersionSchema>;

export const profileVersionListSchema = z.array(profileVersionSchema);

/** POST /api/voice-profiles/:id/versions/:number/restore. */
export const versionPathSchema = z.object({ id: idParamSchema, number: idParamSchema });
