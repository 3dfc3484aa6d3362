/**
 * Work that continues without its client, such as readings and bulk drafts. A shutdown
 * waits for it.
 */
export interface BackgroundWork {
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when all work that is in progress now has ended. */
  idle(): Promise<void>;
}

export function createBackgroundWork(): BackgroundWork {
  const inProgress = new Set<Promise<unknown>>();
  return {
    track(work) {
      inProgress.add(work);
      return work.finally(() => inProgress.delete(work));
    },

    async idle() {
      await Promise.allSettled(inProgress);
    },
  };
}
