import { z } from 'zod';
import { idParamSchema } from './primitives.ts';

export const profileVersionSchema = z.object({
  number: z.int(),
  reason: z.string(),
  name: z.string(),
  rules: z.array(z.string()),
  isCurrent: z.boolean(),
  createdAt: z.string(),
});
export type ProfileVersion = z.infer<typeof profileVersionSchema>;

export const profileVersionListSchema = z.array(profileVersionSchema);

export const versionPathSchema = z.object({ id: idParamSchema, number: idParamSchema });
