import { databaseOrigin } from '#shared/schema.ts';
import type { Db } from './database.ts';
import { DatabaseOpenError } from './errors.ts';

/** 'google', 'sandbox', or the origin of GOOGLE_BASE_URL. */
export type DatabaseOrigin = string;

export function originOf(google: { mode: 'sandbox' | 'real'; baseUrl: string | null }): DatabaseOrigin {
  return google.mode === 'sandbox' ? 'sandbox' : (google.baseUrl ?? 'google');
}

const names: Record<string, string> = { google: 'the real Google', sandbox: 'the sandbox' };
export const originName = (origin: DatabaseOrigin): string => names[origin] ?? origin;

/** Sandbox and real data never mix. */
export async function recordOrigin(db: Db, google: DatabaseOrigin): Promise<void> {
  await db.insert(databaseOrigin).values({ id: 1, google }).onConflictDoNothing();
  await checkOrigin(db, google);
}

export async function checkOrigin(db: Db, google: DatabaseOrigin): Promise<void> {
  const [row] = await db.select().from(databaseOrigin);
  if (!row || row.google === google) return;
  throw new DatabaseOpenError(
    `This database belongs to ${originName(row.google)}, but Chime In is now set up for ${originName(google)}. ` +
      'Go back to the settings it was made with, or choose another DATA_DIR or DATABASE_URL.',
  );
}
