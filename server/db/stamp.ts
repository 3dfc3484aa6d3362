import { databaseStamp } from '#shared/schema.ts';
import type { Db } from './database.ts';
import { DatabaseOpenError } from './errors.ts';

/** 'google', 'sandbox', or the origin that stands in for Google. */
export type Stamp = string;

/** Which Google the configuration talks to. */
export function stampOf(google: { mode: 'sandbox' | 'real'; baseUrl: string | null }): Stamp {
  return google.mode === 'sandbox' ? 'sandbox' : (google.baseUrl ?? 'google');
}

const names: Record<string, string> = { google: 'the real Google', sandbox: 'the sandbox' };
/** As a sentence names it. */
export const nameOfStamp = (stamp: Stamp): string => names[stamp] ?? stamp;

/**
 * Marks a new database with the Google it belongs to, so that pretended and real data never meet (DESIGN §3).
 * @throws DatabaseOpenError where it belongs to another one.
 */
export async function stampDatabase(db: Db, google: Stamp): Promise<void> {
  await db.insert(databaseStamp).values({ id: 1, google }).onConflictDoNothing();
  const [row] = await db.select().from(databaseStamp);
  if (row?.google === google) return;
  throw new DatabaseOpenError(
    `This database belongs to ${nameOfStamp(row?.google ?? '')}, but Chime In is now set up for ${nameOfStamp(google)}. ` +
      'Go back to the settings it was made with, or choose another DATA_DIR or DATABASE_URL.',
  );
}
