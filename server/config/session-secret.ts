import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../core/errors.ts';

interface SecretSource {
  readonly dataDir: string;
  readonly sessionSecret: string | null;
}

/** Throws if the file is damaged: a new secret would end every session and stored grant. */
export function resolveSessionSecret(source: SecretSource, random = () => randomBytes(32)): string {
  if (source.sessionSecret !== null) return source.sessionSecret;
  mkdirSync(source.dataDir, { recursive: true, mode: 0o700 });
  const path = join(source.dataDir, 'session-secret');
  const secret = readSecret(path) ?? createSecret(path, random().toString('hex'));
  if (secret.length >= 32) return secret;
  throw new Error(
    `${path} is damaged. Restore it from a backup, or delete it: everyone then has to sign in again.`,
  );
}

function readSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Linked into place: a crash or a second process must not leave half a secret. */
function createSecret(path: string, secret: string): string {
  const tempFile = `${path}.${process.pid}`;
  writeFileSync(tempFile, `${secret}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(tempFile, path);
    return secret;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return readSecret(path) ?? '';
  } finally {
    rmSync(tempFile, { force: true });
  }
}
