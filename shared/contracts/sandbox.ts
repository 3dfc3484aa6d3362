import { z } from 'zod';
import { isTimeZone } from '../rules/calendar.ts';
import { textSchema } from './primitives.ts';

/** GET /api/sandbox: what the owner of a sandbox can do with it as a whole. */
export const sandboxStateSchema = z.object({
  /** True only while there is no data that the sample would replace. */
  canLoadSample: z.boolean(),
});
export type SandboxState = z.infer<typeof sandboxStateSchema>;

/** POST /api/sandbox/sample: creates the times of the sample in this time zone. */
export const loadSampleSchema = z.strictObject({
  timeZone: textSchema(64).refine(
    isTimeZone,
    'must be the name of a time zone, such as Europe/Berlin or UTC',
  ),
});
