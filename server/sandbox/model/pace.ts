import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import { charactersPerToken } from './answer.ts';

/** Waits as long as a model takes for this text, or until the caller has gone. */
export type Pace = (text: string) => Promise<void>;

export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Timers wait at least a millisecond, so shorter waits only yield. */
export const realWait: Wait = (ms, signal) =>
  ms < 1 ? nextTurn() : sleep(ms, undefined, { signal }).catch(() => {});

export const createPace =
  (tokensPerSecond: number, wait: Wait) =>
  (res: Response): Pace => {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    return (text) => wait((text.length / charactersPerToken / tokensPerSecond) * 1_000, gone.signal);
  };
