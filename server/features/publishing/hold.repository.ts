import { postingHold } from '#shared/schema.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Hold } from './hold.rules.ts';

export function createHoldRepository(db: Db) {
  return {
    async find(): Promise<Hold | null> {
      const [hold] = await db.select().from(postingHold);
      return hold ?? null;
    },

    change: (work: (current: Hold | null) => Hold | null): Promise<void> =>
      db.transaction((tx) => changeHold(tx, work)),
  };
}

export type HoldRepository = ReturnType<typeof createHoldRepository>;

/** The hold as no one else can change it until the transaction ends. */
export async function lockedHold(tx: Tx): Promise<Hold | null> {
  const [hold] = await tx.select().from(postingHold).for('update');
  return hold ?? null;
}

/** The last lock of a transaction: who holds a comment's may wait for the hold's, never the other way round. */
export async function changeHold(tx: Tx, work: (current: Hold | null) => Hold | null): Promise<void> {
  const current = await lockedHold(tx);
  const next = work(current);
  if (next === null) {
    if (current !== null) await tx.delete(postingHold);
  } else if (next !== current)
    await tx
      .insert(postingHold)
      .values({ ...next, id: 1 })
      .onConflictDoUpdate({ target: postingHold.id, set: next });
}
