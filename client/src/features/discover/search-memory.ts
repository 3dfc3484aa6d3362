import { z } from 'zod';

const KEY = 'chime-in.search';
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

/** What this tab searched for before the page was left or reloaded; null for nothing. */
export function recallSearch(now: Date): SearchMemory | null {
  try {
    const parsed = memorySchema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    if (!parsed.success) return null;
    const { draft, submitted } = parsed.data;
    return { draft, submitted: submitted && now.getTime() - submitted.at < KEPT_MS ? submitted : null };
  } catch {
    return null;
  }
}

export function rememberSearch(memory: SearchMemory): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // Storage is blocked: the search then lives as long as the page.
  }
}
