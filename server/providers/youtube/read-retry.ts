import { setTimeout as sleep } from 'node:timers/promises';
import { YouTubeError } from './youtube.ts';

interface Repetition {
  /** Half of it is jitter. */
  delayMs: number;
  /** 0 to 1. */
  random: () => number;
}

/** Repeats a read once after a network error or a 5xx; every other answer is final. */
export async function repeatRead<T>(read: () => Promise<T>, { delayMs, random }: Repetition): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isTransient = error instanceof YouTubeError && error.kind === 'unknown';
    if (!isTransient) throw error;
  }
  await sleep(delayMs / 2 + (random() * delayMs) / 2);
  return read();
}
