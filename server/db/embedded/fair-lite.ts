import { AsyncLocalStorage } from 'node:async_hooks';
import { PGlite, type Transaction } from '@electric-sql/pglite';

/** Longest stretch of queries before timers and sockets get their turn. */
const TURN_MS = 8;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * PGlite runs in the event loop's own thread, and its queries follow one another without ever letting go of
 * it. This one lets go in between. It turns a use of `db` inside `db.transaction`, which would wait for itself
 * for ever, into an error, and it stops after a PANIC, where PostgreSQL would restart itself.
 */
export class FairLite extends PGlite {
  readonly #transaction = new AsyncLocalStorage<{ open: boolean }>();
  #turnBegan = 0;
  #panic: Error | null = null;

  /** After a PANIC, as on a full disk: what is in memory can no longer be trusted, what is on disk can. */
  get hasPanicked(): boolean {
    return this.#panic !== null;
  }

  override _runExclusiveQuery<T>(run: () => Promise<T>): Promise<T> {
    return super._runExclusiveQuery(async () => {
      if (this.#panic) throw this.#panic;
      if (performance.now() - this.#turnBegan > TURN_MS) {
        await nextTurn();
        this.#turnBegan = performance.now();
      }
      try {
        return await run();
      } catch (error) {
        if (isPanic(error)) this.#panic = error;
        throw error;
      }
    });
  }

  override _runExclusiveTransaction<T>(run: () => Promise<T>): Promise<T> {
    if (this.#transaction.getStore()?.open) {
      return Promise.reject(new Error('Inside a transaction only `tx` can be used, not `db`.'));
    }
    return super._runExclusiveTransaction(run);
  }

  override transaction<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    const own = { open: true };
    return super.transaction((tx) =>
      this.#transaction.run(own, async () => {
        try {
          return await run(tx);
        } finally {
          own.open = false;
        }
      }),
    );
  }
}

function isPanic(error: unknown): error is Error {
  return error instanceof Error && 'severity' in error && error.severity === 'PANIC';
}
