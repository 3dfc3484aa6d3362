/** Runs tasks one after another. After stop() the waiting ones are answered with null, unstarted. */
export function inTurn() {
  let last: Promise<unknown> = Promise.resolve();
  let stopping = false;

  return {
    /** Rejects as the task does; null where it was never started. */
    run<T>(task: () => Promise<T>): Promise<T | null> {
      const turn = last.then(() => (stopping ? null : task()));
      // A failure belongs to its caller, not to the next in line.
      last = turn.catch(() => undefined);
      return turn;
    },

    /** Resolves once the task in progress is done. */
    async stop(): Promise<void> {
      stopping = true;
      await last;
    },
  };
}
