import type { NoticeCause } from '#shared/contracts/notices.ts';
import { noticeCauses } from '#shared/schema.ts';
import type { Db, Tx } from './database.ts';

interface Cause {
  type: NoticeCause;
  at: Date;
  /** Comments or replies. */
  subjects?: readonly number[];
  reason?: string;
}

/**
 * Writes down what the person is to be told, in the transaction that makes it true. A plain insert: it waits for
 * nobody, and who tells it, when and where is not its caller's concern (decision 030).
 */
export async function raiseNotice(on: Db | Tx, { type, at, subjects, reason = '' }: Cause): Promise<void> {
  if (subjects?.length === 0) return;
  const rows = (subjects ?? [null]).map((subjectId) => ({ type, subjectId, reason, happenedAt: at }));
  await on.insert(noticeCauses).values(rows);
}
