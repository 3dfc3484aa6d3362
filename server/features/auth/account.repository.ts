import { and, eq, isNull } from 'drizzle-orm';
import { googleAccount, postingHold, sessions } from '#shared/schema.ts';
import type { Db, Tx } from '../../db/client.ts';

export type AccountRow = typeof googleAccount.$inferSelect;
export type AccountChange = Partial<Omit<AccountRow, 'id' | 'googleSub'>> & { updatedAt: Date };

/**
 * The one row of google_account. A change names the grant it was decided on, so that a sign-in meanwhile wins; only
 * `remove` wins over that too.
 */
export function createAccountRepository(db: Db) {
  return {
    async find(): Promise<AccountRow | null> {
      const [row] = await db.select().from(googleAccount);
      return row ?? null;
    },

    /**
     * Stores a sign-in unless the session it began in has ended. `compose` decides on the row as it is, and may
     * refuse with null; two first sign-ins at once are decided one after the other.
     */
    async replace(
      sessionId: string,
      compose: (current: AccountRow | null) => Omit<AccountRow, 'id'> | null,
    ): Promise<AccountRow | 'ended' | null> {
      return db.transaction(async (tx) => {
        const locked = () => tx.select().from(googleAccount).for('update');
        const [found] = await locked();
        const begun = tx.select({ sid: sessions.sid }).from(sessions).where(eq(sessions.sid, sessionId));
        // Locked: a sign-out waits until the account is stored, and beginSession then finds the session gone.
        if ((await begun.for('update')).length === 0) return 'ended';
        if (!found) {
          const first = compose(null);
          if (!first) return null;
          const [created] = await tx
            .insert(googleAccount)
            .values({ ...first, id: 1 })
            .onConflictDoNothing()
            .returning();
          if (created) return created;
        }
        const [current] = found ? [found] : await locked();
        const next = current && compose(current);
        if (!next) return null;
        await endHold(tx);
        const [updated] = await tx.update(googleAccount).set(next).where(eq(googleAccount.id, 1)).returning();
        return updated ?? null;
      });
    },

    /** False where another grant has taken this one's place. */
    async update(grant: Grant, change: AccountChange): Promise<boolean> {
      const changed = await db.update(googleAccount).set(change).where(isGrant(grant)).returning();
      return changed.length > 0;
    },

    async setBlocked(blockedCode: string, updatedAt: Date): Promise<void> {
      await db.update(googleAccount).set({ blockedCode, updatedAt });
    },

    /** Forgets the account and ends every session, those of sign-ins that have only begun too. */
    async remove(): Promise<void> {
      await db.transaction(async (tx) => {
        await endHold(tx);
        await tx.delete(googleAccount);
        await tx.delete(sessions);
      });
    },
  };
}

export type AccountRepository = ReturnType<typeof createAccountRepository>;

/** A hold without a next try is about the account or the project: only the person can end it, by signing in anew. */
const endHold = (tx: Tx) => tx.delete(postingHold).where(isNull(postingHold.nextTryAt));

type Grant = Pick<AccountRow, 'googleSub' | 'sealedRefreshToken'>;

const isGrant = ({ googleSub, sealedRefreshToken }: Grant) =>
  and(
    eq(googleAccount.googleSub, googleSub),
    sealedRefreshToken === null
      ? isNull(googleAccount.sealedRefreshToken)
      : eq(googleAccount.sealedRefreshToken, sealedRefreshToken),
  );
