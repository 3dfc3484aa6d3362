import { existsSync } from 'node:fs';
import type { Environment } from './config.ts';

/** Skips the .env file under NODE_ENV=test: no test may use real credentials. */
export function readEnvironment(): Environment {
  if (process.env['NODE_ENV'] !== 'test' && existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}
