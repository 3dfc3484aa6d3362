import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../core/errors.ts';

/** Derives a separate key for each purpose, so that no key reveals another one. */
export function deriveKey(sessionSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', `chime-in ${purpose}`, 32));
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts with AES-256-GCM and a key derived from SESSION_SECRET (rule 6.5). */
export function createTokenVault(sessionSecret: string) {
  const key = deriveKey(sessionSecret, 'google tokens');

  return {
    /** Encrypts a text so that it can be opened only for the same purpose. */
    seal(text: string, purpose: string): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },

    /** Returns null if the secret or the purpose differs, or the text is damaged. */
    open(sealed: string | null, purpose: string): string | null {
      const [prefix, payload] = sealed?.split('.') ?? [];
      const bytes = Buffer.from(payload ?? '', 'base64url');
      if (prefix !== version || bytes.length < ivBytes + tagBytes) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return Buffer.concat([
          decipher.update(bytes.subarray(ivBytes + tagBytes)),
          decipher.final(),
        ]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

export type TokenVault = ReturnType<typeof createTokenVault>;

/**
 * Returns SESSION_SECRET, or else the secret stored in the data folder, which is created
 * if missing. Throws if that file is damaged, because a new secret would end every
 * session and stored grant.
 */
export function resolveSessionSecret(
  source: { dataDir: string; sessionSecret: string | null },
  random = () => randomBytes(32),
): string {
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

/**
 * Writes a temporary file and links it into place, so that a crash or a second process
 * cannot leave half a secret.
 */
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
