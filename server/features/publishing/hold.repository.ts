import { and, eq } from 'drizzle-orm';
import { googleAccount, postingHold } from '#shared/schema.ts';
import { type Db, firstRow, type Tx } from '../../db/database.ts';
import type { SignInKey } from '../auth/auth.rules.ts';
import type { Hold } from './brakes.rules.ts';

export type HoldChanger = (current: Hold | null) => Hold | null;

export interface AnsweredHold {
  /** The sign-in whose token the call was made with. */
  signIn: SignInKey;
  /** `isSignedInAnew` is true if that sign-in has been replaced or ended since. */
  change(current: Hold | null, isSignedInAnew: boolean): Hold | null;
}

export const readHold = (db: Db): Promise<Hold | null> =>
  firstRow(db.select().from(postingHold));

/** Returns the hold, locked until the end of the transaction. */
export const lockHold = (tx: Tx): Promise<Hold | null> =>
  firstRow(tx.select().from(postingHold).for('update'));

/**
 * Returns true if this sign-in is still the current one. Locks the account row until the
 * transaction ends: a sign-in that came in between would not end the hold that is written
 * next.
 */
async function isStillConnected(
  tx: Tx,
  { googleSub, connectedAt }: SignInKey,
): Promise<boolean> {
  const isSame = and(
    eq(googleAccount.googleSub, googleSub),
    eq(googleAccount.connectedAt, connectedAt),
  );
  const connected = await tx
    .select({ id: googleAccount.id })
    .from(googleAccount)
    .where(isSame)
    .for('share');
  return connected.length > 0;
}

/**
 * Locks the hold. To avoid deadlocks, the comment and the account must always be locked
 * before it.
 */
export async function changeHold(tx: Tx, change: HoldChanger): Promise<void> {
  const current = await lockHold(tx);
  const next = change(current);
  if (next === null) {
    if (current !== null) await tx.delete(postingHold);
  } else if (next !== current)
    await tx
      .insert(postingHold)
      .values({ ...next, id: 1 })
      .onConflictDoUpdate({ target: postingHold.id, set: next });
}

/** Changes the hold after YouTube has responded. */
export async function changeAnsweredHold(
  tx: Tx,
  { signIn, change }: AnsweredHold,
): Promise<void> {
  const isSignedInAnew = !(await isStillConnected(tx, signIn));
  await changeHold(tx, (current) => change(current, isSignedInAnew));
}
