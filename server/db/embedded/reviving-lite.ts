import type { PGlite } from '@electric-sql/pglite';
import type { DatabaseLog } from '../database.ts';
import type { FairLite } from './fair-lite.ts';

/** As much of PGlite as Drizzle and we use. */
export type LiteClient = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>;

/** How long a failed reopening stands before the next query tries again. */
const PATIENCE_MS = 5_000;

/** SQLSTATE cannot_connect_now, as a PostgreSQL that is recovering answers. */
class NotBackYet extends Error {
  readonly code = '57P03';
}

/**
 * A PGlite that is opened anew after a PANIC. The one that panicked is left as it is: closing it would write
 * what it has in memory, and what was committed is on disk.
 */
export function createRevivingLite(
  first: FairLite,
  reopen: () => Promise<FairLite>,
  log?: DatabaseLog,
  patienceMs: number = PATIENCE_MS,
): LiteClient {
  let lite = first;
  let reviving: Promise<void> | null = null;

  async function revive(): Promise<void> {
    log?.error('the embedded database stopped, most likely on a full disk; opening it anew');
    try {
      lite = await reopen();
      reviving = null;
    } catch (error) {
      setTimeout(() => {
        reviving = null;
      }, patienceMs).unref();
      log?.error({ err: error }, 'the embedded database could not be opened anew');
      throw new NotBackYet('The embedded database cannot be opened right now.', { cause: error });
    }
  }

  async function healthy(): Promise<FairLite> {
    if (lite.hasPanicked) {
      reviving ??= revive();
      await reviving;
    }
    return lite;
  }

  return {
    query: async (...args) => (await healthy()).query(...args),
    exec: async (...args) => (await healthy()).exec(...args),
    transaction: async (...args) => (await healthy()).transaction(...args),
    close: async () => {
      if (!lite.hasPanicked) await lite.close();
    },
  };
}
