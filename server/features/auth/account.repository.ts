import { and, eq, isNull, sql } from 'drizzle-orm';
import { googleAccount, postingHold, sessions } from '#shared/schema.ts';
import { changedRows, type Db, firstRow, type Tx } from '../../db/database.ts';

export type AccountRow = typeof googleAccount.$inferSelect;
type AccountChange = Partial<Omit<AccountRow, 'id' | 'googleSub'>> & { updatedAt: Date };

/** Changes name the grant they were decided on: a newer sign-in wins. */
export function createAccountRepository(db: Db) {
  return {
    find: () => firstRow(db.select().from(googleAccount)),

    /** Stores nothing if the session has ended or `compose` returns null. */
    async replace(
      sessionId: string,
      compose: (current: AccountRow | null) => Omit<AccountRow, 'id'> | null,
    ): Promise<AccountRow | 'ended' | null> {
      return db.transaction(async (tx) => {
        const locked = () => tx.select().from(googleAccount).for('update');
        const [found] = await locked();
        const begun = tx.select({ sid: sessions.sid }).from(sessions).where(eq(sessions.sid, sessionId));
        // Locked, so that a sign-out waits and beginSession finds no session.
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

    async update(grant: Grant, change: AccountChange): Promise<boolean> {
      return changedRows(await db.update(googleAccount).set(change).where(isGrant(grant))) > 0;
    },

    async setBlocked(blockedCode: string, updatedAt: Date): Promise<void> {
      await db.update(googleAccount).set({ blockedCode, updatedAt });
    },

    /** Also ends the sessions of unfinished sign-ins. */
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

/** Only a sign-in ends a hold without a next try (rule 7.7). */
const endHold = (tx: Tx) => tx.delete(postingHold).where(isNull(postingHold.nextTryAt));

type Grant = Pick<AccountRow, 'googleSub' | 'sealedRefreshToken'>;

const isGrant = ({ googleSub, sealedRefreshToken }: Grant) =>
  and(
    eq(googleAccount.googleSub, googleSub),
    sql`${googleAccount.sealedRefreshToken} is not distinct from ${sealedRefreshToken}`,
  );
