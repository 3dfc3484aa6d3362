import { existsSync } from 'node:fs';
import type { Environment } from './config.ts';

/** Adds the folder's .env file, except under NODE_ENV=test: no test may use a person's real credentials. */
export function readEnvironment(): Environment {
  if (process.env['NODE_ENV'] !== 'test' && existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}
