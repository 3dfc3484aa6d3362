import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { googleAccount, lastChannel, postingHold, sessions } from '#shared/schema.ts';
import { changedRows, type Db, firstRow, type Tx } from '../../db/database.ts';
import type { SignInKey } from './auth.rules.ts';

export type AccountRow = typeof googleAccount.$inferSelect;
type AccountChange = Partial<Omit<AccountRow, 'id' | 'googleSub'>> & { updatedAt: Date };
export type LastChannel = Pick<
  typeof lastChannel.$inferSelect,
  'googleSub' | 'channelId' | 'channelTitle'
>;

/**
 * Returns the account to store, or null if this account may not replace the current one.
 */
type ComposeAccount = (
  current: AccountRow | null,
  last: LastChannel | null,
) => Omit<AccountRow, 'id'> | null;

/**
 * Stores the connected Google account. Each update names the grant that it was decided
 * for, and does nothing if a newer sign-in has replaced that grant.
 */
export function createAccountRepository(db: Db) {
  return {
    find: () => firstRow(db.select().from(googleAccount)),

    /**
     * The channel that is connected, or that was connected last; null if there never was
     * one.
     */
    lastChannel: (): Promise<LastChannel | null> => findLastChannel(db),

    /** Stores nothing if the session has ended or `compose` returns null. */
    replace: (
      sessionId: string,
      compose: ComposeAccount,
    ): Promise<AccountRow | 'ended' | null> =>
      db.transaction((tx) => replaceAccount(tx, sessionId, compose)),

    async update(grant: Grant, change: AccountChange): Promise<boolean> {
      return (
        changedRows(await db.update(googleAccount).set(change).where(isGrant(grant))) > 0
      );
    },

    /** Returns false and changes nothing if the owner has signed in again since. */
    async setBlocked(
      signIn: SignInKey,
      blockedCode: string,
      updatedAt: Date,
    ): Promise<boolean> {
      const changed = await db
        .update(googleAccount)
        .set({ blockedCode, updatedAt })
        .where(
          and(
            eq(googleAccount.googleSub, signIn.googleSub),
            eq(googleAccount.connectedAt, signIn.connectedAt),
          ),
        );
      return changedRows(changed) > 0;
    },

    /**
     * Deletes the grant, remembers its channel, and ends all sessions, including those of
     * unfinished sign-ins.
     */
    async remove(): Promise<void> {
      await db.transaction(async (tx) => {
        const [removed] = await tx.delete(googleAccount).returning();
        if (removed) await keepChannel(tx, removed);
        await endHold(tx);
        await tx.delete(sessions);
      });
    },

    /**
     * Forgets the title of the channel that was connected last if Google has not
     * confirmed it since `before`.
     */
    async forgetLastTitle(before: Date): Promise<void> {
      await db
        .update(lastChannel)
        .set({ channelTitle: null })
        .where(lt(lastChannel.seenAt, before));
    },
  };
}

export type AccountRepository = ReturnType<typeof createAccountRepository>;

async function replaceAccount(
  tx: Tx,
  sessionId: string,
  compose: ComposeAccount,
): Promise<AccountRow | 'ended' | null> {
  const found = await lockAccount(tx);
  if (!(await lockSession(tx, sessionId))) return 'ended';
  const last = await findLastChannel(tx);
  if (!found) {
    const first = compose(null, last);
    if (!first) return null;
    const created = await createAccount(tx, first);
    if (created) return created;
  }
  // A concurrent sign-in may have created the account in the meantime.
  const current = found ?? (await lockAccount(tx));
  const next = current && compose(current, last);
  if (!next) return null;
  await keepChannel(tx, current);
  await endHold(tx);
  const [updated] = await tx
    .update(googleAccount)
    .set(next)
    .where(eq(googleAccount.id, 1))
    .returning();
  return updated ?? null;
}

async function lockAccount(tx: Tx): Promise<AccountRow | null> {
  const [account] = await tx.select().from(googleAccount).for('update');
  return account ?? null;
}

/**
 * Locks the session, so that a concurrent sign-out waits and beginSession then finds no
 * session. Returns false if the session has ended.
 */
async function lockSession(tx: Tx, sessionId: string): Promise<boolean> {
  const begun = tx
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(eq(sessions.sid, sessionId));
  return (await begun.for('update')).length > 0;
}

/** Returns null if there is an account already. */
async function createAccount(
  tx: Tx,
  account: Omit<AccountRow, 'id'>,
): Promise<AccountRow | null> {
  const [created] = await tx
    .insert(googleAccount)
    .values({ ...account, id: 1 })
    .onConflictDoNothing()
    .returning();
  return created ?? null;
}

async function findLastChannel(on: Db | Tx): Promise<LastChannel | null> {
  const { googleSub, channelId, channelTitle } = googleAccount;
  const [connected] = await on
    .select({ googleSub, channelId, channelTitle })
    .from(googleAccount);
  if (connected && connected.channelId !== null)
    return { ...connected, channelId: connected.channelId };
  const [last] = await on.select().from(lastChannel);
  return last ?? null;
}

/**
 * Remembers the account's channel as the last one. If the account has no channel, the
 * previous one is kept.
 */
async function keepChannel(tx: Tx, account: AccountRow): Promise<void> {
  const { googleSub, channelId, channelTitle, updatedAt: seenAt } = account;
  if (channelId === null) return;
  const kept = { googleSub, channelId, channelTitle, seenAt };
  await tx
    .insert(lastChannel)
    .values({ ...kept, id: 1 })
    .onConflictDoUpdate({ target: lastChannel.id, set: kept });
}

/** Ends a hold that has no next try and therefore waits for the owner (rule 7.7). */
const endHold = (tx: Tx) => tx.delete(postingHold).where(isNull(postingHold.nextTryAt));

type Grant = Pick<AccountRow, 'googleSub' | 'sealedRefreshToken'>;

const isGrant = ({ googleSub, sealedRefreshToken }: Grant) =>
  and(
    eq(googleAccount.googleSub, googleSub),
    sql`${googleAccount.sealedRefreshToken} is not distinct from ${sealedRefreshToken}`,
  );
