import { z } from 'zod';
import { idParamSchema } from './primitives.ts';

/** One state of a voice profile with the rules it had; numbers start at 1 and only grow. */
export const profileVersionSchema = z.object({
  number: z.int(),
  /** What made it: "Created", "Accepted a rule", "Back to version 2". */
  reason: z.string(),
  name: z.string(),
  rules: z.array(z.string()),
  isCurrent: z.boolean(),
  createdAt: z.string(),
});
export type ProfileVersion = z.infer<typeof profileVersionSchema>;

/** GET /api/voice-profiles/:id/versions, newest first. */
export const profileVersionListSchema = z.array(profileVersionSchema);

/** POST /api/voice-profiles/:id/versions/:number/restore answers with the profile as it is now. */
export const versionPathSchema = z.object({ id: idParamSchema, number: idParamSchema });
