import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface SecretSource {
  readonly dataDir: string;
  readonly sessionSecret: string | null;
}

/**
 * SESSION_SECRET, or else the secret this machine made for itself: generated once, kept in
 * DATA_DIR/session-secret for its owner's eyes only.
 * @throws where the kept file is damaged, since a new secret would end every session and stored grant.
 */
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
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Written beside and linked into place, so that a crash or a second process never leaves half a secret. */
function createSecret(path: string, secret: string): string {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
    return secret;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    return readSecret(path) ?? '';
  } finally {
    rmSync(draft, { force: true });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
