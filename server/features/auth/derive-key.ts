import { hkdfSync } from 'node:crypto';

/** Derives a key for one purpose; no key reveals another's. */
export function deriveKey(sessionSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', `chime-in ${purpose}`, 32));
}
