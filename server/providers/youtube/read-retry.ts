import { setTimeout as sleep } from 'node:timers/promises';
import { YouTubeError } from './youtube.ts';

export interface RetryPolicy {
  /** The most requests for one read. */
  tries: number;
  /** Doubles with each retry; half of it is jitter. */
  firstDelayMs: number;
  /** 0 to 1. */
  random: () => number;
}

/** Repeats a read on network errors and 5xx alone; every other answer is final (DESIGN §5). */
export async function retryRead<T>(read: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      const isTransient = error instanceof YouTubeError && error.kind === 'unknown';
      if (!isTransient || attempt >= policy.tries) throw error;
    }
    const delay = policy.firstDelayMs * 2 ** (attempt - 1);
    await sleep(delay / 2 + (policy.random() * delay) / 2);
  }
}
