import pino, { type Logger } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { describeError } from './errors.ts';

export type Log = Logger;

/** Pass errors as `err`; only then are secrets removed from them. */
export function createLog(level: LogLevel, destination?: pino.DestinationStream): Log {
  const options = { level, base: null, serializers: { err: describeError } };
  return destination ? pino(options, destination) : pino(options);
}
