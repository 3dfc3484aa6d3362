import pino, { type Logger } from 'pino';
import type { LogLevel } from '../config/config.ts';
import { describeError } from './describe-error.ts';

export type Log = Logger;

/** JSON lines on stdout. Errors are always passed as `err`, and never reach the log as they are. */
export function createLog(level: LogLevel, destination?: pino.DestinationStream): Log {
  const options = { level, base: null, serializers: { err: describeError } };
  return destination ? pino(options, destination) : pino(options);
}
