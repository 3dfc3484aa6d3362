import type { Store } from '../store.ts';
import { type Moderation, moderationSchema, usualModeration } from './moderation.ts';

const FACT = 'moderation';

/** Kept over restarts. */
export const createModerationSettings = (store: Store) => {
  const select = store.prepare('SELECT value FROM facts WHERE name = ?');
  const upsert = store.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)');
  const read = (): Moderation => {
    const text = select.get(FACT)?.['value'];
    return text === undefined ? usualModeration : moderationSchema.parse(JSON.parse(String(text)));
  };
  return {
    read,
    change: (change: Partial<Moderation>) => void upsert.run(FACT, JSON.stringify({ ...read(), ...change })),
  };
};

export type ModerationSettings = ReturnType<typeof createModerationSettings>;
