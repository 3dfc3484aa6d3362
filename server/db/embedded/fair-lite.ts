import { PGlite, type PGliteOptions } from '@electric-sql/pglite';

const TURN_MS = 8;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** PGlite runs queries in the event loop's thread; this one lets timers and sockets in between. */
export class FairLite extends PGlite {
  readonly #onPanic: () => void;
  #turnBegan = 0;
  /** After a panic the memory cannot be trusted, the files can. */
  #panic: Error | null = null;

  constructor(options: PGliteOptions, onPanic: () => void = () => {}) {
    super(options);
    this.#onPanic = onPanic;
  }

  /** Closing after a panic would write the memory to disk. */
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
        if (isPanic(error)) {
          this.#panic = error;
          this.#onPanic();
        }
        throw error;
      }
    });
  }
}

function isPanic(error: unknown): error is Error {
  return error instanceof Error && 'severity' in error && error.severity === 'PANIC';
}
