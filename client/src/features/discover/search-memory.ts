import { z } from 'zod';
import { storedJson } from '../../lib/storage.ts';

/** As long as results are kept (SPEC §9): an older search is not run again by itself, it would cost quota. */
const KEPT_MS = 30 * 60_000;

const searchSchema = z.object({
  q: z.string(),
  uploadDate: z.string(),
  viewCount: z.string(),
  relevance: z.string(),
  intelligent: z.boolean(),
});

const memorySchema = z.object({
  draft: searchSchema,
  submitted: z.object({ search: searchSchema, at: z.number() }).nullable(),
});

/** What stands in the field, and what was last asked for (`at` in epoch milliseconds). */
export type SearchMemory = z.infer<typeof memorySchema>;

const stored = storedJson('search', memorySchema, 'sessionStorage');

/** What this tab searched for before the page was left or reloaded; null for nothing. */
export function recallSearch(now: Date): SearchMemory | null {
  const memory = stored.read();
  const isRecent = memory?.submitted && now.getTime() - memory.submitted.at < KEPT_MS;
  return memory && { ...memory, submitted: isRecent ? memory.submitted : null };
}

export const rememberSearch = stored.write;
