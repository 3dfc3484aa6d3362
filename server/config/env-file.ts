import { existsSync } from 'node:fs';
import type { Environment } from './config.ts';

/**
 * The process's environment, with what the folder's .env file adds to it. Under NODE_ENV=test the file is not
 * read, so that no test ever meets somebody's real credentials.
 */
export function readEnvironment(): Environment {
  if (process.env['NODE_ENV'] !== 'test' && existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}
